import type { ApiCall, Session } from '@stoa/client'
import type { Realtime } from '@stoa/client/realtime'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type DehydratedState, emptyState, type StoaState } from './state.ts'

/** Options of `createStoa`. */
export interface StoaOptions {
  client: { call: ApiCall }
  /** Who is signed in. Default: a visitor. */
  session?: Session
  /** Opens the live connection on the first watch. Default: nothing is live. */
  realtime?: () => Promise<Realtime> | Realtime
  /** Where drafts are kept. Default: the page's `localStorage`, where allowed. */
  storage?: Storage | null
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number
  /** State from the server's rendering (`dehydrate`). Default: empty. */
  state?: DehydratedState
}

/** One application instance: its state, and what everything else hangs on. Make one per page, widget page or server request. */
export interface Stoa {
  readonly state: StoreApi<StoaState>
  readonly client: { call: ApiCall }
  readonly session: Session | undefined
  readonly options: StoaOptions
  readonly clock: () => number
  /** What the server rendered from; what React hydrates against. */
  readonly serverState: () => StoaState
  /** The one instance of a part of this application: made on first use, so that what nobody uses is not even loaded. */
  part<Part>(create: (stoa: Stoa) => Part): Part
  /** Runs on `destroy`; at once when that has been: what was on its way until then must not stay. */
  onDestroy(work: () => void): void
  /** Ends everything that the instance holds: connection, listeners, timers. */
  destroy(): void
  /** Order of changes, so that the answer to an older question can't undo a newer one. */
  readonly changes: Changes
}

/** Which entities have changed other than by loading, and when, counted in changes. */
export interface Changes {
  turn: number
  /** By id: the turn of its last change by the viewer or by an event, `Infinity` while one is on its way to the server. */
  readonly changed: Map<string, number>
  /** The same for what the viewer did: news about an entity leave the viewer's own reaction and vote as they are. */
  readonly acted: Map<string, number>
}

/** Makes an application instance. */
export function createStoa(options: StoaOptions): Stoa {
  const state = createStore<StoaState>(() => ({ ...emptyState, ...options.state }))
  const hydrated = options.state && state.getState()
  const parts = new Map<unknown, unknown>()
  const endings = new Set<() => void>()
  let isOver = false
  const stoa: Stoa = {
    state,
    client: options.client,
    session: options.session,
    options,
    clock: options.clock ?? Date.now,
    serverState: () => hydrated ?? state.getState(),
    part(create) {
      if (!parts.has(create)) parts.set(create, create(stoa))
      return parts.get(create) as ReturnType<typeof create>
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
    changes: { turn: 0, changed: new Map(), acted: new Map() },
  }
  return stoa
}

/** What the server hands to the browser: give it to `createStoa` there as `state`. JSON, of what a visitor may see. */
export function dehydrate(stoa: Stoa): DehydratedState {
  const { posts, comments, users, communities, members, follows, lists, threads } = stoa.state.getState()
  return { posts, comments, users, communities, members, follows, lists, threads }
}
