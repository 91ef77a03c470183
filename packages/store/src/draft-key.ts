import type { Stoa } from './stoa.ts'

/** Apart from the drafts themselves, which only those load who write. */

/** Before every key in the page's storage. */
export const DRAFT_PREFIX = 'stoa.draft:'

/** The draft's key: where it is written (post id or thread key) and what it answers (`comment`, `reply:ID`, `edit:ID`). */
export function draftKey(place: string, target: string): string {
  return `${place} ${target}`
}

/** Where it is kept that the box of a draft was closed on purpose, with its text. */
export function closedKey(key: string): string {
  return `${key}:closed`
}

/** Whether the page's storage keeps a text under this key: for what decides whether to load the drafts at all. */
export function hasDraft(stoa: Stoa, key: string): boolean {
  try {
    return draftStorage(stoa)?.getItem(DRAFT_PREFIX + key) != null
  } catch {
    return false
  }
}

/** Keeps a text that was typed before the drafts themselves were there, beside what is kept already. */
export function keepEarlyText(key: string, typed: string): void {
  try {
    const kept = JSON.parse(localStorage.getItem(DRAFT_PREFIX + key) ?? '{}') as { text?: string; taken?: unknown[] }
    const { text = '', taken = [] } = kept
    if (typed === '' || text.includes(typed)) return
    const entry = { text: text ? `${text}\n\n${typed}` : typed, at: Date.now(), taken }
    localStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(entry))
  } catch {
    // The page may keep nothing.
  }
}

/** Where drafts are kept; null where the page may keep nothing. */
export function draftStorage({ options }: Stoa): Storage | null {
  if (options.storage !== undefined) return options.storage
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
