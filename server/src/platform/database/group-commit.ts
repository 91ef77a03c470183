import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Transaction } from './database.ts'
import { isDatabaseAway } from './dialect.ts'

interface Waiting<Item> {
  item: Item
  resolve(isWritten: boolean): void
  reject(error: unknown): void
}

/** Maximum number of items per transaction. */
const GROUP_MAX = 64

/**
 * Group commit: items of one lane that arrive during a transaction share the next one, and so one flush to disk. When
 * idle, an item is written at once. Bisects a failed batch to isolate the bad item. Lanes don't wait for each other, so
 * a locked row holds up its own lane only.
 */
export function createGroupCommit<Item>(about: {
  database: Pick<Database, 'transaction' | 'dialect'>
  /** Names the item's lane. */
  laneOf(item: Item): string
  /** Writes the items and returns those it skipped. */
  write(tx: Transaction, items: Item[]): Promise<Item[]>
}): { add(item: Item): Promise<boolean> } {
  const { database, laneOf, write } = about
  /** The waiting items of each lane that is writing. */
  const lanes = new Map<string, Waiting<Item>[]>()

  async function settle(group: Waiting<Item>[]): Promise<void> {
    try {
      const leftOut = new Set(
        await database.transaction((tx) =>
          write(
            tx,
            group.map(({ item }) => item),
          ),
        ),
      )
      for (const { item, resolve } of group) resolve(!leftOut.has(item))
    } catch (error) {
      if (group.length === 1 || database.dialect.isTransient(error) || isDatabaseAway(error)) {
        for (const { reject } of group) reject(error)
        return
      }
      const half = group.length >> 1
      await settle(group.slice(0, half))
      await settle(group.slice(half))
    }
  }

  async function drain(lane: string, queue: Waiting<Item>[]): Promise<void> {
    // Let items of the same turn of the event loop join.
    await nextTurn()
    while (queue.length > 0) await settle(queue.splice(0, GROUP_MAX))
    lanes.delete(lane)
  }

  function open(lane: string): Waiting<Item>[] {
    const queue: Waiting<Item>[] = []
    lanes.set(lane, queue)
    void drain(lane, queue)
    return queue
  }

  return {
    /** Resolves to true when the item is committed, or to false if it was skipped. */
    add: (item) =>
      new Promise((resolve, reject) => {
        const lane = laneOf(item)
        const queue = lanes.get(lane) ?? open(lane)
        queue.push({ item, resolve, reject })
      }),
  }
}
