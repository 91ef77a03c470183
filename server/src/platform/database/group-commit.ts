import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Transaction } from './database.ts'

interface Waiting<Item> {
  item: Item
  resolve(isWritten: boolean): void
  reject(error: unknown): void
}

/** Items that one transaction takes. */
const GROUP_MAX = 64

/**
 * Group commit: items that arrive while a transaction is being written share the next one, so that one flush to the disk
 * serves many. The first item of a quiet moment waits for nobody. When a group fails, its halves are written again, until
 * only the item that causes the failure is refused.
 */
export function createGroupCommit<Item>(about: {
  database: Pick<Database, 'transaction' | 'dialect'>
  /** Writes the items and returns those that it has left out. */
  write(tx: Transaction, items: Item[]): Promise<Item[]>
}): { add(item: Item): Promise<boolean> } {
  const { database, write } = about
  const queue: Waiting<Item>[] = []
  let isWriting = false

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
      if (group.length === 1 || database.dialect.isTransient(error)) {
        for (const { reject } of group) reject(error)
        return
      }
      const half = group.length >> 1
      await settle(group.slice(0, half))
      await settle(group.slice(half))
    }
  }

  async function drain(): Promise<void> {
    isWriting = true
    // Items of the same turn of the event loop come along.
    await nextTurn()
    while (queue.length > 0) await settle(queue.splice(0, GROUP_MAX))
    isWriting = false
  }

  return {
    /** Resolves when the item's transaction has committed; false: the item was left out. */
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (!isWriting) void drain()
      }),
  }
}
