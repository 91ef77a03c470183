import { randomId } from '@stoa/client'
import { draftStorage, DRAFT_PREFIX as PREFIX } from './draft-key.ts'
import type { Stoa } from './stoa.ts'

/** Texts that people are writing. They survive reload, navigation, sign-in, refusal and failure, and clear only by being sent. */
export interface Drafts {
  get(key: string): string
  set(key: string, text: string): void
  clear(key: string): void
  /** Hears of changes, also of those in other tabs; returns the function that ends it. */
  subscribe(listener: () => void): () => void
  /** Takes a text out for sending; what was typed beyond it stays. */
  take(key: string, text: string): TakenDraft
  /** Writes what waits to the storage now. */
  flush(): void
}

/** A text on its way to the server; it stays in the storage until `sent`, so that a crash does not lose it. */
export interface TakenDraft {
  /** The same for the same text after a failure whose outcome is unknown, so that it can't be posted twice. */
  idempotencyKey: string
  sent(): void
  /** Puts the text back before whatever was typed since. `refused`: the server has answered, a new try is a new request. */
  putBack(options: { refused: boolean }): void
}

/** What is kept for one key. */
interface Entry {
  text: string
  /** When it was last written, in milliseconds. */
  at: number
  /** Texts on their way, or whose outcome was never heard. */
  taken: Taken[]
}

interface Taken {
  text: string
  idempotencyKey: string
  /** It stands in the draft's text again. */
  isBack: boolean
}

const DEBOUNCE_MS = 300
const KEPT_MS = 60 * 24 * 60 * 60 * 1000

/** The one set of drafts of an application: `stoa.part(createDrafts)`. */
export function createDrafts(stoa: Stoa): Drafts {
  const storage = draftStorage(stoa)
  const entries = new Map<string, Entry>()
  const unsaved = new Set<string>()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function entryOf(key: string): Entry {
    const known = entries.get(key)
    if (known) return known
    const stored = read(key)
    // What was on its way when the page went: nobody knows whether it arrived. With its old key it can be sent again safely.
    const lost = stored.taken.filter(({ isBack }) => !isBack).map(({ text }) => text)
    const taken = stored.taken.map((one) => ({ ...one, isBack: true }))
    const entry = { ...stored, taken, text: joined([...lost, stored.text]) }
    // Where there is nothing yet, something may be kept before these drafts hear of it (`keepEarlyText`).
    if (entry.text) entries.set(key, entry)
    return entry
  }

  function read(key: string): Entry {
    try {
      const stored = JSON.parse(storage?.getItem(PREFIX + key) ?? 'null') as Entry | null
      if (stored && typeof stored.text === 'string' && Array.isArray(stored.taken)) return stored
    } catch {
      // Unreadable: somebody else's, or broken. It counts as empty.
    }
    return { text: '', at: 0, taken: [] }
  }

  function change(key: string, next: Partial<Entry>): void {
    entries.set(key, { ...entryOf(key), ...next, at: stoa.clock() })
    unsaved.add(key)
    timer ??= setTimeout(flush, DEBOUNCE_MS)
    for (const listener of listeners) listener()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const key of unsaved) {
      const entry = entries.get(key)
      try {
        if (entry && (entry.text || entry.taken.length > 0)) storage?.setItem(PREFIX + key, JSON.stringify(entry))
        else storage?.removeItem(PREFIX + key)
      } catch {
        // The storage is full or refused: the text lives as long as the page.
      }
    }
    unsaved.clear()
  }

  function forgetOld(): void {
    for (const name of Object.keys(storage ?? {}).filter((key) => key.startsWith(PREFIX))) {
      if (read(name.slice(PREFIX.length)).at < stoa.clock() - KEPT_MS) storage?.removeItem(name)
    }
  }

  function onStorage(event: StorageEvent): void {
    const key = event.key?.startsWith(PREFIX) ? event.key.slice(PREFIX.length) : null
    if (key === null) return
    // The last one to write wins; what this tab has on its way stays its own business.
    const known = entries.get(key)
    if (known) entries.set(key, { ...read(key), taken: known.taken })
    unsaved.delete(key)
    for (const listener of listeners) listener()
  }

  forgetOld()
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', onStorage)
    window.addEventListener('pagehide', flush)
    stoa.onDestroy(() => {
      flush()
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pagehide', flush)
    })
  }

  return {
    get: (key) => entryOf(key).text,
    set: (key, text) => change(key, { text }),
    clear: (key) => change(key, { text: '', taken: [] }),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // A box that goes may be there again at once, and looks in the storage whether it has a text.
        flush()
      }
    },
    take(key, text) {
      const entry = entryOf(key)
      const idempotencyKey = entry.taken.find((other) => other.text === text)?.idempotencyKey ?? randomId()
      const others = () => entryOf(key).taken.filter((other) => other.idempotencyKey !== idempotencyKey)
      const taken: Taken = { text, idempotencyKey, isBack: false }
      change(key, { text: without(entry.text, text), taken: [...others(), taken] })
      flush()
      return {
        idempotencyKey,
        sent: () => change(key, { taken: others().filter(({ isBack }) => !isBack) }),
        putBack({ refused }) {
          change(key, {
            text: joined([text, entryOf(key).text]),
            taken: refused ? others() : [...others(), { ...taken, isBack: true }],
          })
        },
      }
    },
    flush,
  }
}

/** The text after what was sent of it. */
function without(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
}

function joined(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
