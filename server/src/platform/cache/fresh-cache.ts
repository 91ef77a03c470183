import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** A loaded value with the tags that invalidate it. */
export interface Loaded<Value> {
  value: Value
  tags: readonly string[]
}

interface Flight<Value> {
  result: Promise<Loaded<Value>>
  /** Tags dropped since the load began. */
  dropped: Set<string>
}

interface Entry<Value> extends Loaded<Value> {
  /** When the load began. */
  since: number
}

/** Longest time a cached value may lag behind another process's commit, in ms. */
export const FRESH_MS = 1000

export interface FreshCache<Value> {
  /** The value, if it is cached and fresh. */
  peek(key: string): Value | undefined
  /** The cached value, loading it if needed. Concurrent requests share one load. Failures are not cached. */
  get(key: string, load: () => Promise<Loaded<Value>>): Promise<Value>
  /** Invalidates everything with one of these tags, including loads in progress. */
  drop(tags: Iterable<string>): void
}

/**
 * A bounded cache of data that events invalidate. This process's own changes invalidate it at once. Entries live a
 * second at most, so changes of other processes show within that time even if their message is lost.
 */
export function createFreshCache<Value>(about: {
  clock: Clock
  /** Maximum number of entries, or the maximum of their summed `sizeOf`. */
  max: number
  sizeOf?: (value: Value) => number
}): FreshCache<Value> {
  const { clock, max, sizeOf } = about
  const byTag = new Map<string, Set<string>>()
  const forget = ({ tags }: Entry<Value>, key: string) => {
    for (const tag of tags) {
      const keys = byTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) byTag.delete(tag)
    }
  }
  const entries = new LRUCache<string, Entry<Value>>(
    sizeOf
      ? { maxSize: max, sizeCalculation: (entry) => Math.max(1, sizeOf(entry.value)), dispose: forget }
      : { max, dispose: forget },
  )
  const joinable = new Map<string, Flight<Value>>()
  const flights = new Set<Flight<Value>>()

  function store(key: string, entry: Entry<Value>): void {
    entries.set(key, entry)
    // The cache rejected it because it is too large.
    if (entries.peek(key) !== entry) return
    for (const tag of entry.tags) {
      const keys = byTag.get(tag)
      if (keys) keys.add(key)
      else byTag.set(tag, new Set([key]))
    }
  }

  function peek(key: string): Value | undefined {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    const age = clock.now() - entry.since
    // Negative after the clock was set back; the age is then unknown.
    return age >= 0 && age < FRESH_MS ? entry.value : undefined
  }

  function start(key: string, load: () => Promise<Loaded<Value>>): Flight<Value> {
    const since = clock.now()
    const flight: Flight<Value> = { result: load(), dropped: new Set() }
    joinable.set(key, flight)
    flights.add(flight)
    const land = () => {
      flights.delete(flight)
      if (joinable.get(key) === flight) joinable.delete(key)
    }
    flight.result.then(({ value, tags }) => {
      land()
      if (!tags.some((tag) => flight.dropped.has(tag))) store(key, { value, tags, since })
    }, land)
    return flight
  }

  return {
    peek,
    async get(key, load) {
      const cached = peek(key)
      if (cached !== undefined) return cached
      return (await (joinable.get(key) ?? start(key, load)).result).value
    },
    drop(tags) {
      const list = [...tags]
      for (const flight of flights) for (const tag of list) flight.dropped.add(tag)
      // A load's tags are known only when it ends. Until then no request may join it: it may be stale.
      joinable.clear()
      for (const tag of list) for (const key of [...(byTag.get(tag) ?? [])]) entries.delete(key)
    },
  }
}
