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

/** A post as far as it is known: from a feed without its blocks, from its own page with them. */
export type StoredPost = PostSummary & Partial<Pick<Post, 'postContent' | 'revision'>>

/** A paged list as far as it is loaded. Items stand in the tables, by these ids. */
export interface List {
  /** What is shown, in order, without repeats. */
  ids: readonly string[]
  /** The ids among them that did not come with a page: the viewer's own and shown new ones. */
  local: readonly string[]
  cursor: string | null
  hasMore: boolean
  status: 'idle' | 'loading' | 'success' | 'error'
  error: StoaError | null
}

/** Which article of which community: what the widget knows of its page. */
export type Article = Omit<CallInput<'articleThread'>, 'sort' | 'limit'>

/** The thread of a partner's article. */
export interface Thread {
  key: string
  article: Article
  /** The address that the server decided on. */
  articleUrl: string
  community: CallOutput<'articleThread'>['community']
  /** The post that holds the thread; the thread's own key as long as there is none. Good for every hook and action either way. */
  postId: string
}

/** Something that a person wanted to do and that needs a step before: show the step, then call `resume`. */
export interface Intent {
  kind: 'sign-in' | 'join'
  action: 'post' | 'comment' | 'react' | 'vote' | 'join' | 'edit' | 'hide' | 'follow'
  /** The community it is about; empty: none. */
  tokenName: string
  /** What was wanted, as data, where it can be done on another page's load (`keepIntent`). */
  again?: Again | undefined
  /** Call after signing in; for `join` call it on the press of "Join": it joins, then does what was wanted. Rejects like the action. */
  resume(): Promise<void>
  /** The person gave up; what was typed stays as a draft. */
  cancel(): void
}

/** An action of `createActions` and what it takes. */
export interface Again {
  action: 'createComment' | 'react' | 'vote' | 'join' | 'follow'
  change: object
}

/** How many follow somebody, and whether the viewer does; undefined as long as that is not known. */
export interface Follow {
  followers: number
  follows?: boolean
}

/** Everything that is kept by id. */
export interface Tables {
  posts: Record<string, StoredPost>
  comments: Record<string, Comment>
  users: Record<string, User>
  /** By token name. */
  communities: Record<string, Community>
  /** By `memberKey`. */
  members: Record<string, Member>
  /** By the id of who is followed. */
  follows: Record<string, Follow>
  /** What the viewer is told of. */
  notifications: Record<string, Notification>
  /** The viewer's own reaction by post or comment id. */
  reactions: Record<string, ReactionName>
  /** The viewer's own vote by post id: index of the option. */
  votes: Record<string, number>
}

/** The state of one application instance: plain data besides `intent`. */
export interface StoaState extends Tables {
  /** Null for a visitor, undefined as long as that is not known. */
  viewer: Me | null | undefined
  /** How much of what the viewer is told of is new; null as long as that is not known. */
  unread: UnreadCounts | null
  /** By `listKey`. */
  lists: Record<string, List>
  /** By `articleKey`. */
  threads: Record<string, Thread>
  /** New items by others that are not shown yet, by `freshKey`; oldest first. */
  fresh: Record<string, readonly string[]>
  intent: Intent | null
  /** How far the server's clock is ahead of this one's, in milliseconds; 0 as long as it is not known. */
  clockAhead: number
}

/** What the server hands to the browser: what a visitor may see, as JSON. */
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
  lists: {},
  threads: {},
  fresh: {},
  intent: null,
  clockAhead: 0,
}

/** A list that nobody has asked for yet. */
export const idleList: List = { ids: [], local: [], cursor: null, hasMore: false, status: 'idle', error: null }
