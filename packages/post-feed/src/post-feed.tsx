import type { PostSummary, ReadingPosition, Topic } from '@stoa/contract'
import {
  Anchor,
  ArrowUpIcon,
  BackToTop,
  Button,
  ButtonLink,
  EmptyState,
  type RootProps,
  rootProps,
  useTranslate,
  VisuallyHidden,
} from '@stoa/ui'
import { Fragment, forwardRef, type ReactNode, useRef } from 'react'
import { FeedEnd } from './feed-end.tsx'
import { type FeedQuery, FeedToolbar } from './feed-toolbar.tsx'
import { postFeedMessages } from './messages.ts'
import { type CardLinks, PostCard } from './post-card.tsx'
import { PostCardSkeleton } from './post-card-skeleton.tsx'
import { useInsetAnchors } from './use-inset-anchors.ts'

export interface PostFeedProps extends RootProps, CardLinks {
  /** The posts shown, in order. */
  posts: readonly PostSummary[]
  /** Posts pinned at the top, not repeated below. Default: none. */
  pinned?: readonly PostSummary[] | undefined
  /** State of the first page. Default `success`. */
  status?: 'loading' | 'success' | 'error' | undefined
  /** Error text of the first page. Default: none. */
  error?: string | undefined
  /** Retries the first page. Default: no button. */
  onRetry?: (() => void) | undefined
  /** There are older posts. Default false. */
  hasMore?: boolean | undefined
  /** State of the next page. Default `idle`. */
  moreStatus?: 'idle' | 'loading' | 'error' | undefined
  /** Loads the next page. Default: follows `nextHref`. */
  onLoadMore?: (() => void) | undefined
  /** Address of the next page without scripts. Default: none. */
  nextHref?: string | undefined
  /** Address of the feed's start, for a list that starts after it. Default: the list is the start. */
  startHref?: string | undefined
  /** Number of new posts since the feed was loaded. Default 0. */
  newCount?: number | undefined
  /** Shows the new posts. Default: no button. */
  onShowNew?: (() => void) | undefined
  /** The query shown in the toolbar. Default: no toolbar. */
  query?: FeedQuery | undefined
  /** Address of the feed for another query. Default: no choices. */
  queryHref?: ((query: FeedQuery) => string) | undefined
  /** Called instead of following a choice's link. Default: the link is followed. */
  onQueryChange?: ((query: FeedQuery) => void) | undefined
  /** Topics to choose from. Default: none. */
  flairs?: readonly Topic[] | undefined
  /** Posts can be promoted, so that there is an order for it. Default false. */
  hasPromotions?: boolean | undefined
  /** Other filters in the toolbar. Default: none. */
  filters?: ReactNode
  /** Shows the community on each card, for feeds of several. Default false. */
  showCommunity?: boolean | undefined
  /** The community whose feed it is: cards of others' syndicated stories show theirs. Default: none. */
  tokenName?: string | undefined
  /** What the viewer has read, by post id: cards show the number of new comments. Default: unknown. */
  reads?: Readonly<Record<string, ReadingPosition>> | undefined
  /** Actions on the whole feed, at the end of the toolbar. Default: nothing. */
  menu?: ReactNode
  /** Content of an empty feed. Default: a message that there is nothing yet, with `emptyAction`. */
  empty?: ReactNode
  /** Call to action in an empty feed, such as a button to write a post. Default: nothing. */
  emptyAction?: ReactNode
  /** Renders what stands after every fifth card, given the ids of the posts around it. Default: nothing. */
  renderInset?: ((postId: string, nextPostId: string | undefined) => ReactNode) | undefined
  /** Renders a post's reaction bar. Default: none. */
  renderReactions?: ((post: PostSummary) => ReactNode) | undefined
  /** Renders a post's poll. Default: a summary. */
  renderPoll?: ((post: PostSummary) => ReactNode) | undefined
}

const NONE: readonly PostSummary[] = []
/** Cards rendered while loading: about one screen. */
const SKELETONS = 4
/** Pictures of the first cards are in the first view. */
const EAGER = 2

/** A feed of posts with its filters, states and older posts. */
export const PostFeed = forwardRef<HTMLElement, PostFeedProps>(function PostFeed(props, ref) {
  const { posts, pinned = [], status = 'success', newCount = 0, onShowNew, query, queryHref } = props
  const t = useTranslate(postFeedMessages)
  const pinnedIds = new Set(pinned.map((post) => post.id))
  const others = posts.filter((post) => !pinnedIds.has(post.id))
  const isEmpty = status === 'success' && others.length === 0 && pinned.length === 0 && !props.hasMore
  const list = useRef<HTMLUListElement>(null)

  function showNew() {
    onShowNew?.()
    // The button disappears. The render that removes it also adds the posts, but possibly later.
    setTimeout(() => list.current?.querySelector<HTMLElement>('.stoa-card-title a')?.focus())
  }

  return (
    <section
      aria-label={t('feed.label')}
      aria-busy={status === 'loading' || undefined}
      {...rootProps(props, 'stoa-feed')}
      ref={ref}
    >
      {query && queryHref && (
        <FeedToolbar
          query={query}
          queryHref={queryHref}
          onQueryChange={props.onQueryChange}
          flairs={props.flairs ?? []}
          menu={props.menu}
          filters={props.filters}
          hasPromotions={props.hasPromotions}
        />
      )}
      {props.startHref && (
        <p className="stoa-feed-start">
          <Anchor href={props.startHref}>{t('feed.start')}</Anchor>
        </p>
      )}
      {onShowNew && <NewPostsButton count={newCount} onShow={showNew} />}
      {status === 'error' && (
        <EmptyState
          title={t('feed.error.title')}
          action={props.onRetry && <Button onClick={props.onRetry}>{t('feed.retry')}</Button>}
        >
          {props.error}
        </EmptyState>
      )}
      {isEmpty && <EmptyFeed {...props} />}
      {status !== 'error' && pinned.length > 0 && (
        <ul className="stoa-feed-list" aria-label={t('feed.pinned')}>
          <Cards {...props} posts={pinned} eager={EAGER} renderInset={undefined} />
        </ul>
      )}
      {status === 'success' && others.length > 0 && (
        <ul ref={list} className="stoa-feed-list">
          <Cards {...props} posts={others} eager={Math.max(0, EAGER - pinned.length)} />
        </ul>
      )}
      {status === 'loading' && (
        <div className="stoa-feed-list">
          <VisuallyHidden>{t('feed.loading')}</VisuallyHidden>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <PostCardSkeleton key={index} />
          ))}
        </div>
      )}
      {status === 'success' && (
        <FeedEnd
          count={posts.length}
          hasMore={props.hasMore}
          moreStatus={props.moreStatus}
          onLoadMore={props.onLoadMore}
          nextHref={props.nextHref}
        />
      )}
      <BackToTop />
    </section>
  )
})

function Cards({ eager, ...props }: PostFeedProps & { eager: number }) {
  const { posts, renderReactions, renderPoll, renderInset, showCommunity, tokenName } = props
  const { postHref, authorHref, communityHref, flairHref } = props
  const anchors = useInsetAnchors(renderInset ? posts : NONE)
  return posts.map((post, index) => (
    <Fragment key={post.id}>
      <li>
        <PostCard
          post={post}
          reactions={renderReactions?.(post)}
          poll={post.pollOptions === null ? undefined : renderPoll?.(post)}
          read={props.reads?.[post.id]}
          showCommunity={showCommunity ?? (tokenName !== undefined && post.tokenName !== tokenName)}
          eager={index < eager}
          postHref={postHref}
          authorHref={authorHref}
          communityHref={communityHref}
          flairHref={flairHref}
        />
      </li>
      {renderInset && anchors.has(post.id) && <li>{renderInset(post.id, posts[index + 1]?.id)}</li>}
    </Fragment>
  ))
}

function EmptyFeed({ query, queryHref, empty, emptyAction }: PostFeedProps) {
  const t = useTranslate(postFeedMessages)
  if (query?.sort === 'promoted' && query.since === 'all' && query.flairId === null) {
    return <EmptyState title={t('feed.empty.promoted.title')}>{t('feed.empty.promoted.text')}</EmptyState>
  }
  if (empty !== undefined) return empty
  const filtered = query !== undefined && (query.flairId !== null || query.since !== 'all')
  if (!filtered || !queryHref) {
    return (
      <EmptyState title={t('feed.empty.title')} action={emptyAction}>
        {t('feed.empty.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('feed.empty.filtered.title')}
      action={
        <ButtonLink href={queryHref({ ...query, since: 'all', flairId: null })}>
          {t('feed.empty.filtered.reset')}
        </ButtonLink>
      }
    >
      {t('feed.empty.filtered.text')}
    </EmptyState>
  )
}

export interface NewPostsButtonProps {
  /** Number of new posts since the feed was loaded. */
  count: number
  /** Shows them. */
  onShow: () => void
}

/** Shows the number of new posts and loads them when pressed. It floats on the list's edge and moves nothing. */
function NewPostsButton({ count, onShow }: NewPostsButtonProps) {
  const t = useTranslate(postFeedMessages)
  return (
    <output className="stoa-feed-new">
      {count > 0 && (
        <Button variant="primary" size="s" icon={<ArrowUpIcon size={16} />} onClick={onShow}>
          {t('feed.newPosts', { count })}
        </Button>
      )}
    </output>
  )
}
