import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

/** What a load found, with the tags whose change makes it stale. */
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
  /** When its load began. */
  since: number
}

/** How long something cached may differ from what another process has committed, in ms. */
export const FRESH_MS = 1000

export interface FreshCache<Value> {
  /** The value when it is there and fresh. */
  peek(key: string): Value | undefined
  /** The value, loaded if need be; requests that come while it is being loaded share that load. Failures are not kept. */
  get(key: string, load: () => Promise<Loaded<Value>>): Promise<Value>
  /** Forgets everything with one of these tags, also what is just being loaded from older data. */
  drop(tags: Iterable<string>): void
}

/**
 * A bounded cache for data that events make stale. An entry lives a second at most, so that what another process
 * changes is seen within that second even when its message is lost; this process's own changes drop it at once.
 */
export function createFreshCache<Value>(about: {
  clock: Clock
  /** Greatest number of entries, or with `sizeOf` their greatest sum. */
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
    // Too large to be kept: the cache has refused it.
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
    // Below zero after the clock was set back: nobody knows then how old it is.
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
      const known = peek(key)
      if (known !== undefined) return known
      return (await (joinable.get(key) ?? start(key, load)).result).value
    },
    drop(tags) {
      const list = [...tags]
      for (const flight of flights) for (const tag of list) flight.dropped.add(tag)
      // A flight's tags are known when it lands; until then nobody may join what may be stale.
      joinable.clear()
      for (const tag of list) for (const key of [...(byTag.get(tag) ?? [])]) entries.delete(key)
    },
  }
}
