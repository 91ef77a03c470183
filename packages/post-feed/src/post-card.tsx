import { authorPath, communityPath, PostStatus, type PostSummary, postPath } from '@stoa/contract'
import {
  Avatar,
  Badge,
  CommentIcon,
  CompactNumber,
  EyeIcon,
  Picture,
  PinIcon,
  RelativeTime,
  useTranslate,
} from '@stoa/ui'
import type { ReactNode } from 'react'
import { CommentPreviews } from './comment-previews.tsx'
import { postFeedMessages } from './messages.ts'
import { PollPreview } from './poll-preview.tsx'

/** Where the links of a card lead. Default: the forum's paths. */
export interface CardLinks {
  /** Address of a post. */
  postHref?: ((post: Pick<PostSummary, 'tokenName' | 'slugUrl' | 'kind'>) => string) | undefined
  /** Address of a member's page. */
  authorHref?: ((slugOrId: string) => string) | undefined
  /** Address of a community. */
  communityHref?: ((tokenName: string) => string) | undefined
  /** Address of a community's posts on one topic. */
  flairHref?: ((tokenName: string, flairId: string) => string) | undefined
}

export interface PostCardProps extends CardLinks {
  /** The post as it stands in a feed. */
  post: PostSummary
  /** The reaction bar. Default: none. */
  reactions?: ReactNode
  /** The poll to vote in, for posts that have one; pinned posts show a glance instead. Default: none. */
  poll?: ReactNode
  /** Names the community, for feeds of several. Default false. */
  showCommunity?: boolean | undefined
  /** Level of the title's heading. Default 2. */
  headingLevel?: 2 | 3 | 4 | undefined
  /** The picture is in the first view: load it at once. Default false. */
  eager?: boolean | undefined
}

/**
 * One post of a feed. The title's link covers the whole card; what else can be pressed lies above it, so that every
 * part stays reachable with the keyboard and says what it is.
 */
export function PostCard(props: PostCardProps) {
  const { post, reactions, poll, headingLevel = 2, eager = false, postHref = postPath } = props
  const t = useTranslate(postFeedMessages)
  const Heading = `h${headingLevel}` as const
  const href = postHref(post)
  return (
    <article className="stoa-card" data-kind={post.kind} data-pinned={post.isPinned || undefined}>
      <CardByline {...props} />
      <div className="stoa-card-body">
        <div className="stoa-card-text">
          <Heading className="stoa-card-title">
            <a href={href} dir="auto">
              {post.title}
            </a>
          </Heading>
          {post.excerpt !== '' && (
            <p className="stoa-card-excerpt" dir="auto">
              {post.excerpt}
            </p>
          )}
        </div>
        {post.heroImage && (
          <Picture
            className="stoa-card-image"
            src={post.heroImage.url}
            alt=""
            width={320}
            height={200}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
          />
        )}
      </div>
      {post.pollOptions !== null &&
        (post.isPinned || poll === undefined ? (
          <PollPreview options={post.pollOptions} totalVoters={post.pollTotalVoters} />
        ) : (
          <div className="stoa-card-poll">{poll}</div>
        ))}
      <CommentPreviews comments={post.previewComments ?? []} total={post.numComments} href={`${href}#comments`} />
      <div className="stoa-card-footer">
        {reactions !== undefined && <div className="stoa-card-reactions">{reactions}</div>}
        <a
          className="stoa-card-comments"
          href={`${href}#comments`}
          aria-label={t('feed.card.comments', { count: post.numComments })}
        >
          <CommentIcon /> <CompactNumber value={post.numComments} />
        </a>
        <span className="stoa-card-views">
          <EyeIcon label={t('feed.card.views', { count: post.totalViews })} />
          <span aria-hidden="true">
            <CompactNumber value={post.totalViews} />
          </span>
        </span>
        <CardFlairs {...props} />
      </div>
    </article>
  )
}

const statusWords = {
  [PostStatus.hiddenByAdmin]: 'feed.card.status.hidden',
  [PostStatus.hiddenByPublisher]: 'feed.card.status.hidden',
  [PostStatus.hiddenByDomainAdmin]: 'feed.card.status.hidden',
  [PostStatus.hiddenByCategoryAdmin]: 'feed.card.status.hidden',
  [PostStatus.pending]: 'feed.card.status.pending',
  [PostStatus.waitingForTranscript]: 'feed.card.status.waitingForTranscript',
  [PostStatus.unlisted]: 'feed.card.status.unlisted',
  [PostStatus.scheduled]: 'feed.card.status.scheduled',
  [PostStatus.draft]: 'feed.card.status.draft',
} as const

function CardByline(props: PostCardProps) {
  const { post, showCommunity = false, authorHref = authorPath, communityHref = communityPath } = props
  const t = useTranslate(postFeedMessages)
  const anonymous = post.publisherId === ''
  // An article that nobody has claimed is its site's.
  const name = post.publisherProfileName || post.publisherName || t('feed.card.anonymous')
  const status = statusWords[post.status as keyof typeof statusWords]
  return (
    <div className="stoa-card-byline">
      <span className="stoa-card-who">
        <Avatar name={name} id={post.publisherId || name} src={post.publisherImageUrl} size="xs" />
        {anonymous ? (
          <span className="stoa-card-author">{name}</span>
        ) : (
          <a className="stoa-card-author" href={authorHref(post.publisherSlugUrl || post.publisherId)} dir="auto">
            {name}
          </a>
        )}
      </span>
      {post.createdByWhitelistedUser && <Badge tone="accent">{t('feed.card.partner')}</Badge>}
      {showCommunity && (
        <a className="stoa-card-community" href={communityHref(post.tokenName)} dir="auto">
          {post.communityTitle}
        </a>
      )}
      <RelativeTime value={post.createdAt} />
      {post.moderationScore !== null && (
        <Badge tone="danger">{t('feed.card.moderationScore', { score: post.moderationScore })}</Badge>
      )}
      {status !== undefined && <Badge tone="warning">{t(status)}</Badge>}
      {post.isPinned && (
        <span className="stoa-card-pinned">
          <PinIcon size={16} /> {t('feed.card.pinned')}
        </span>
      )}
    </div>
  )
}

function CardFlairs({ post, flairHref = flairPath }: PostCardProps) {
  return post.flairs.map((flair) => (
    <a
      key={flair.id}
      className="stoa-card-flair stoa-flair"
      data-color={flair.color}
      href={flairHref(post.tokenName, flair.id)}
      dir="auto"
    >
      {flair.name}
    </a>
  ))
}

function flairPath(tokenName: string, flairId: string): string {
  return `${communityPath(tokenName)}?flair=${flairId}`
}
