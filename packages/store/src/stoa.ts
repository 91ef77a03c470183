import { type ApiCall, errorCode, type Session, type StoaError } from '@stoa/client'
import type { Realtime } from '@stoa/client/realtime'
import {
  authorPath,
  type CallInput,
  type CallOutput,
  communityPath,
  type InCommunity,
  type Me,
  type MuteCause,
  type PostAddress,
  type PostSummary,
  postPath,
  threadPath,
  type UnreadCounts,
} from '@stoa/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type EntityTables, entityNames, publicEntities } from './entities.ts'
import { type FactAction, type FactTables, factNames } from './facts.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'
import { createVersions, type Versions } from './versions.ts'

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
  /** How many items its pages leave out because of what the viewer has blocked or muted. Default 0. */
  hidden?: number
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

/** An action that waits for a person. Ask them, then call `resume`. */
export interface Intent {
  /** `sign-in`: sign in first. `other-account`: the viewer is no longer who began it; ask whether to do it as the viewer. */
  kind: 'sign-in' | 'other-account'
  action: FactAction | 'post' | 'comment' | 'join' | 'edit' | 'hide' | 'follow' | 'report' | 'tip'
  /** The community, or empty. */
  tokenName: string
  /** Whether it was begun without a name, by a visitor who has signed in meanwhile. Default false. */
  isNameless?: boolean
  /** The action as data, if it can be resumed on another page load (`saveIntent`). */
  serializedAction?: SerializedAction | undefined
  /** Runs the action, as the viewer. Rejects like the action. */
  resume(): Promise<void>
  /** Drops the intent. A typed text stays as a draft. */
  cancel(): void
}

/** Name and input of an action of `createActions`. */
export interface SerializedAction {
  action: FactAction | 'createComment' | 'join' | 'follow'
  input: object
}

/** All that is cached by id: entities, and the viewer's facts about them. */
export type Tables = EntityTables & FactTables

/** The state of one application instance: plain data except `intent`. */
export interface StoaState extends Tables {
  /** Null for a visitor, undefined while unknown. */
  viewer: Me | null | undefined
  /** Id of the last viewer who was signed in on this page; empty if nobody was. */
  writerId: string
  /** Counts of unread notifications; null while unknown. */
  unread: UnreadCounts | null
  /** The communities that the viewer has joined; null while unknown. */
  joined: CallOutput<'joinedList'>['items'] | null
  /** Number of items that wait in the queues that the viewer moderates, up to 100; 0 while unknown. */
  queueLength: number
  /** The main menu as the viewer sees it; null for visitors, and while unknown. */
  menu: CallOutput<'menuShow'>['items'] | null
  /** Why the viewer has muted comments, by id, without others. */
  muted: Readonly<Record<string, MuteCause>>
  /** By `listKey`. */
  lists: Record<string, List>
  /** By `threadKey`. */
  threads: Record<string, Thread>
  /** New items by others that no list shows yet, by `newItemsKey`; oldest first. */
  newItems: Record<string, readonly string[]>
  intent: Intent | null
  /** What the viewer has written that the server hasn't confirmed, oldest first. Only with `StoaOptions.outbox`. */
  outbox: readonly OutboxEntry[]
  /** Title of a community that another action has joined for the viewer; null once a notice was shown. */
  joinedCommunity: string | null
  /** The viewer has published a comment or sent a message since the page was opened. */
  hasWritten: boolean
  /** By how much the server's clock is ahead of this one, in milliseconds; 0 while unknown. */
  clockOffset: number
}

/** The state that the server sends to the browser: a visitor's view, as JSON. */
export type DehydratedState = EntityTables & Pick<StoaState, 'lists' | 'threads'>

function emptyState(): StoaState {
  return {
    ...emptyTables<EntityTables>(entityNames),
    ...emptyTables<FactTables>(factNames),
    viewer: undefined,
    writerId: '',
    unread: null,
    joined: null,
    queueLength: 0,
    menu: null,
    muted: {},
    lists: {},
    threads: {},
    newItems: {},
    intent: null,
    outbox: [],
    joinedCommunity: null,
    hasWritten: false,
    clockOffset: 0,
  }
}

/** Tables without rows. */
export function emptyTables<Names>(names: readonly (keyof Names)[]): Names {
  return Object.fromEntries(names.map((name) => [name, {}])) as Names
}

/** A list not loaded yet. */
export const idleList: List = { ids: [], local: [], cursor: null, hasMore: false, status: 'idle', error: null }

/** Options of `createStoa`. */
export interface StoaOptions {
  client: { call: ApiCall }
  /** Who is signed in. Default: a visitor. */
  session?: Session
  /** Opens the live connection on the first watch. Default: no live updates. */
  realtime?: () => Promise<Realtime> | Realtime
  /**
   * Targets of components' links: `forumLinks('https://forum.example')`. Default: the forum's paths on the page's own
   * origin.
   */
  links?: ForumLinks
  /** Language of what the server words, such as the main menu. Default: the domain's. */
  language?: string
  /** Lowest price for promoting a post for a day, in tokens of its community. Default: posts can't be promoted. */
  promotionDayPrice?: string | undefined
  /** Storage for drafts. Default: the page's `localStorage`, where allowed. */
  storage?: Storage | null
  /** Opens the outbox on the first write. Default: what can't be sent at once is reported as an error. */
  outbox?: (stoa: Stoa) => Promise<Outbox>
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number
  /** State from the server's rendering (`dehydrate`). Default: empty. */
  state?: DehydratedState
}

/** One application instance: its state, client and session. Create one per page or server request. */
export interface Stoa {
  readonly state: StoreApi<StoaState>
  /** Sends with each write who the viewer is, so that nothing is published in another person's name. */
  readonly client: { call: ApiCall }
  readonly session: Session | undefined
  readonly options: StoaOptions
  readonly clock: () => number
  /** The state of the server's rendering, against which React hydrates. */
  readonly serverState: () => StoaState
  /**
   * The application's instance made by `create`, created on first use. If it is a promise that rejects, the next use
   * tries again.
   */
  singleton<Part>(create: (stoa: Stoa) => Part): Part
  /** Runs `work` on `destroy`, or at once if already destroyed. */
  onDestroy(work: () => void): void
  /** Calls `listener` when the server has refused a write because somebody else than the viewer is signed in. */
  onOtherAccount(listener: () => void): void
  /** Ends the live connection, listeners and timers. */
  destroy(): void
  readonly versions: Versions
  /** Temporary ids of the viewer's own comments, by the server's id, so that these keep their place and focus. */
  readonly temporaryIds: Map<string, string>
}

/** Creates an application instance. */
export function createStoa(options: StoaOptions): Stoa {
  const state = createStore<StoaState>(() => ({ ...emptyState(), ...options.state }))
  const hydrated = options.state && state.getState()
  const singletons = new Map<unknown, unknown>()
  const endings = new Set<() => void>()
  const otherAccountListeners = new Set<() => void>()
  let isOver = false
  const call: ApiCall = async (name, input, ...rest) => {
    const { viewer } = state.getState()
    try {
      return await options.client.call(name, input, ...(viewer ? [{ actorId: viewer.id, ...rest[0] }] : rest))
    } catch (error) {
      if (errorCode(error) === 'ACTOR_MISMATCH') for (const listener of otherAccountListeners) listener()
      throw error
    }
  }
  const stoa: Stoa = {
    state,
    client: { call },
    session: options.session,
    options,
    clock: options.clock ?? Date.now,
    serverState: () => hydrated ?? state.getState(),
    singleton(create) {
      if (!singletons.has(create)) {
        const part = create(stoa)
        singletons.set(create, part)
        if (part instanceof Promise) part.catch(() => singletons.delete(create))
      }
      return singletons.get(create) as ReturnType<typeof create>
    },
    onDestroy(work) {
      if (isOver) work()
      else endings.add(work)
    },
    onOtherAccount(listener) {
      otherAccountListeners.add(listener)
    },
    destroy() {
      isOver = true
      for (const end of endings) end()
      endings.clear()
    },
    versions: createVersions(),
    temporaryIds: new Map(),
  }
  return stoa
}

/**
 * The state that the server sends to the browser, as JSON. Pass it to `createStoa` as `state`. Contains a visitor's
 * view.
 */
export function dehydrate(stoa: Stoa): DehydratedState {
  const state = stoa.state.getState()
  return { ...publicEntities(state), lists: state.lists, threads: state.threads }
}

/**
 * Reads bypass the browser's cache, which may return a response that is seconds old (`stale-while-revalidate`) and
 * would overwrite newer events.
 */
export const NO_CACHE = { cache: 'no-cache' } as const

/** Addresses of the forum's pages, as components take them. */
export interface ForumLinks {
  /** Origin of the forum. */
  origin: string
  postHref(post: PostAddress): string
  editHref(post: Pick<PostSummary, 'tokenName' | 'communitySlug' | 'id'>): string
  authorHref(slugOrId: string): string
  communityHref(community: InCommunity): string
  flairHref(community: InCommunity, flairId: string): string
  threadHref(post: Pick<PostSummary, 'id'>): string
}

/** The forum's pages as seen from another origin. Pass it to `createStoa` as `links`. */
export function forumLinks(origin: string): ForumLinks {
  return {
    origin,
    postHref: (post) => origin + postPath(post),
    editHref: (post) => `${origin}${communityPath(post)}/posts/create/${post.id}`,
    authorHref: (slugOrId) => origin + authorPath(slugOrId),
    communityHref: (community) => origin + communityPath(community),
    flairHref: (community, flairId) => `${origin}${communityPath(community)}?flair=${flairId}`,
    threadHref: (post) => origin + threadPath(post),
  }
}
