import {
  authorPath,
  COMMENTS_FIRST_PAGE_SIZE,
  commentPath,
  communityPath,
  type InCommunity,
  type PostAddress,
  PostStatus,
  type PostSummary,
  postPath,
  previewImage,
  type ReadingPosition,
} from '@stoa/contract'
import {
  Anchor,
  Avatar,
  Badge,
  BadgeUntil,
  CommentIcon,
  CompactNumber,
  EyeIcon,
  Picture,
  PinIcon,
  PlayIcon,
  RelativeTime,
  RoleBadge,
  type RootProps,
  rootProps,
  TopicPill,
  useTranslate,
  useWritten,
} from '@stoa/ui'
import { forwardRef, type ReactNode } from 'react'
import { CommentPreviews } from './comment-previews.tsx'
import { postFeedMessages } from './messages.ts'
import { PollPreview } from './poll-preview.tsx'

/** Targets of a card's links. Default: the forum's paths. */
export interface CardLinks {
  /** Address of a post. */
  postHref?: ((post: PostAddress & Pick<PostSummary, 'id'>) => string) | undefined
  /** Address of a member's page. */
  authorHref?: ((slugOrId: string) => string) | undefined
  /** Address of a community. */
  communityHref?: ((community: InCommunity) => string) | undefined
  /** Address of a community's posts on one topic. */
  flairHref?: ((community: InCommunity, flairId: string) => string) | undefined
}

export interface PostCardProps extends RootProps, CardLinks {
  /** The post, as in a feed. */
  post: PostSummary
  /** The reaction bar. Default: none. */
  reactions?: ReactNode
  /** The poll to vote in. Pinned posts show a summary instead. Default: none. */
  poll?: ReactNode
  /** Shows the community, for feeds of several. Default false. */
  showCommunity?: boolean | undefined
  /** What the viewer has read of it: the number of new comments is shown. Default: unknown. */
  read?: ReadingPosition | undefined
  /** Level of the title's heading. Default 2. */
  headingLevel?: 2 | 3 | 4 | undefined
  /** The picture is in the first view, so it is loaded at once. Default false. */
  eager?: boolean | undefined
  /** The title with marks. Default: the post's. */
  title?: ReactNode
  /** The part of its text to show; null: none. Default: the excerpt. */
  excerpt?: ReactNode
  /** A line of facts in place of poll, comments and the row at the end. Default: these. */
  summary?: ReactNode
}

/**
 * A post in a feed. The title's link covers the whole card. Other controls are above it, so that everything stays
 * keyboard-accessible and labeled.
 */
export const PostCard = forwardRef<HTMLElement, PostCardProps>(function PostCard(props, ref) {
  const { post, title, headingLevel = 2, eager = false, summary, postHref = postPath } = props
  const excerpt = props.excerpt === undefined ? post.excerpt : props.excerpt
  const Heading = `h${headingLevel}` as const
  const written = useWritten()
  const href = postHref(post)
  const image = previewImage(post)
  return (
    <article
      data-post={post.id}
      data-kind={post.kind}
      data-pinned={post.isPinned || undefined}
      data-video={image && post.video ? true : undefined}
      {...rootProps(props, 'stoa-card')}
      ref={ref}
    >
      <CardByline {...props} />
      <div className="stoa-card-body">
        <div className="stoa-card-text">
          <Heading className="stoa-card-title" {...written(post.title)}>
            <Anchor href={href}>{title ?? post.title}</Anchor>
          </Heading>
          {excerpt !== '' && excerpt !== null && (
            <p className="stoa-card-excerpt" {...written(post.excerpt)}>
              {excerpt}
            </p>
          )}
        </div>
        {image && <CardPicture url={image.url} eager={eager} video={post.video} />}
      </div>
      {summary === undefined ? (
        <CardEnd {...props} href={href} />
      ) : (
        <p className="stoa-card-summary">
          {summary}
          <NewComments {...props} href={href} />
        </p>
      )}
    </article>
  )
})

/** Poll, comments and the row at the end. */
function CardEnd(props: PostCardProps & { href: string }) {
  const { post, reactions, poll, href } = props
  const t = useTranslate(postFeedMessages)
  return (
    <>
      {post.pollOptions !== null &&
        (post.isPinned || poll === undefined ? (
          <PollPreview options={post.pollOptions} totalVoters={post.pollTotalVoters} />
        ) : (
          <div className="stoa-card-poll">{poll}</div>
        ))}
      <CommentPreviews
        comments={post.previewComments ?? []}
        authorId={post.publisherId}
        total={post.numComments}
        href={`${href}#comments`}
      />
      <div className="stoa-card-footer">
        {reactions !== undefined && <div className="stoa-card-reactions">{reactions}</div>}
        <Anchor
          className="stoa-card-comments"
          href={`${href}#comments`}
          aria-label={t('feed.card.comments', { count: post.numComments })}
        >
          <CommentIcon /> <CompactNumber value={post.numComments} />
        </Anchor>
        <NewComments {...props} href={href} />
        <span className="stoa-card-views">
          <EyeIcon label={t('feed.card.views', { count: post.totalViews })} />
          <span aria-hidden="true">
            <CompactNumber value={post.totalViews} />
          </span>
        </span>
        <CardTopics {...props} />
      </div>
    </>
  )
}

/** The number of new comments, which leads to the first of them. */
function NewComments({ post, read, href }: PostCardProps & { href: string }) {
  const t = useTranslate(postFeedMessages)
  if (!read || read.newComments === 0) return null
  return (
    <Anchor className="stoa-card-new" href={href + newPath(post, read)}>
      {t('feed.card.new', { count: read.newComments })}
    </Anchor>
  )
}

/**
 * What leads from a post to its earliest new comment, from which the others follow: all comments if one page shows them,
 * or those from there on.
 */
function newPath(post: PostSummary, { firstNew }: ReadingPosition): string {
  const isOnFirstPage = firstNew?.parentCommentId === null && post.numComments <= COMMENTS_FIRST_PAGE_SIZE
  const part = !firstNew || isOnFirstPage ? '' : commentPath(post, firstNew).slice(postPath(post).length)
  return `${part}?sort=old#new`
}

interface CardPictureProps {
  url: string
  eager: boolean
  /** The video that it stands for. */
  video: PostSummary['video']
}

function CardPicture({ url, eager, video }: CardPictureProps) {
  const t = useTranslate(postFeedMessages)
  const picture = (
    <Picture
      className="stoa-card-image"
      src={url}
      alt=""
      width={320}
      height={200}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
  if (!video) return picture
  const length = video.durationMs === null ? null : lengthText(video.durationMs)
  return (
    <div className="stoa-card-video">
      {picture}
      <span className="stoa-card-play">
        <PlayIcon size={24} label={length === null ? t('feed.card.video.unknown') : t('feed.card.video', { length })} />
      </span>
      {length !== null && (
        <span className="stoa-card-length" aria-hidden="true" dir="ltr" translate="no">
          {length}
        </span>
      )}
    </div>
  )
}

/** `0:42`, `1:02:03`. */
function lengthText(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...others] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':')
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
  const written = useWritten()
  const { post, showCommunity = false, authorHref = authorPath, communityHref = communityPath } = props
  const t = useTranslate(postFeedMessages)
  const anonymous = post.publisherId === ''
  // An unclaimed article is attributed to its site.
  const name = post.publisherProfileName || post.publisherName || t('feed.card.anonymous')
  const status = statusWords[post.status as keyof typeof statusWords]
  return (
    <div className="stoa-card-byline">
      <span className="stoa-card-who">
        <Avatar name={name} id={post.publisherId || name} src={post.publisherImageUrl} size="xs" />
        {anonymous ? (
          <span className="stoa-card-author">{name}</span>
        ) : (
          <Anchor className="stoa-card-author" href={authorHref(post.publisherSlugUrl || post.publisherId)} dir="auto">
            {name}
          </Anchor>
        )}
      </span>
      <RoleBadge role={post.publisherRole ?? (post.createdByWhitelistedUser ? 'partner' : undefined)} />
      {showCommunity && (
        <Anchor className="stoa-card-community" href={communityHref(post)} {...written(post.communityTitle)}>
          {post.communityTitle}
        </Anchor>
      )}
      <RelativeTime value={(post.status === PostStatus.scheduled && post.scheduledAt) || post.createdAt} />
      {post.moderationScore !== null && (
        <Badge tone="danger">{t('feed.card.moderationScore', { score: post.moderationScore })}</Badge>
      )}
      {status !== undefined && <Badge tone="warning">{t(status)}</Badge>}
      {post.isSyndicated && <Badge>{t('feed.card.syndicated')}</Badge>}
      {post.promotedUntil !== undefined && <BadgeUntil time={post.promotedUntil}>{t('feed.card.promoted')}</BadgeUntil>}
      {post.isPinned && (
        <span className="stoa-card-pinned">
          <PinIcon size={16} /> {t('feed.card.pinned')}
        </span>
      )}
    </div>
  )
}

function CardTopics({ post, flairHref = topicPath }: PostCardProps) {
  return post.flairs.map((topic) => (
    <TopicPill key={topic.id} name={topic.name} color={topic.color} href={flairHref(post, topic.id)} />
  ))
}

function topicPath(community: InCommunity, flairId: string): string {
  return `${communityPath(community)}?flair=${flairId}`
}
