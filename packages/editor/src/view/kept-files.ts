import type { BlockFileKind } from './upload-store.ts'

/** Where the block of a file was. */
export interface FilePlace {
  /** Id of the block before it; null if it was the first. */
  after: string | null
  /** Its index, for when that block is gone. */
  index: number
  /** The block as JSON, with its caption. */
  node: unknown
}

/** A file of a former visit that hasn't arrived yet. */
export interface WaitingFile {
  /** Key of its upload. */
  key: string
  file: File
  kind: BlockFileKind
  /** Null if it wasn't noted in time. */
  place: FilePlace | null
}

/** The files of one text on this device, until the text has their addresses. */
export interface KeptFiles {
  /** Those of a former visit, in their order. */
  readonly found: readonly WaitingFile[]
  /** Resolves to whether it is on the device now. */
  keep(key: string, about: { file: File; kind: BlockFileKind }): Promise<boolean>
  /** Notes where the blocks are. */
  place(scope: string, places: ReadonlyMap<string, FilePlace>): void
  drop(key: string): void
  /** Lets other tabs have the files. */
  close(): void
}

interface StoredFile {
  key: string
  file: File
  kind: BlockFileKind
}
interface StoredPlace {
  key: string
  /** Name of the text. */
  scope: string
  place: FilePlace | null
  /** Time of the last change, in ms. */
  at: number
}

const DATABASE = 'stoa-editor'
// Apart, so that moving a block doesn't write its file again.
const FILES = 'files'
const PLACES = 'places'
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000
/** A text isn't kept waiting by a slow storage. Its files are there next time. */
const OPEN_MAX_MS = 2000

/** Opens the files of a text; null if the browser keeps none. */
export async function openKeptFiles(scope: string): Promise<KeptFiles | null> {
  const opened = open(scope).catch(() => null)
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), OPEN_MAX_MS)
  })
  const files = await Promise.race([opened, late])
  if (!files) void opened.then((one) => one?.close())
  return files
}

/** Forgets the files of a text that was discarded. Resolves to a function that brings them back. */
export async function dropKeptFiles(scope: string): Promise<() => Promise<void>> {
  try {
    const database = await openDatabase()
    const all = await resultOf<StoredPlace[]>(database.transaction(PLACES).objectStore(PLACES).getAll())
    const places = all.filter((one) => one.scope === scope)
    const store = database.transaction(FILES).objectStore(FILES)
    const files = await Promise.all(places.map(({ key }) => resultOf<StoredFile | undefined>(store.get(key))))
    remove(
      database,
      places.map(({ key }) => key),
    )
    database.close()
    return () => putBack(places, files)
  } catch {
    // Then there are none.
    return async () => {}
  }
}

async function putBack(places: readonly StoredPlace[], files: readonly (StoredFile | undefined)[]): Promise<void> {
  try {
    const database = await openDatabase()
    const change = database.transaction([FILES, PLACES], 'readwrite')
    for (const file of files) if (file) change.objectStore(FILES).put(file)
    for (const place of places) change.objectStore(PLACES).put(place)
    await endOf(change)
    database.close()
  } catch {
    // The device is full.
  }
}

async function open(scope: string): Promise<KeptFiles | null> {
  if (typeof indexedDB === 'undefined') return null
  const database = await openDatabase()
  const locks = new Map<string, () => void>()
  const kept = new Set<string>()
  let current = scope

  /** False if another tab shows the file. */
  const lock = async (key: string) => {
    if (locks.has(key)) return true
    const release = await acquire(`${DATABASE}:${key}`)
    if (release) locks.set(key, release)
    return release !== null
  }
  const found = await findWaiting(database, { scope, lock })
  for (const { key } of found) kept.add(key)

  return {
    found,
    async keep(key, { file, kind }) {
      try {
        const change = database.transaction([FILES, PLACES], 'readwrite')
        change.objectStore(FILES).put({ key, file, kind } satisfies StoredFile)
        change.objectStore(PLACES).put({ key, scope: current, place: null, at: Date.now() } satisfies StoredPlace)
        await endOf(change)
        kept.add(key)
        await lock(key)
        return true
      } catch {
        // The device is full, or the tab is private.
        return false
      }
    },
    place(nextScope, places) {
      current = nextScope
      try {
        const store = database.transaction(PLACES, 'readwrite').objectStore(PLACES)
        for (const [key, place] of places)
          store.put({ key, scope: nextScope, place, at: Date.now() } satisfies StoredPlace)
      } catch {
        // They are added at the end next time.
      }
    },
    drop(key) {
      if (kept.delete(key)) remove(database, [key])
      locks.get(key)?.()
      locks.delete(key)
    },
    close() {
      for (const release of locks.values()) release()
      locks.clear()
      database.close()
    },
  }
}

async function findWaiting(
  database: IDBDatabase,
  { scope, lock }: { scope: string; lock: (key: string) => Promise<boolean> },
): Promise<WaitingFile[]> {
  const all = await resultOf<StoredPlace[]>(database.transaction(PLACES).objectStore(PLACES).getAll())
  const oldest = Date.now() - MAX_AGE_MS
  remove(
    database,
    all.filter(({ at }) => at < oldest).map(({ key }) => key),
  )
  const found: WaitingFile[] = []
  for (const { key, place } of all.filter((one) => one.scope === scope && one.at >= oldest)) {
    if (!(await lock(key))) continue
    const stored = await resultOf<StoredFile | undefined>(database.transaction(FILES).objectStore(FILES).get(key))
    if (stored) found.push({ key, file: stored.file, kind: stored.kind, place })
  }
  return found.sort((one, other) => (one.place?.index ?? Infinity) - (other.place?.index ?? Infinity))
}

function remove(database: IDBDatabase, keys: readonly string[]): void {
  if (keys.length === 0) return
  try {
    const change = database.transaction([FILES, PLACES], 'readwrite')
    for (const key of keys) {
      change.objectStore(FILES).delete(key)
      change.objectStore(PLACES).delete(key)
    }
  } catch {
    // It ends by its age.
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    for (const name of [FILES, PLACES]) request.result.createObjectStore(name, { keyPath: 'key' })
  }
  return resultOf(request)
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The request failed.'))
  })
}

function endOf(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onabort = () => reject(change.error ?? new Error('The transaction was aborted.'))
  })
}

interface Lock {
  holders: number
  /** Resolves to what releases it; null if another tab has it. */
  held: Promise<(() => void) | null>
}

/** Locks of this tab: an editor that starts again opens the files before the former one has closed them. */
const locksHere = new Map<string, Lock>()

/** Holds a lock until it is released; null if another tab has it. */
async function acquire(name: string): Promise<(() => void) | null> {
  const lock = locksHere.get(name) ?? { holders: 0, held: request(name) }
  locksHere.set(name, lock)
  lock.holders += 1
  const release = await lock.held
  const end = () => {
    lock.holders -= 1
    if (lock.holders > 0) return
    if (locksHere.get(name) === lock) locksHere.delete(name)
    release?.()
  }
  if (release) return end
  end()
  return null
}

function request(name: string): Promise<(() => void) | null> {
  // Only secure pages have them.
  if (!navigator.locks) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>((release) => {
          resolve(release)
        })
      })
      .catch(reject)
  })
}
