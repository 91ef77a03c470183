import {
  allow,
  authorPath,
  type Comment,
  type CommentSort,
  type CommentWithReplies,
  canCreateComment,
  canTakePart,
  commentPath,
  type Decision,
  moderates,
  postPath,
} from '@stoa/contract'
import {
  createVisits,
  isTemporary,
  type ListQuery,
  listKey,
  loadComment,
  postComments,
  repliesOf,
  type Stoa,
  type StoaState,
  type StoredPost,
  startingAfter,
  withLists,
} from '@stoa/store'
import type { CommentThreadProps } from './comment-thread.tsx'
import { createThreadActions } from './thread-actions.ts'
import type { CommentLinks, Unsent } from './thread-context.ts'

/** Which thread of the store to show, and how. */
export interface ThreadSourceOptions {
  /** The post's id, or the key of an article's thread. */
  postId: string
  /** Order of the list. Default `top`. */
  sort?: CommentSort | undefined
  /** The comment whose thread comes first, in a separate list. Default: none. */
  commentId?: string | undefined
  /** The list starts after this cursor. With `commentId`, that comment's replies do. Default: at the start. */
  after?: string | undefined
  /** Comments on the first page. Default 10. */
  pageSize?: number | undefined
  /** Origin of the forum for links, without a trailing slash. Default: the store's. */
  origin?: string | undefined
  /**
   * Address of the page after a cursor: of the thread, or of a comment's replies. Default: buttons that need scripts.
   */
  hrefAfter?: CommentLinks['more']
  /** Address of a comment on a partner's page, for copying. Default: only the forum's. */
  hereHref?: CommentLinks['here']
  /** Address of the whole thread, beside a linked comment. Default: the post's in the forum. */
  allHref?: string | undefined
  /** Visitors may comment anonymously if the community allows it. The client needs `createAppCheck`. Default false. */
  allowAnonymous?: boolean | undefined
  /** The viewer can sign out while writing. Default false. */
  allowSignOut?: boolean | undefined
  /** Called with the order that the reader chooses. Create a new source with it. */
  onSort: (sort: CommentSort) => void
  /** Called with the number of comments shown when the reader loads more. */
  onMore: (visibleCount: number) => void
  /** Called with the error after a reaction was rolled back. */
  onFailure: (error: unknown) => void
  /** Called after a person was muted or blocked, or no longer. Default: nothing is said. */
  onDone?: ((message: string, undo: () => void) => void) | undefined
  /** Called after the viewer saved a comment. Default: its menu says so. */
  onSaved?: ((commentId: string) => void) | undefined
}

/** A thread of the store as props of `CommentThread`, without a framework. */
export interface ThreadSource {
  /** The list of the store that it shows. */
  query: ListQuery
  /** The current props. The same object and comments until something changes. */
  get: () => CommentThreadProps
  /** The props from which the server rendered. */
  getServer: () => CommentThreadProps
  /** Loads missing data and subscribes to changes. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Creates the source of a thread. Other options need another source. */
export function createThreadSource(stoa: Stoa, options: ThreadSourceOptions): ThreadSource {
  const { postId, sort = 'top', commentId, after, pageSize, hrefAfter, allowAnonymous = false } = options
  const { origin = stoa.options.links?.origin ?? '' } = options
  const isWhole = commentId === undefined
  const query = isWhole
    ? startingAfter(postComments(postId, { sort }), after)
    : postComments(postId, { sort, from: commentId })
  const key = listKey(query)
  const repliesTo = (id: string) => startingAfter(repliesOf(id), id === commentId ? after : undefined)
  const repliesKey = createKeys(repliesTo)
  const branchOf = createBranches(repliesKey)
  const unsentOf = createUnsent()
  const visits = stoa.singleton(createVisits)
  const actions = createThreadActions(stoa, { ...options, query, repliesTo })
  const keyOf = (id: string) => stoa.temporaryIds.get(id) ?? id
  let last: CommentThreadProps | undefined
  let links: CommentThreadProps['links'] | undefined
  let linkedHome: string | undefined

  function compute(state: StoaState): CommentThreadProps {
    const post = state.posts[postId]
    const tokenName = tokenNameOf(state, postId)
    const home = post && origin + postPath(post)
    if (!links || home !== linkedHome) links = { ...linksOf(origin, post), here: options.hereHref, more: hrefAfter }
    linkedHome = home
    const list = state.lists[key]
    const { since, liveSince, newComments } = visits.timesOf(postId, state)
    const comments = same(
      last?.comments,
      (list?.ids ?? []).flatMap((id) => branchOf(state, id) ?? []),
    )
    const isLoading = !list || list.status === 'idle' || list.status === 'loading'
    const next: CommentThreadProps = {
      threadId: postId,
      comments,
      total: post?.numComments ?? 0,
      status: comments.length > 0 ? 'ready' : isLoading ? 'loading' : list.status === 'error' ? 'error' : 'ready',
      hasMore: list?.hasMore && comments.length > 0,
      cursor: list?.cursor,
      loadingMore: isLoading,
      loadingReplies: same(
        last?.loadingReplies,
        comments.filter(({ id }) => state.lists[repliesKey(id)]?.status === 'loading').map(({ id }) => id),
      ),
      sort,
      newItems: state.newItems,
      viewer: state.viewer ?? null,
      permission: samePermission(last?.permission, permissionOf(stoa, { state, postId })),
      bannedUntil: tokenName === undefined ? undefined : state.viewer?.bannedCommunities[tokenName],
      banReason: state.viewer?.banReasons?.[tokenName ?? ''],
      isTimeout: state.viewer?.timeouts?.includes(tokenName ?? ''),
      allowAnonymous: allowAnonymous && takesAnonymous(state, postId),
      isMembersOnly: isMembersOnly(state, postId),
      slowModeSeconds: slowModeSeconds(state, tokenName),
      postPublisherId: post?.publisherId,
      reactions: state.reactions,
      hiddenForMe: state.hides,
      muted: state.muted,
      isSending: isTemporary,
      unsent: unsentOf(state),
      keyOf,
      newSince: since,
      liveSince,
      newCount: newComments,
      highlightedCommentId: commentId,
      allHref: isWhole && after === undefined ? undefined : (options.allHref ?? home),
      actions,
      links,
    }
    if (!last || !isSame(last, next)) last = next
    return last
  }
  return {
    query,
    get: () => compute(stoa.state.getState()),
    getServer: () => compute(stoa.serverState()),
    subscribe(listener) {
      if (!stoa.state.getState().lists[key]) {
        const options = pageSize === undefined ? {} : { limit: pageSize }
        if (isWhole) void withLists(stoa, query, ({ loadList }) => loadList(stoa, query, options))
        // The page reports a missing comment.
        else loadComment(stoa, commentId, sort).catch(() => {})
      }
      return stoa.state.subscribe(listener)
    },
  }
}

/** Combines comments with their replies. Returns the same object until a part changes. */
function createBranches(repliesKey: (commentId: string) => string) {
  const branches = new Map<string, { comment: Comment; branch: CommentWithReplies }>()
  return (state: StoaState, id: string): CommentWithReplies | undefined => {
    const comment = state.comments[id]
    if (!comment) return undefined
    const { ids = [], cursor = null, hasMore = false } = state.lists[repliesKey(id)] ?? {}
    const before = branches.get(id)
    const items = same(
      before?.branch.replies.items,
      ids.flatMap((reply) => state.comments[reply] ?? []),
    )
    const { replies } = before?.branch ?? {}
    if (
      before?.comment === comment &&
      replies?.items === items &&
      replies.hasMore === hasMore &&
      replies.cursor === cursor
    )
      return before.branch
    const branch = { ...comment, replies: { items, cursor, hasMore } }
    branches.set(id, { comment, branch })
    return branch
  }
}

/** The viewer's comments that wait for the network, by id. The same object until one changes. */
function createUnsent() {
  let last: { outbox: StoaState['outbox']; unsent: Record<string, Unsent> } | undefined
  return ({ outbox }: StoaState) => {
    if (outbox !== last?.outbox) {
      const comments = outbox.flatMap(({ comment, state, reason, code }) =>
        comment ? [[comment.id, { state, reason, code }]] : [],
      )
      last = { outbox, unsent: Object.fromEntries(comments) as Record<string, Unsent> }
    }
    return last.unsent
  }
}

/** Computed once per comment, as the source requests all of them after each change. */
function createKeys(repliesTo: (commentId: string) => ListQuery) {
  const keys = new Map<string, string>()
  return (commentId: string) => {
    let key = keys.get(commentId)
    if (!key) keys.set(commentId, (key = listKey(repliesTo(commentId))))
    return key
  }
}

function tokenNameOf({ posts, threads }: StoaState, postId: string): string | undefined {
  return posts[postId]?.tokenName ?? threads[postId]?.community.tokenName
}

function takesAnonymous({ posts, threads }: StoaState, postId: string): boolean {
  const { anonymousComments = false, membersOnly } = posts[postId] ?? threads[postId]?.community ?? {}
  return anonymousComments && !membersOnly
}

function isMembersOnly({ posts, threads }: StoaState, postId: string): boolean {
  return (posts[postId] ?? threads[postId]?.community)?.membersOnly ?? false
}

/** Known once somebody writes. Doesn't apply to moderators. */
function slowModeSeconds({ communities, viewer }: StoaState, tokenName = ''): number {
  return moderates(viewer ?? null, tokenName) ? 0 : (communities[tokenName]?.slowModeSeconds ?? 0)
}

/** Whether the viewer may comment. Until the viewer is known, the server decides on sending. */
function permissionOf(stoa: Stoa, about: { state: StoaState; postId: string }): Decision {
  const decision = decisionOf(stoa, about)
  // `withIntent` joins automatically.
  const isImplied = !decision.allowed && decision.code === 'JOIN_REQUIRED' && stoa.session?.isByPublisher?.()
  return isImplied ? allow : decision
}

function decisionOf({ clock }: Stoa, { state, postId }: { state: StoaState; postId: string }): Decision {
  const { viewer, posts } = state
  const post = posts[postId]
  const tokenName = tokenNameOf(state, postId)
  if (viewer === undefined) return allow
  if (post) return canCreateComment(viewer, { post: { ...post, approvePosts: false }, replyTo: null }, clock())
  return tokenName === undefined ? allow : canTakePart(viewer, tokenName, clock())
}

function samePermission(before: Decision | undefined, now: Decision): Decision {
  if (!before || before.allowed !== now.allowed) return now
  return before.allowed || now.allowed || before.code === now.code ? before : now
}

function linksOf(origin: string, post: StoredPost | undefined): CommentThreadProps['links'] {
  const address = post ?? { tokenName: '', slugUrl: '', kind: 'story' as const }
  return {
    author: (slug) => origin + authorPath(slug),
    comment: (comment) => origin + commentPath(address, comment),
  }
}

/** The previous list, if it has the same items. */
function same<Item>(before: readonly Item[] | undefined, now: Item[]): Item[] {
  const isSameList = before?.length === now.length && now.every((item, index) => item === before[index])
  return isSameList ? (before as Item[]) : now
}

function isSame(one: CommentThreadProps, other: CommentThreadProps): boolean {
  return (Object.keys(other) as (keyof CommentThreadProps)[]).every((name) => one[name] === other[name])
}
