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
  postPath,
} from '@stoa/contract'
import {
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
import type { CommentLinks } from './thread-context.ts'

/** Which thread of the store to show, and how. */
export interface ThreadSourceOptions {
  /** The post's id, or the key of an article's thread. */
  postId: string
  /** Order of the list. Default `top`. */
  sort?: CommentSort | undefined
  /** The comment whose thread comes first, in a list of its own. Default: none. */
  commentId?: string | undefined
  /** The list begins after this cursor of the whole one; with `commentId` the replies of that comment do. Default: at its start. */
  after?: string | undefined
  /** Comments on the first page. Default 10. */
  pageSize?: number | undefined
  /** Origin of the forum for links, without a slash at its end. Default: that of the store. */
  origin?: string | undefined
  /** Address of what follows a cursor: in the thread, or in the replies of a comment. Default: buttons that need a script. */
  hrefAfter?: CommentLinks['more']
  /** Visitors may comment without a name where the community takes that; the client needs `createAppCheck`. Default false. */
  allowAnonymous?: boolean | undefined
  /** The viewer can sign out where they write. Default false. */
  allowSignOut?: boolean | undefined
  /** Told of the order that the reader chooses: make a source with it. */
  onSort: (sort: CommentSort) => void
  /** Told how many comments there were, when the reader asks for the next ones. */
  onMore: (shown: number) => void
  /** Told why a reaction was refused, after it was rolled back. */
  onFailure: (error: unknown) => void
}

/** A thread of the store as the props of `CommentThread`, without any framework. */
export interface ThreadSource {
  /** The props now; the same object as long as nothing of them changes, and the same comments in it. */
  get: () => CommentThreadProps
  /** The props that the server rendered from. */
  getServer: () => CommentThreadProps
  /** Loads what is missing and hears of changes; returns the function that ends it. */
  subscribe: (listener: () => void) => () => void
}

/** Makes the source of one thread; for other options make another one. */
export function createThreadSource(stoa: Stoa, options: ThreadSourceOptions): ThreadSource {
  const { postId, sort = 'top', commentId, after, pageSize, hrefAfter, allowAnonymous = false } = options
  const { origin = stoa.options.links?.origin ?? '' } = options
  const isWhole = commentId === undefined
  const query = isWhole
    ? startingAfter(postComments(postId, { sort }), after)
    : postComments(postId, { from: commentId })
  const key = listKey(query)
  const repliesTo = (id: string) => startingAfter(repliesOf(id), id === commentId ? after : undefined)
  const repliesKey = createKeys(repliesTo)
  const branchOf = createBranches(repliesKey)
  const actions = createThreadActions(stoa, { ...options, query, repliesTo })
  let last: CommentThreadProps | undefined
  let links: CommentThreadProps['links'] | undefined
  let linkedHome: string | undefined

  function compute(state: StoaState): CommentThreadProps {
    const post = state.posts[postId]
    const tokenName = tokenNameOf(state, postId)
    const home = post && origin + postPath(post)
    if (!links || home !== linkedHome) links = { ...linksOf(origin, post), more: hrefAfter }
    linkedHome = home
    const list = state.lists[key]
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
      isTimeout: state.viewer?.timeouts?.includes(tokenName ?? ''),
      allowAnonymous: allowAnonymous && takesAnonymous(state, postId),
      postPublisherId: post?.publisherId,
      reactions: state.reactions,
      hiddenForMe: state.hides,
      isSending: isTemporary,
      highlightedCommentId: commentId,
      allHref: isWhole && after === undefined ? undefined : home,
      actions,
      links,
    }
    if (!last || !isSame(last, next)) last = next
    return last
  }
  return {
    get: () => compute(stoa.state.getState()),
    getServer: () => compute(stoa.serverState()),
    subscribe(listener) {
      if (!stoa.state.getState().lists[key]) {
        const options = pageSize === undefined ? {} : { limit: pageSize }
        if (isWhole) void withLists(stoa, query, ({ loadList }) => loadList(stoa, query, options))
        // That the comment is gone is for the page around to say.
        else loadComment(stoa, commentId).catch(() => {})
      }
      return stoa.state.subscribe(listener)
    },
  }
}

/** Joins comments with their replies; gives the same object again while its parts are the same. */
function createBranches(repliesKey: (commentId: string) => string) {
  const known = new Map<string, { comment: Comment; branch: CommentWithReplies }>()
  return (state: StoaState, id: string): CommentWithReplies | undefined => {
    const comment = state.comments[id]
    if (!comment) return undefined
    const { ids = [], cursor = null, hasMore = false } = state.lists[repliesKey(id)] ?? {}
    const before = known.get(id)
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
    known.set(id, { comment, branch })
    return branch
  }
}

/** Computed once per comment: the source asks for every one after each change of the state. */
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
  // A page that was opened before the server was upgraded does not know.
  return posts[postId]?.anonymousComments ?? threads[postId]?.community.anonymousComments ?? false
}

/** Whether the viewer may comment; while nobody knows who is looking, the server says it on sending. */
function permissionOf(stoa: Stoa, about: { state: StoaState; postId: string }): Decision {
  const decision = decisionOf(stoa, about)
  // Joining goes without saying: `withIntent` does it.
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
  const { tokenName = '', slugUrl = '', kind = 'story' } = post ?? {}
  return {
    author: (slug) => origin + authorPath(slug),
    comment: (comment) => origin + commentPath({ tokenName, slugUrl, kind }, comment),
  }
}

/** The list before, when it has the same items. */
function same<Item>(before: readonly Item[] | undefined, now: Item[]): Item[] {
  const isSameList = before?.length === now.length && now.every((item, index) => item === before[index])
  return isSameList ? (before as Item[]) : now
}

function isSame(one: CommentThreadProps, other: CommentThreadProps): boolean {
  return (Object.keys(other) as (keyof CommentThreadProps)[]).every((name) => one[name] === other[name])
}
