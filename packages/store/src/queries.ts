import {
  type CallInput,
  type CallOutput,
  COMMENTS_FIRST_PAGE_SIZE,
  type Comment,
  type CommentSort,
  PAGE_SIZE,
  type Page,
} from '@stoa/contract'
import { marks } from './facts.ts'
import type { Stoa, Tables } from './stoa.ts'
import { isThreadKey } from './thread-key.ts'

/** The calls that return pages of a list. */
type ListCall =
  | 'postList'
  | 'commentList'
  | 'communityList'
  | 'communityMembers'
  | 'followList'
  | 'notificationList'
  | 'savedList'
  | 'hiddenForMeList'
type ListParams<Call extends ListCall> = Omit<CallInput<Call>, 'limit' | 'fetchLimit' | 'cursor'>
/** An item of a page. */
type ListItem<Call extends ListCall> = Call extends 'commentList'
  ? Comment & { replies?: Page<Comment> }
  : CallOutput<Call>['items'][number]

/** Names a list by its call and parameters. Create one with the functions below. Equal queries name the same list. */
export type ListQuery = { [Call in ListCall]: { call: Call; params: ListParams<Call> } }[ListCall] & {
  /** The list starts with this comment's thread, and `loadComment` fills it. */
  from?: string
  /** The list starts after this cursor. */
  after?: string
}

/** How the lists of one call are cached. */
export interface ListSource<Item, Params> {
  /** The rows that a page's items contain. */
  rows(items: readonly Item[], params: Params): Partial<Tables>
  /** An item's key in its table. Default: its `id`. */
  keyOf?(item: Item, params: Params): string
  /** The first pages of other lists that an item contains. Default: none. */
  nestedPage?(item: Item): { query: ListQuery; page: Page<{ id: string }> } | null
  /** Items of the first page. Default: `PAGE_SIZE`. */
  pageSize?(params: Params): number
  /** Whether new items are added at the end. Default: at the top. */
  isOldestFirst?(params: Params): boolean
  /** Whether it has no items, so that none are requested. Default: it may have some. */
  isEmpty?(params: Params): boolean
  /** The key of its `newItems`. Default: empty, it has none. */
  newItemsKey?(params: Params, after: string | undefined): string
}

const sources: { [Call in ListCall]: ListSource<ListItem<Call>, ListParams<Call>> } = {
  postList: {
    rows: (posts) => ({ posts: byId(posts) }),
    newItemsKey({ type = 'all', tokenName = '', flairId = '' }, after) {
      // New posts belong to the first page only.
      if (after === undefined && (type === 'home' || type === 'joined')) return HOME_POSTS
      if (after !== undefined || !(type in FEED_KINDS)) return ''
      return newPostsKey(tokenName, { flairId, kind: FEED_KINDS[type as keyof typeof FEED_KINDS] })
    },
  },
  commentList: {
    rows: (items) => ({
      comments: byId(items.flatMap(({ replies, ...comment }) => [comment, ...(replies?.items ?? [])])),
    }),
    nestedPage: ({ id, parentCommentId, replies }) =>
      replies && parentCommentId === null ? { query: repliesOf(id), page: replies } : null,
    pageSize: ({ type }) => (type === 'post' ? COMMENTS_FIRST_PAGE_SIZE : PAGE_SIZE),
    isOldestFirst: ({ type }) => type === 'replies',
    isEmpty: ({ postId }) => isThreadKey(postId),
    newItemsKey: ({ parentCommentId, postId }) => parentCommentId ?? postId ?? '',
  },
  communityList: {
    rows: (items) => ({ communities: Object.fromEntries(items.map((one) => [one.tokenName, one])) }),
    keyOf: ({ tokenName }) => tokenName,
  },
  communityMembers: {
    rows: (items, { tokenName }) => ({
      members: Object.fromEntries(items.map((one) => [memberKey(tokenName, one.userId), one])),
    }),
    keyOf: ({ userId }, { tokenName }) => memberKey(tokenName, userId),
  },
  followList: {
    rows: (items) => ({
      users: byId(items.map(({ user }) => user)),
      follows: Object.fromEntries(
        items.map(({ user, followers, follows }) => [
          user.id,
          { followers, ...(follows === undefined ? {} : { follows }) },
        ]),
      ),
    }),
    keyOf: ({ user }) => user.id,
  },
  notificationList: {
    rows: (notifications) => ({ notifications: byId(notifications) }),
    newItemsKey: () => NOTIFICATIONS,
  },
  savedList: {
    rows: (items) => ({
      ...contentOf(items),
      saves: marks(items.map(({ id }) => id)),
      reminders: Object.fromEntries(items.map(({ id, remindAt = null }) => [id, { remindAt }])),
    }),
  },
  hiddenForMeList: { rows: (items) => ({ ...contentOf(items), hides: marks(items.map(({ id }) => id)) }) },
}

/** How a list is cached. */
export function sourceOf({ call }: ListQuery): ListSource<unknown, unknown> {
  return sources[call] as ListSource<unknown, unknown>
}

/** Entities by id. */
export function byId<Row extends { id: string }>(rows: readonly Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}

/** The posts and comments of saved or hidden items. */
function contentOf(items: readonly ListItem<'savedList' | 'hiddenForMeList'>[]): Partial<Tables> {
  return { posts: byId(items.map(({ post }) => post)), comments: byId(items.flatMap(({ comment }) => comment ?? [])) }
}

/** Top-level comments of a post (or of a thread without a post yet), each with its first replies. */
export function postComments(postId: string, options: { sort?: CommentSort; from?: string } = {}): ListQuery {
  const { sort = 'top', from } = options
  return { call: 'commentList', params: { type: 'post', postId, sort }, ...(from ? { from } : {}) }
}

/** Replies under a top-level comment, oldest first. */
export function repliesOf(parentCommentId: string): ListQuery {
  return { call: 'commentList', params: { type: 'replies', parentCommentId } }
}

/** All comments of a person, newest first. */
export function userComments(userId: string): ListQuery {
  return { call: 'commentList', params: { type: 'user', userId, sort: 'new' } }
}

/** Pending comments of a community. */
export function pendingComments(tokenName: string): ListQuery {
  return { call: 'commentList', params: { type: 'pending', tokenName } }
}

/** A feed of posts. */
export function feed(params: ListParams<'postList'>): ListQuery {
  return { call: 'postList', params }
}

/** Published communities: all, or those matching `query` or `tokenNames`. */
export function communities(params: ListParams<'communityList'> = {}): ListQuery {
  return { call: 'communityList', params }
}

/** A person's followers, or the people whom they follow. */
export function followsOf(userId: string, type: 'followers' | 'following'): ListQuery {
  return { call: 'followList', params: { idOrSlug: userId, type } }
}

/** Members of a community; with `partner` its partners. */
export function members(tokenName: string, type: 'all' | 'partner' = 'all'): ListQuery {
  return { call: 'communityMembers', params: { tokenName, type } }
}

/** The viewer's saved items, last saved first. Items removed since stay in the list but not in `saves`. */
export function savedItems(): ListQuery {
  return { call: 'savedList', params: {} }
}

/**
 * Items that the viewer has hidden for themselves, last hidden first. Items shown again stay in the list but not in
 * `hides`.
 */
export function hiddenForMeItems(): ListQuery {
  return { call: 'hiddenForMeList', params: {} }
}

/** The part of a list after a cursor, as a list of its own. Without a cursor, the list itself. */
export function startingAfter(query: ListQuery, after: string | undefined): ListQuery {
  return after === undefined ? query : { ...query, after }
}

/** The list's key in the state. The order of parameters doesn't matter. */
export function listKey({ call, params, from, after }: ListQuery): string {
  const sorted = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([call, Object.fromEntries(sorted), from, ...(after === undefined ? [] : [after])])
}

/** The query of a key that `listKey` made. */
export function queryOf(key: string): ListQuery {
  const [call, params, from, after] = JSON.parse(key) as [ListCall, never, string | null, string?]
  return startingAfter({ call, params, ...(from === null ? {} : { from }) }, after)
}

/** The lists of a post's comments in the state. */
export function openListsOf({ state }: Pick<Stoa, 'state'>, postId: string): ListQuery[] {
  const isOfPost = ({ call, params }: ListQuery) =>
    call === 'commentList' && params.type === 'post' && params.postId === postId
  return Object.keys(state.getState().lists).map(queryOf).filter(isOfPost)
}

/** Key of the list's `newItems` in the state; empty if it has none. */
export function newItemsKey(query: ListQuery): string {
  return sourceOf(query).newItemsKey?.(query.params, query.after) ?? ''
}

/** Key of new notifications in `newItems`. */
export const NOTIFICATIONS = 'notifications'

/** Key of new posts in the viewer's communities in `newItems`. */
export const HOME_POSTS = 'home posts'

/** Kind of new posts by type of feed. */
const FEED_KINDS = { all: '', community: 'community', partner: 'story' } as const

/** Key of a community's new posts in `newItems`: all, or those of a topic or kind. */
export function newPostsKey(tokenName: string, { flairId, kind }: { flairId: string; kind: string }): string {
  return `posts:${[tokenName, flairId, kind].filter(Boolean).join(':')}`
}

/** A member's key in the state. A person has one per community. */
export function memberKey(tokenName: string, userId: string): string {
  return `${tokenName}/${userId}`
}
