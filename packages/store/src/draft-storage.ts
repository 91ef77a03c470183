import type { Stoa } from './stoa.ts'

// Separate from `drafts.ts`, which is loaded only by people who write.

/** Prefix of every key in the page's storage. */
export const DRAFT_PREFIX = 'stoa.draft:'

/** The draft's key: where it is written (post id or thread key) and its target (`comment`, `reply:ID`, `edit:ID`). */
export function draftKey(scope: string, target: string): string {
  return `${scope} ${target}`
}

/** Storage key that marks a draft whose text field was closed with its text. */
export function closedDraftKey(key: string): string {
  return `${key}:closed`
}

/** Between a key and its owner; publishers’ article ids, which are part of keys, can’t contain it. */
const OWNER = '\u0000by:'

/** The key of a person's draft. A visitor's (empty id) has no owner: whoever signs in takes it over. */
export function ownDraftKey(key: string, writerId: string): string {
  return writerId === '' || key.includes(OWNER) ? key : key + OWNER + writerId
}

/** The key of a visitor's texts sent without a name. Who signs in meanwhile doesn't take them over; the next visitor does. */
export function namelessDraftKey(key: string): string {
  return key.includes(OWNER) ? key : key + OWNER
}

/** Whether it is such a key. */
export function isNameless(key: string): boolean {
  return key.endsWith(OWNER)
}

/** The key without its owner. */
export function withoutOwner(key: string): string {
  return key.split(OWNER, 1)[0] ?? key
}

/** Between a form's key and what tells it from one that another tab has begun under the same key. */
const APART = '\u0000apart:'

/** The key of a form that another tab would overwrite under the usual key. */
export function apartDraftKey(key: string, id: string): string {
  const owned = withoutOwner(key)
  return startOfApart(key) + id + key.slice(owned.length)
}

/** What begins all such keys, for the same form. */
export function startOfApart(key: string): string {
  return `${withoutOwner(key).split(APART, 1)[0]}${APART}`
}

/** Whose drafts the page shows: the viewer's, else a visitor's (empty). An open text box stays its writer's. */
export function draftOwner({ state }: Stoa): string {
  return state.getState().viewer?.id ?? ''
}

/** Whether the viewer has a draft under this key, and so `drafts.ts` is needed. */
export function hasDraft(stoa: Stoa, key: string): boolean {
  try {
    return [key, ownDraftKey(key, draftOwner(stoa))].some(
      (one) => draftStorage(stoa)?.getItem(DRAFT_PREFIX + one) != null,
    )
  } catch {
    return false
  }
}

/** Stores a text typed before `drafts.ts` was loaded, after any stored text. */
export function saveEarlyText(key: string, earlyText: string): void {
  try {
    const stored = JSON.parse(localStorage.getItem(DRAFT_PREFIX + key) ?? '{}') as {
      text?: string
      submitted?: unknown[]
    }
    const { text = '', submitted = [] } = stored
    if (earlyText === '' || text.includes(earlyText)) return
    const entry = { text: text ? `${text}\n\n${earlyText}` : earlyText, at: Date.now(), submitted }
    localStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(entry))
  } catch {
    // Something else is stored there, or nothing can be.
  }
}

/** The storage of drafts; null if the page has none. */
export function draftStorage({ options }: Stoa): Storage | null {
  if (options.storage !== undefined) return options.storage
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
