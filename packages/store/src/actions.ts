import { pageStorage } from '@stoa/client'
import { type FactAction, factEntries } from './facts.ts'
import { lazy } from './lazy.ts'
import type * as mutations from './mutations/index.ts'
import type { SerializedAction, Stoa } from './stoa.ts'
import { loadViewer } from './viewer.ts'

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

const OTHER_ACTIONS: Record<Exclude<keyof Mutations, FactAction>, true> = {
  join: true,
  follow: true,
  remind: true,
  createComment: true,
  editComment: true,
  hideComment: true,
  deleteComment: true,
  approvePost: true,
  changePost: true,
  deletePost: true,
  readAll: true,
  savePost: true,
  saveDraft: true,
  postAnonymously: true,
  tip: true,
  whenSignedIn: true,
}
const loadMutations = lazy(() => import('./mutations/index.ts'))

/** The actions of an application: `stoa.singleton(createActions)`. */
export function createActions(stoa: Stoa): Actions {
  const names = [...factEntries.map(([, { action }]) => action), ...Object.keys(OTHER_ACTIONS)] as (keyof Mutations)[]
  const bound = names.map((name) => [
    name,
    async (input: never): Promise<unknown> => (await loadMutations())[name](stoa, input),
  ])
  return {
    ...(Object.fromEntries(bound) as Actions),
    async prepare() {
      await loadMutations()
    },
  }
}

interface SavedIntent extends SerializedAction {
  /** Path of the page it belongs to. */
  path: string
  at: number
  /** Who began it; empty for a visitor. */
  writerId: string
}

const KEY = 'stoa.intent'
/** Signing in takes minutes; an older intent would come as a surprise. */
const MAX_AGE_MS = 20 * 60 * 1000

/** Saves the intent for this tab before it leaves the page to sign in. */
export function saveIntent(stoa: Stoa): void {
  const { intent: pending, writerId } = stoa.state.getState()
  const action = pending?.serializedAction
  if (!action) return
  const intent: SavedIntent = { ...action, path: window.location.pathname, at: stoa.clock(), writerId }
  // Without storage the button must be pressed again.
  pageStorage('session').setItem(KEY, JSON.stringify(intent))
}

/**
 * Runs the intent that `saveIntent` saved, once, and only on the same page. Call it when the viewer is signed in and
 * the page is shown. Rejects like the action.
 */
export async function resumeSavedIntent(stoa: Stoa): Promise<void> {
  const intent = takeSavedIntent(stoa)
  if (!intent) return
  // Also loads the viewer's reactions and votes, as repeating one would remove it.
  const me = await loadViewer(stoa)
  // Somebody else has signed in. What was typed stays a draft of the person who typed it.
  if (!me || (intent.writerId && intent.writerId !== me.id)) return
  const { reactions, votes } = stoa.state.getState()
  const { entityId, reactionName, postId, optionIndex } = intent.input as Record<string, string | undefined>
  if (intent.action === 'react' && reactions[entityId ?? ''] === reactionName) return
  if (intent.action === 'vote' && votes[postId ?? ''] === Number(optionIndex)) return
  await stoa.singleton(createActions)[intent.action](intent.input as never)
}

/** The intent saved for a page, without running it; null if there is none. */
export function savedIntentAt(stoa: Stoa, path: string): SerializedAction | null {
  const intent = readSavedIntent()
  return intent?.path === path && intent.at > stoa.clock() - MAX_AGE_MS ? intent : null
}

function takeSavedIntent(stoa: Stoa): SavedIntent | null {
  const intent = readSavedIntent()
  if (!intent || intent.path !== window.location.pathname) return null
  pageStorage('session').removeItem(KEY)
  return intent.at > stoa.clock() - MAX_AGE_MS ? intent : null
}

function readSavedIntent(): SavedIntent | null {
  try {
    return JSON.parse(pageStorage('session').getItem(KEY) ?? 'null') as SavedIntent | null
  } catch {
    return null
  }
}
