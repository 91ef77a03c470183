import type { StoaError } from '@stoa/client'
import type {
  CallInput,
  CallOutput,
  Comment,
  Community,
  Me,
  Member,
  Notification,
  Post,
  PostSummary,
  ReactionName,
  UnreadCounts,
  User,
} from '@stoa/contract'

/** A post: from a feed without its blocks, from its own page with them. */
export type StoredPost = PostSummary & Partial<Pick<Post, 'postContent' | 'revision' | 'readingMinutes'>>

/** The loaded part of a paged list. `ids` refer to entities. */
export interface List {
  /** In order, without repeats. */
  ids: readonly string[]
  /** Those that weren't on a page: the viewer's own and new items. */
  local: readonly string[]
  cursor: string | null
  hasMore: boolean
  status: 'idle' | 'loading' | 'success' | 'error'
  error: StoaError | null
}

/** An article of a community, as named by the widget's page. */
export type Article = Omit<CallInput<'articleThread'>, 'sort' | 'limit'>

/** The thread of a partner's article. */
export interface Thread {
  key: string
  article: Article
  /** Canonical address, chosen by the server. */
  articleUrl: string
  community: CallOutput<'articleThread'>['community']
  /** Id of the thread's post, or the thread's key while it has none. Every hook and action takes either. */
  postId: string
  /** The conversation is hidden from everybody. */
  isHidden: boolean
}

/** An action that needs signing in first. Ask for that, then call `resume`. */
export interface Intent {
  kind: 'sign-in'
  action: 'post' | 'comment' | 'react' | 'vote' | 'join' | 'edit' | 'hide' | 'follow' | 'save' | 'report'
  /** The community, or empty. */
  tokenName: string
  /** The action as data, if it can be resumed on another page load (`saveIntent`). */
  serialized?: SerializedAction | undefined
  /** Runs the action after signing in. Rejects like the action. */
  resume(): Promise<void>
  /** Drops the intent. A typed text stays as a draft. */
  cancel(): void
}

/** Name and input of an action of `createActions`. */
export interface SerializedAction {
  action: 'createComment' | 'react' | 'vote' | 'join' | 'follow' | 'save'
  input: object
}

/** A person's number of followers, and whether the viewer follows them (undefined while unknown). */
export interface Follow {
  followers: number
  follows?: boolean
}

/** All cached entities by id. */
export interface Entities {
  posts: Record<string, StoredPost>
  comments: Record<string, Comment>
  users: Record<string, User>
  /** By token name. */
  communities: Record<string, Community>
  /** By `memberKey`. */
  members: Record<string, Member>
  /** By the followed person's id. */
  follows: Record<string, Follow>
  notifications: Record<string, Notification>
  /** The viewer's own reaction by post or comment id. */
  reactions: Record<string, ReactionName>
  /** The viewer's own vote by post id: index of the option. */
  votes: Record<string, number>
  /** What the viewer has saved, by post or comment id. */
  saves: Record<string, true>
  /** What the viewer has hidden for themselves, by post or comment id. */
  hides: Record<string, true>
}

/** The state of one application instance: plain data except `intent`. */
export interface StoaState extends Entities {
  /** Null for a visitor, undefined while unknown. */
  viewer: Me | null | undefined
  /** Counts of unread notifications; null while unknown. */
  unread: UnreadCounts | null
  /** By `listKey`. */
  lists: Record<string, List>
  /** By `threadKey`. */
  threads: Record<string, Thread>
  /** New items by others that no list shows yet, by `newItemsKey`; oldest first. */
  newItems: Record<string, readonly string[]>
  intent: Intent | null
  /** Title of a community that another action has joined for the viewer; null once a notice was shown. */
  joinedCommunity: string | null
  /** By how much the server's clock is ahead of this one, in milliseconds; 0 while unknown. */
  clockOffset: number
}

/** The state that the server sends to the browser: a visitor's view, as JSON. */
export type DehydratedState = Pick<
  StoaState,
  'posts' | 'comments' | 'users' | 'communities' | 'members' | 'follows' | 'lists' | 'threads'
>

export const emptyState: StoaState = {
  viewer: undefined,
  unread: null,
  posts: {},
  comments: {},
  users: {},
  communities: {},
  members: {},
  follows: {},
  notifications: {},
  reactions: {},
  votes: {},
  saves: {},
  hides: {},
  lists: {},
  threads: {},
  newItems: {},
  intent: null,
  joinedCommunity: null,
  clockOffset: 0,
}

/** A list not loaded yet. */
export const idleList: List = { ids: [], local: [], cursor: null, hasMore: false, status: 'idle', error: null }
