import { randomId } from '@stoa/client'
import {
  draftOwner,
  draftStorage,
  isNameless,
  namelessDraftKey,
  ownDraftKey,
  DRAFT_PREFIX as PREFIX,
  startOfApart,
  withoutOwner,
} from './draft-storage.ts'
import type { Stoa } from './stoa.ts'

/**
 * Texts being written. They survive reloads, navigation, sign-in and failed requests. Only sending clears them. Each
 * belongs to the person who writes it, and is back when they are. A visitor's go to whoever signs in, except those
 * already sent without a name.
 */
export interface Drafts {
  /**
   * The key bound to the person who writes now. It stays theirs after somebody else has signed in. `asNameless`: a
   * visitor's text is to be sent without a name, so it never becomes the draft of somebody who signs in meanwhile.
   * Default false.
   */
  pin(key: string, asNameless?: boolean): string
  get(key: string): string
  set(key: string, text: string): void
  /** Keys of forms that other tabs have begun under this key, and have stored apart (`apartDraftKey`). */
  apart(key: string): string[]
  clear(key: string): void
  /** Calls `listener` after each change, also in other tabs. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Takes a text out for sending. Anything typed after it stays. */
  submit(key: string, text: string): SubmittedDraft
  /**
   * Gives a person the visitors' drafts on this device. Before they leave it, these are probably theirs: typed before
   * their session was known.
   */
  claim(writerId: string): void
  /** Writes unsaved changes to the storage now. */
  flush(): void
}

/** A text on its way to the server. It stays in the storage until `confirm`, so that a crash doesn't lose it. */
export interface SubmittedDraft {
  /** Stays the same when the same text is sent again after an unknown outcome, so that it isn't posted twice. */
  idempotencyKey: string
  /** Sent with the comment and repeated in its event. Stored like the key, as a repeat must have the same body. */
  nonce: string
  /** Call when the server has it. */
  confirm(): void
  /**
   * Puts the text back before anything typed since. `refused`: the server has responded, so the next try is a new
   * request.
   */
  restore(options: { refused: boolean }): void
  /** Puts the text back after `confirm`: the outbox, which had it, has given it up. */
  putBack(): void
}

/** What is stored under one key. */
interface Entry {
  text: string
  /** Time of the last change, in milliseconds. */
  at: number
  /** Texts being sent, or with unknown outcome. */
  submitted: Submission[]
  /** Other unfinished forms of this person, shown one by one when `text` is done. Default: none. */
  waiting?: string[] | undefined
}

interface Submission {
  text: string
  idempotencyKey: string
  nonce: string
  /** Whether it is part of the draft's text again. */
  isRestored: boolean
}

/** Keys of comment boxes. Their texts are joined; other drafts are forms as JSON. */
const COMMENT_BOX = / (comment|reply:|edit:)[^ ]*$/
const DEBOUNCE_MS = 300
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000

/** The drafts of an application: `stoa.singleton(createDrafts)`. */
export function createDrafts(stoa: Stoa): Drafts {
  const storage = draftStorage(stoa)
  const entries = new Map<string, Entry>()
  const unsaved = new Set<string>()
  const listeners = new Set<() => void>()
  const ownKey = (key: string) => ownDraftKey(key, draftOwner(stoa))
  let timer: ReturnType<typeof setTimeout> | undefined

  function entryOf(key: string): Entry {
    const cachedEntry = entries.get(key)
    if (cachedEntry) return entries.get(heritageOf(key))?.text ? withHeritage(key, cachedEntry) : cachedEntry
    const storedEntry = withHeritage(key, read(key))
    // The page was closed while these were being sent. Their old keys make it safe to send them again.
    const lost = storedEntry.submitted.filter(({ isRestored }) => !isRestored).map(({ text }) => text)
    const submitted = storedEntry.submitted.map((one) => ({ ...one, isRestored: true }))
    const entry = { ...storedEntry, submitted, text: joinTexts([...lost, storedEntry.text]) }
    // An empty draft is not cached: `saveEarlyText` may still store one.
    if (entry.text) entries.set(key, entry)
    return entry
  }

  function read(key: string): Entry {
    try {
      const storedEntry = JSON.parse(storage?.getItem(PREFIX + key) ?? 'null') as Entry | null
      if (storedEntry && typeof storedEntry.text === 'string' && Array.isArray(storedEntry.submitted))
        return storedEntry
    } catch {
      // Unreadable entries count as empty.
    }
    return { text: '', at: 0, submitted: [] }
  }

  /** With what a visitor has typed before signing in as this person; a visitor's draft with what they sent without a name. */
  function withHeritage(key: string, own: Entry): Entry {
    const from = heritageOf(key)
    if (from === key) return own
    const cachedEntry = entries.get(from)
    const { text: added, at, submitted } = cachedEntry ?? read(from)
    // What this page is sending waits for its outcome.
    const staying = cachedEntry ? submitted.filter(({ isRestored }) => !isRestored) : []
    const moving = submitted.filter((one) => !staying.includes(one))
    if (!added && moving.length === 0) return own
    entries.set(from, { text: '', at, submitted: staying })
    const texts = from === withoutOwner(key) ? [own.text, added] : [added, own.text]
    const isIncluded = own.text.includes(added)
    const waits = own.text !== '' && !isIncluded && !COMMENT_BOX.test(withoutOwner(key))
    const text = isIncluded || waits ? own.text : joinTexts(texts)
    const waiting = waits ? [...(own.waiting ?? []), added] : own.waiting
    const entry = { text, at, submitted: [...own.submitted, ...moving], waiting }
    entries.set(key, entry)
    for (const moved of [key, from]) unsaved.add(moved)
    flush()
    if (staying.length === 0) entries.delete(from)
    return entry
  }

  function put(key: string, entry: Entry): void {
    entries.set(key, entry)
    unsaved.add(key)
    timer ??= setTimeout(flush, DEBOUNCE_MS)
  }

  function change(key: string, next: Partial<Entry>): void {
    put(key, { ...entryOf(key), ...next, at: stoa.clock() })
    for (const listener of listeners) listener()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const key of unsaved) {
      const entry = entries.get(key)
      try {
        if (entry && (entry.text || entry.submitted.length > 0 || entry.waiting?.length))
          storage?.setItem(PREFIX + key, JSON.stringify(entry))
        else storage?.removeItem(PREFIX + key)
      } catch {
        // The storage is full or refused. The text lives as long as the page.
      }
    }
    unsaved.clear()
  }

  function storedKeys(): string[] {
    const names = Object.keys(storage ?? {}).filter((name) => name.startsWith(PREFIX))
    return names.map((name) => name.slice(PREFIX.length))
  }

  function removeExpired(): void {
    for (const key of storedKeys()) {
      if (read(key).at < stoa.clock() - MAX_AGE_MS) storage?.removeItem(PREFIX + key)
    }
  }

  function onStorage(event: StorageEvent): void {
    const key = event.key?.startsWith(PREFIX) ? event.key.slice(PREFIX.length) : null
    // What another tab sends without a name isn't lost.
    if (key === null || isNameless(key)) return
    // The last write wins, but this tab keeps its own submissions.
    const cachedEntry = entries.get(key)
    if (cachedEntry) entries.set(key, { ...read(key), submitted: cachedEntry.submitted })
    unsaved.delete(key)
    for (const listener of listeners) listener()
  }

  // Somebody else writes now: every box shows their own text.
  stoa.onDestroy(
    stoa.state.subscribe(({ viewer }, before) => {
      if (viewer?.id === before.viewer?.id) return
      flush()
      for (const listener of listeners) listener()
    }),
  )
  removeExpired()
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
    pin: (key, asNameless = false) => (asNameless ? namelessDraftKey(ownKey(key)) : ownKey(key)),
    get(anyKey) {
      const key = ownKey(anyKey)
      const entry = entryOf(key)
      const [next, ...waiting] = entry.waiting ?? []
      if (entry.text !== '' || next === undefined) return entry.text
      put(key, { ...entry, text: next, waiting })
      return next
    },
    set: (key, text) => change(ownKey(key), { text }),
    apart(anyKey) {
      const key = ownKey(anyKey)
      const owner = key.slice(withoutOwner(key).length)
      const isOne = (other: string) => other.startsWith(startOfApart(key)) && other.endsWith(owner)
      return storedKeys().filter((other) => isOne(other) && entryOf(other).text !== '')
    },
    clear: (key) => change(ownKey(key), { text: '', submitted: [] }),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        // A removed text field may reappear at once and then reads the storage.
        flush()
      }
    },
    submit(anyKey, text) {
      const key = ownKey(anyKey)
      const typedKey = isNameless(key) ? withoutOwner(key) : key
      const typed = entryOf(typedKey)
      const earlier = typed.submitted.find((other) => other.text === text)
      const { idempotencyKey, nonce } = earlier ?? { idempotencyKey: randomId(), nonce: randomId() }
      const isOther = (one: Submission) => one.idempotencyKey !== idempotencyKey
      const others = () => entryOf(key).submitted.filter(isOther)
      const submission: Submission = { text, idempotencyKey, nonce, isRestored: false }
      change(typedKey, { text: withoutPrefix(typed.text, text), submitted: typed.submitted.filter(isOther) })
      change(key, { submitted: [...others(), submission] })
      flush()
      return {
        idempotencyKey,
        nonce,
        confirm: () => change(key, { submitted: others().filter(({ isRestored }) => !isRestored) }),
        restore({ refused }) {
          const { text: since, submitted } = entryOf(key)
          // The same text may have been sent twice at once. Restore it once.
          const isOnItsWay = submitted.some((one) => one.idempotencyKey === idempotencyKey && !one.isRestored)
          change(key, {
            text: isOnItsWay ? joinTexts([text, since]) : since,
            submitted: refused ? others() : [...others(), { ...submission, isRestored: true }],
          })
        },
        putBack() {
          change(key, { text: joinTexts([text, entryOf(key).text]) })
          flush()
        },
      }
    },
    claim(writerId) {
      if (writerId === '') return
      for (const key of [...entries.keys(), ...storedKeys()]) {
        const own = ownDraftKey(key, writerId)
        if (key === withoutOwner(key)) withHeritage(own, entryOf(own))
      }
    },
    flush,
  }
}

/** Where a draft takes texts over from; the key itself if from nowhere. */
function heritageOf(key: string): string {
  if (isNameless(key)) return key
  const visitorsKey = withoutOwner(key)
  return visitorsKey === key ? namelessDraftKey(key) : visitorsKey
}

/** The text that follows what was sent. */
function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length).trimStart() : text
}

function joinTexts(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}
