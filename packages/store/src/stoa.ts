import type { ApiCall, Session } from '@stoa/client'
import type { Realtime } from '@stoa/client/realtime'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ForumLinks } from './forum-links.ts'
import { type DehydratedState, emptyState, type StoaState } from './state.ts'

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
  /** Storage for drafts. Default: the page's `localStorage`, where allowed. */
  storage?: Storage | null
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number
  /** State from the server's rendering (`dehydrate`). Default: empty. */
  state?: DehydratedState
}

/** One application instance: its state, client and session. Create one per page or server request. */
export interface Stoa {
  readonly state: StoreApi<StoaState>
  readonly client: { call: ApiCall }
  readonly session: Session | undefined
  readonly options: StoaOptions
  readonly clock: () => number
  /** The state of the server's rendering, against which React hydrates. */
  readonly serverState: () => StoaState
  /** The application's instance made by `create`, created on first use. */
  singleton<Part>(create: (stoa: Stoa) => Part): Part
  /** Runs `work` on `destroy`, or at once if already destroyed. */
  onDestroy(work: () => void): void
  /** Ends the live connection, listeners and timers. */
  destroy(): void
  /** Versions of entities, so that the response to an older request can't undo a newer change. */
  readonly versions: Versions
}

/** A counter of changes other than loading, and its value at each entity's last change. */
export interface Versions {
  current: number
  /** By id: the version of the last change by the viewer or an event; `Infinity` while a mutation is in flight. */
  readonly entities: Map<string, number>
  /** The same for the viewer's own reaction and vote, which events about an entity don't change. */
  readonly viewerState: Map<string, number>
}

/** Creates an application instance. */
export function createStoa(options: StoaOptions): Stoa {
  const state = createStore<StoaState>(() => ({ ...emptyState, ...options.state }))
  const hydrated = options.state && state.getState()
  const singletons = new Map<unknown, unknown>()
  const endings = new Set<() => void>()
  let isOver = false
  const stoa: Stoa = {
    state,
    client: options.client,
    session: options.session,
    options,
    clock: options.clock ?? Date.now,
    serverState: () => hydrated ?? state.getState(),
    singleton(create) {
      if (!singletons.has(create)) singletons.set(create, create(stoa))
      return singletons.get(create) as ReturnType<typeof create>
    },
    onDestroy(work) {
      if (isOver) work()
      else endings.add(work)
    },
    destroy() {
      isOver = true
      for (const end of endings) end()
      endings.clear()
    },
    versions: { current: 0, entities: new Map(), viewerState: new Map() },
  }
  return stoa
}

/**
 * The state that the server sends to the browser, as JSON. Pass it to `createStoa` as `state`. Contains a visitor's
 * view.
 */
export function dehydrate(stoa: Stoa): DehydratedState {
  const { posts, comments, users, communities, members, follows, lists, threads } = stoa.state.getState()
  return { posts, comments, users, communities, members, follows, lists, threads }
}

/**
 * Reads bypass the browser's cache, which may return a response that is seconds old (`stale-while-revalidate`) and
 * would overwrite newer events.
 */
export const NO_CACHE = { cache: 'no-cache' } as const
