import { createActions } from './actions.ts'
import type { Again } from './state.ts'
import type { Stoa } from './stoa.ts'
import { loadViewer } from './viewer.ts'

interface Kept extends Again {
  /** Path of the page that it was wanted on. */
  path: string
  at: number
}

const KEY = 'stoa.intent'
/** Signing in elsewhere takes minutes; what was wanted longer ago would come as a surprise. */
const KEPT_MS = 20 * 60 * 1000

/** Keeps what somebody wants, in this tab, before it leaves the page to sign in. Texts stand in the drafts anyway. */
export function keepIntent(stoa: Stoa): void {
  const again = stoa.state.getState().intent?.again
  if (!again) return
  const kept: Kept = { ...again, path: window.location.pathname, at: stoa.clock() }
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // The page may keep nothing: it has to be pressed again.
  }
}

/**
 * Does what was wanted before this tab left the page to sign in, once, and only back on that page. Call it when somebody
 * is signed in and the page shows. Rejects like the action.
 */
export async function resumeKeptIntent(stoa: Stoa): Promise<void> {
  const kept = takeKept(stoa)
  if (!kept) return
  // With the facts of what is shown: a second press of the same reaction would take it back.
  if (!(await loadViewer(stoa))) return
  const { reactions, votes } = stoa.state.getState()
  const { entityId, reactionName, postId, optionIndex } = kept.change as Record<string, string | undefined>
  if (kept.action === 'react' && reactions[entityId ?? ''] === reactionName) return
  if (kept.action === 'vote' && votes[postId ?? ''] === Number(optionIndex)) return
  await stoa.part(createActions)[kept.action](kept.change as never)
}

function takeKept(stoa: Stoa): Kept | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Kept | null
    if (!kept || kept.path !== window.location.pathname) return null
    window.sessionStorage.removeItem(KEY)
    return kept.at > stoa.clock() - KEPT_MS ? kept : null
  } catch {
    return null
  }
}
