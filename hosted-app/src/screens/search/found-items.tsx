import {
  authorPath,
  commentPath,
  communityPath,
  type FoundComment,
  type FoundCommunity,
  type FoundPerson,
  type FoundPost,
  postPath,
} from '@stoa/contract'
import { PostCard } from '@stoa/post-feed'
import { useStoaState } from '@stoa/store/react'
import { Avatar, RelativeTime, translatable, useTranslate, useWritten, Written } from '@stoa/ui'
import { Marked } from './marked.tsx'
import { searchMessages } from './messages.ts'

/** A post that was found. */
export function FoundPostItem({ found, showCommunity }: { found: FoundPost; showCommunity: boolean }) {
  const t = useTranslate(searchMessages)
  const { post, title, excerpt } = found
  const read = useStoaState(({ reads }) => reads[post.id])
  const site = post.articleUrl === null ? null : hostOf(post.articleUrl)
  const facts = [
    ...(site === null
      ? [t(post.kind === 'story' ? 'search.post.story' : 'search.post.community')]
      : [t('search.post.article'), site]),
    ...(post.pollOptions === null ? [] : [t('search.post.poll')]),
    t('search.post.comments', { count: post.numComments }),
  ]
  return (
    <li>
      <PostCard
        post={post}
        showCommunity={showCommunity}
        read={read}
        title={<Marked text={title} />}
        excerpt={excerpt.text === '' ? null : <Marked text={excerpt} />}
        summary={facts
          .map((fact) => <bdi key={fact}>{fact}</bdi>)
          .flatMap((fact, at) => (at === 0 ? [fact] : [' · ', fact]))}
      />
    </li>
  )
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : null
}

/** A comment that was found; its text leads to it. */
export function FoundCommentItem({ found, showCommunity }: { found: FoundComment; showCommunity: boolean }) {
  const t = useTranslate(searchMessages)
  const written = useWritten()
  const { comment, post, excerpt } = found
  const name = comment.publisherProfileName || comment.publisherName || t('search.anonymous')
  return (
    <li className="stoa-app-found-comment">
      <Avatar id={comment.publisherId || name} name={name} src={comment.publisherImageUrl} size="s" />
      <div>
        <p className="stoa-app-found-byline">
          {comment.publisherId === '' ? (
            <b dir="auto">{name}</b>
          ) : (
            <a href={authorPath(comment.publisherSlugUrl || comment.publisherId)} dir="auto">
              {name}
            </a>
          )}{' '}
          {t.rich('search.comment.on', {
            post: (
              <a href={postPath(post)}>
                <Written>{post.title}</Written>
              </a>
            ),
          })}{' '}
          {showCommunity && (
            <>
              {t.rich('search.comment.in', {
                community: (
                  <a href={communityPath(post)}>
                    <Written>{post.communityTitle}</Written>
                  </a>
                ),
              })}{' '}
            </>
          )}
          · <RelativeTime value={comment.createdAt} />
        </p>
        <a className="stoa-app-found-text" href={commentPath(post, comment)} {...written(excerpt.text)}>
          <Marked text={excerpt} />
        </a>
      </div>
    </li>
  )
}

/** A person who was found. */
export function FoundPersonItem({ found: { user, name, username, about } }: { found: FoundPerson }) {
  const written = useWritten()
  return (
    <li className="stoa-app-found-place">
      <Avatar id={user.id} name={user.displayName} src={user.profileImageUrl} />
      <div>
        <a className="stoa-app-list-title" href={authorPath(user.slugUrl || user.id)} dir="auto">
          <Marked text={name} />
        </a>{' '}
        <span className="stoa-app-muted" dir="ltr">
          @<Marked text={username} />
        </span>
        {about.text !== '' && (
          <p className="stoa-app-found-about" {...written(about.text)}>
            <Marked text={about} />
          </p>
        )}
      </div>
    </li>
  )
}

/** A community that was found. */
export function FoundCommunityItem({ found: { community, title, about } }: { found: FoundCommunity }) {
  const t = useTranslate(searchMessages)
  const written = useWritten()
  return (
    <li className="stoa-app-found-place">
      <Avatar id={community.tokenName} name={community.title} src={community.logoImageURI} shape="square" />
      <div>
        <a className="stoa-app-list-title" href={communityPath(community)} {...written(title.text)}>
          <Marked text={title} />
        </a>
        {about.text !== '' && (
          <p className="stoa-app-found-about" {...written(about.text)}>
            <Marked text={about} />
          </p>
        )}
        <p className="stoa-app-muted">
          {translatable(t('search.community.numbers', { members: community.numberOfMembers }))}
        </p>
      </div>
    </li>
  )
}
