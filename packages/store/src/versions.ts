/** Changes remembered. Older ones count as one. */
const CHANGES_MAX = 1000

/** Remembers what has changed since a request, so that its response can't undo a newer change. */
export interface Versions {
  /** Number of changes by the viewer or an event. A request notes it when it starts, as `since`. */
  readonly current: number
  /** Notes that an entity has changed; with `facts` the viewer's facts about it, too. */
  noteChange(id: string, about?: { facts?: boolean }): void
  /** Notes that a mutation is in flight. Until `noteChange` both are newer than any request. */
  noteStart(id: string): void
  /** Whether an entity, or with `facts` a fact about it, has changed since a request. */
  isNewer(id: string, since: number, about?: { facts?: boolean }): boolean
}

/** The versions of an application. */
export function createVersions(): Versions {
  /** The number of the last change by key, oldest first. */
  const changes = new Map<string, number>()
  let current = 0
  /** The newest change that was dropped. */
  let lastDropped = 0

  function remember(key: string, version: number): void {
    changes.delete(key)
    changes.set(key, version)
    for (const [oldest, at] of changes) {
      if (changes.size <= CHANGES_MAX) return
      if (at === Number.POSITIVE_INFINITY) continue
      changes.delete(oldest)
      lastDropped = at
    }
  }

  return {
    get current() {
      return current
    },
    noteChange(id, { facts = false } = {}) {
      current += 1
      remember(id, current)
      if (facts) remember(factsOf(id), current)
    },
    noteStart(id) {
      current += 1
      for (const key of [id, factsOf(id)]) remember(key, Number.POSITIVE_INFINITY)
    },
    isNewer(id, since, { facts = false } = {}) {
      return (changes.get(facts ? factsOf(id) : id) ?? lastDropped) > since
    },
  }
}

function factsOf(id: string): string {
  return `facts ${id}`
}
