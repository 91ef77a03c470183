import { StoredPoll } from '@stoa/poll'
import { StoredReactions } from '@stoa/reactions'
import { type ListQuery, listKey } from '@stoa/store'
import { useCommunity, useList, useStoa, useStoaState, useWatch } from '@stoa/store/react'
import type { RootProps } from '@stoa/ui'
import { forwardRef } from 'react'
import { PostFeed, type PostFeedProps } from './post-feed.tsx'
import { useShownPosts } from './use-shown-posts.ts'

/** Props of `ConnectedPostFeed`: the list, and props of `PostFeed` except its data. */
export interface ConnectedPostFeedProps
  extends RootProps,
    Pick<
      PostFeedProps,
      | 'query'
      | 'menu'
      | 'queryHref'
      | 'startHref'
      | 'filters'
      | 'empty'
      | 'emptyAction'
      | 'showCommunity'
      | 'postHref'
      | 'authorHref'
      | 'communityHref'
      | 'flairHref'
      | 'renderInset'
    > {
  /** The feed (`feed(…)` of the store). */
  list: ListQuery
  /** Whether it loads the first page. Default: true. */
  load?: boolean | undefined
  /** Posts pinned at the top. Default: none. */
  pinned?: ListQuery | undefined
  /** The community whose topics and new posts are shown. Default: none. */
  tokenName?: string | undefined
  /** Address of the page after a cursor, for readers without scripts. Default: none. */
  hrefAfter?: ((cursor: string) => string) | undefined
  /** Called with the number of posts when the reader loads more. */
  onMore?: ((visibleCount: number) => void) | undefined
  /** Called when a reaction or vote is refused, after the rollback. Show `alertFor(error)`. Default: not reported. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** A feed of the store. Loads posts, loads more, and updates live. */
export const ConnectedPostFeed = forwardRef<HTMLElement, ConnectedPostFeedProps>(
  function ConnectedPostFeed(props, ref) {
    const { list, load = true, pinned, tokenName, hrefAfter, onMore, onFailure, ...look } = props
    const { ids, status, hasMore, cursor, newCount, loadMore, reload, showNewItems } = useList(list, { load })
    const posts = useShownPosts(ids)
    const pinnedPosts = useShownPosts(useIdsOf(pinned))
    const community = useCommunity(tokenName ?? '')
    const reads = useStoaState((state) => state.reads)
    useWatch({ postIds: [...ids], ...(tokenName ? { communities: [tokenName] } : {}) })
    const { links, promotionDayPrice } = useStoa().options
    const isFirst = ids.length === 0

    function grow(): void {
      onMore?.(ids.length)
      loadMore()
    }
    return (
      <PostFeed
        {...links}
        {...look}
        hasPromotions={promotionDayPrice !== undefined && community?.moneyOff !== true}
        ref={ref}
        posts={posts}
        pinned={pinnedPosts}
        reads={reads}
        status={isFirst && status !== 'success' ? (status === 'error' ? 'error' : 'loading') : 'success'}
        onRetry={reload}
        hasMore={hasMore}
        moreStatus={!isFirst && (status === 'loading' || status === 'error') ? status : 'idle'}
        onLoadMore={grow}
        nextHref={cursor === null ? undefined : hrefAfter?.(cursor)}
        newCount={newCount}
        onShowNew={showNewItems}
        tokenName={tokenName}
        flairs={community?.activeFlairs ?? []}
        renderReactions={(post) => <StoredReactions entityType="Post" entityId={post.id} onFailure={onFailure} />}
        renderPoll={(post) => <StoredPoll postId={post.id} authorHref={look.authorHref} onFailure={onFailure} />}
      />
    )
  },
)

const NONE: readonly string[] = []

function useIdsOf(list: ListQuery | undefined): readonly string[] {
  const key = list ? listKey(list) : ''
  return useStoaState(({ lists }) => lists[key]?.ids ?? NONE)
}
