import { CommunityStatus, communityPath, type InCommunity, postPath } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { useComment, useCommunity, useStoaState } from '@stoa/store/react'
import { RelativeTime, RoleBadge, type RoleBadgeProps, useTranslate, useWritten, Written } from '@stoa/ui'
import { useTipTools } from '../../shell/use-tips.tsx'
import { MemberMenu } from '../community/members/member-menu.tsx'
import { useDecidesAbout } from '../community/members/use-decides-about.ts'
import { authorMessages } from './messages.ts'

/** An author's comment with its post. Renders nothing if the viewer has hidden it for themselves. */
export function AuthorComment({ id }: { id: string }) {
  const t = useTranslate(authorMessages)
  const written = useWritten()
  const comment = useComment(id)
  const community = useCommunity(comment?.tokenName ?? '')
  const isHiddenForMe = useStoaState(({ hides }) => id in hides)
  const tips = useTipTools({ tokenName: comment?.tokenName ?? '' })
  if (!comment || isHiddenForMe) return null
  const { createdAt, tokenName, content, publisherId, publisherProfileName, publisherRole, post } = comment
  return (
    <li>
      <div>
        {post && (
          <p className="stoa-app-author-on">
            {t.rich('author.commentedOn', {
              post: (
                <a href={postPath({ tokenName, ...post })}>
                  <Written>{post.title}</Written>
                </a>
              ),
            })}
          </p>
        )}
        <Where
          href={`/bbs/thread/${id}`}
          at={createdAt}
          community={community ?? { tokenName, ...post }}
          title={community?.title ?? tokenName}
          role={publisherRole}
        />
        {content !== null && (
          <p className="stoa-app-about" {...written(content)}>
            {content}
          </p>
        )}
      </div>
      <div className="stoa-app-written-tools">
        <Decide tokenName={tokenName} userId={publisherId} name={publisherProfileName} />
        {tips && <tips.CommentTip comment={comment} archived={community?.publishStatus === CommunityStatus.archived} />}
      </div>
    </li>
  )
}

/** An author's post in a list of their content. */
export function AuthorPost({ post }: { post: StoredPost }) {
  const written = useWritten()
  const { createdAt, tokenName, communityTitle, title, excerpt, publisherId, publisherProfileName } = post
  const role = post.publisherRole ?? (post.createdByWhitelistedUser ? 'partner' : undefined)
  return (
    <li>
      <div>
        <Where href={postPath(post)} at={createdAt} community={post} title={communityTitle} role={role} />
        <h2 className="stoa-app-author-post">
          <a className="stoa-app-list-title" href={postPath(post)} {...written(title)}>
            {title}
          </a>
        </h2>
        {excerpt !== '' && <p {...written(excerpt)}>{excerpt}</p>}
      </div>
      <div className="stoa-app-written-tools">
        <Decide tokenName={tokenName} userId={publisherId} name={publisherProfileName} />
      </div>
    </li>
  )
}

/** Actions on the author of a post or comment, for those who manage its community. */
function Decide(about: { tokenName: string; userId: string; name: string }) {
  return useDecidesAbout(about.tokenName, about.userId) ? <MemberMenu {...about} /> : null
}

interface WhereProps {
  href: string
  at: number
  community: InCommunity
  title: string
  /** The author's role in the community. Default: not shown. */
  role?: RoleBadgeProps['role']
}

/** When and in which community something was written. */
export function Where(props: WhereProps) {
  const t = useTranslate(authorMessages)
  const written = useWritten()
  return (
    <p className="stoa-app-muted">
      <a href={props.href}>
        <RelativeTime value={props.at} />
      </a>
      {' · '}
      <bdi>
        {t.rich('author.commentOn', {
          community: (
            <a href={communityPath(props.community)} {...written(props.title)}>
              {props.title}
            </a>
          ),
        })}
      </bdi>{' '}
      <RoleBadge role={props.role} />
    </p>
  )
}
