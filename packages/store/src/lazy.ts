import { StoaError } from '@stoa/client'
import type { Watch } from '@stoa/contract'
import { setList } from './cache.ts'
import type * as lists from './lists.ts'
import type { NamedEvent } from './live/apply-event.ts'
import type * as mutations from './mutations/index.ts'
import type { ListQuery } from './queries.ts'
import type { SerializedAction, Stoa } from './stoa.ts'
import { loadViewer } from './viewer.ts'

// Lists, live updates and the viewer's mutations. Their code is loaded on first use.

/** Loads code with `import()`; a failure is a `StoaError` with code `CODE_NOT_LOADED`. */
export function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch((cause: unknown) => {
    throw new StoaError('CODE_NOT_LOADED', { message: '', cause })
  })
}

/**
 * Runs `work` with the code of lists, loaded on first use: a list rendered with the page doesn't need it. If loading
 * fails, the list's status is `error`. Never rejects.
 */
export function withLists(stoa: Stoa, query: ListQuery, work: (code: typeof lists) => unknown): Promise<unknown> {
  return loadCode(() => import('./lists.ts')).then(work, (error: StoaError) =>
    setList(stoa, query, () => ({ status: 'error', error })),
  )
}

/** Subscribes to live updates of posts and communities. Returns the function that unsubscribes. */
export function watch(stoa: Stoa, rooms: Watch): () => void {
  if (!stoa.options.realtime) return () => {}
  let end = () => {}
  let isEnded = false
  import('./live/connection.ts')
    .then(({ createLive }) => stoa.singleton(createLive))
    .then((realtime) => {
      if (!isEnded) end = realtime.watch(rooms)
    })
    // Offline or blocked. The page works without live updates, and the next watch tries again.
    .catch(() => {})
  return () => {
    isEnded = true
    end()
  }
}

/**
 * Applies events of a thread that arrived before the application was subscribed; `events` may grow until this is done.
 * With `hasGap` the newest comments are loaded again.
 */
export async function replayEvents(
  stoa: Stoa,
  earlier: { events: readonly NamedEvent[]; hasGap: boolean },
): Promise<void> {
  const { catchUp, createLive, receive } = await import('./live/connection.ts')
  await stoa.singleton(createLive)
  for (const event of earlier.events) receive(stoa, event)
  if (earlier.hasGap) catchUp(stoa)
}

type Mutations = typeof mutations

/**
 * The viewer's mutations, bound to an application. They update the state at once and roll back when they reject
 * (`StoaError`). `AUTH_REQUIRED` leaves an `intent` in the state. Their code is loaded on first use.
 */
export type Actions = {
  [Name in keyof Mutations]: (input: Parameters<Mutations[Name]>[1]) => ReturnType<Mutations[Name]>
} & {
  /** Loads the code early, for instance when the pointer approaches a button. */
  prepare(): Promise<void>
}

const NAMES = Object.keys({
  react: true,
  vote: true,
  join: true,
  createComment: true,
  editComment: true,
  approvePost: true,
  changePost: true,
  deletePost: true,
  savePost: true,
  saveDraft: true,
  postAnonymously: true,
  hideComment: true,
  follow: true,
  save: true,
  hideForMe: true,
  whenSignedIn: true,
} satisfies Record<keyof Mutations, true>) as (keyof Mutations)[]

/** The actions of an application: `stoa.singleton(createActions)`. */
export function createActions(stoa: Stoa): Actions {
  const load = () => loadCode(() => import('./mutations/index.ts'))
  const bound = NAMES.map((name) => [name, async (input: never): Promise<unknown> => (await load())[name](stoa, input)])
  return {
    ...(Object.fromEntries(bound) as Actions),
    async prepare() {
      await load()
    },
  }
}

interface SavedIntent extends SerializedAction {
  /** Path of the page it belongs to. */
  path: string
  at: number
}

const KEY = 'stoa.intent'
/** Signing in takes minutes; an older intent would come as a surprise. */
const MAX_AGE_MS = 20 * 60 * 1000

/** Saves the intent for this tab before it leaves the page to sign in. */
export function saveIntent(stoa: Stoa): void {
  const action = stoa.state.getState().intent?.serialized
  if (!action) return
  const saved: SavedIntent = { ...action, path: window.location.pathname, at: stoa.clock() }
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(saved))
  } catch {
    // The page has no storage: the button must be pressed again.
  }
}

/**
 * Runs the intent that `saveIntent` saved, once, and only on the same page. Call it when the viewer is signed in and
 * the page is shown. Rejects like the action.
 */
export async function resumeSavedIntent(stoa: Stoa): Promise<void> {
  const saved = takeSavedIntent(stoa)
  if (!saved) return
  // Also loads the viewer's reactions and votes, as repeating one would remove it.
  if (!(await loadViewer(stoa))) return
  const { reactions, votes } = stoa.state.getState()
  const { entityId, reactionName, postId, optionIndex } = saved.input as Record<string, string | undefined>
  if (saved.action === 'react' && reactions[entityId ?? ''] === reactionName) return
  if (saved.action === 'vote' && votes[postId ?? ''] === Number(optionIndex)) return
  await stoa.singleton(createActions)[saved.action](saved.input as never)
}

function takeSavedIntent(stoa: Stoa): SavedIntent | null {
  try {
    const saved = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as SavedIntent | null
    if (!saved || saved.path !== window.location.pathname) return null
    window.sessionStorage.removeItem(KEY)
    return saved.at > stoa.clock() - MAX_AGE_MS ? saved : null
  } catch {
    return null
  }
}
