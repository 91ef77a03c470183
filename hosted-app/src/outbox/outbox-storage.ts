import type { AnyWrite } from '@stoa/store'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A write as stored. Its state follows from these facts. */
export type StoredEntry = AnyWrite & {
  /** When it was written, in ms. */
  createdAt: number
  /** From this time on its writer is asked first: the server may have forgotten an earlier try. */
  askFrom: number
  /** The server's refusal; null without one. */
  refusal: { code: string; message: string } | null
}

/** Where the outbox keeps writes. */
export interface OutboxStorage {
  /** A person's entries, oldest first. */
  list(personId: string): Promise<StoredEntry[]>
  /** Stores and removes entries, all or none. */
  write(changes: { put?: readonly StoredEntry[]; remove?: readonly string[] }): Promise<void>
  /** Removes all entries of a person. */
  clear(personId: string): Promise<void>
  /** Removes other people's entries that were written before a time. */
  removeOthers(personId: string, before: number): Promise<void>
}

interface Schema extends DBSchema {
  entries: { key: string; value: StoredEntry; indexes: { byPerson: string } }
}

const NAME = 'stoa.outbox'
/** Some browsers never answer in private windows. */
const TIMEOUT_MS = 3000

/** The browser's database. It is opened on first use; every call rejects if the browser has none. */
export function createOutboxStorage(): OutboxStorage {
  let opening: Promise<IDBPDatabase<Schema>> | null = null

  function open(): Promise<IDBPDatabase<Schema>> {
    opening ??= inTime(
      openDB<Schema>(NAME, 1, {
        upgrade(database) {
          database.createObjectStore('entries', { keyPath: 'id' }).createIndex('byPerson', 'personId')
        },
        // A newer version of the forum in another tab.
        blocking: (_, __, event) => (event.target as IDBDatabase).close(),
        terminated() {
          opening = null
        },
      }),
    ).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  return {
    async list(personId) {
      const entries = await (await open()).getAllFromIndex('entries', 'byPerson', personId)
      return entries.sort((one, other) => one.createdAt - other.createdAt)
    },
    async write({ put = [], remove = [] }) {
      const { done, store } = (await open()).transaction('entries', 'readwrite')
      await Promise.all([...remove.map((id) => store.delete(id)), ...put.map((entry) => store.put(entry)), done])
    },
    async clear(personId) {
      const { done, store } = (await open()).transaction('entries', 'readwrite')
      const ids = await store.index('byPerson').getAllKeys(personId)
      await Promise.all([...ids.map((id) => store.delete(id)), done])
    },
    async removeOthers(personId, before) {
      const { done, store } = (await open()).transaction('entries', 'readwrite')
      const old = (await store.getAll()).filter((entry) => entry.personId !== personId && entry.createdAt < before)
      await Promise.all([...old.map(({ id }) => store.delete(id)), done])
    },
  }
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The database did not open.')), TIMEOUT_MS)
    }),
  ])
}
