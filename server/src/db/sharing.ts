import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Collected } from './unit.ts'

interface Waiting {
  collected: Collected
  /** True: it is written. False: it has to be tried on its own. */
  resolve(isWritten: boolean): void
  reject(error: unknown): void
}

export interface Sharing {
  /** Writes it with what else waits. False for what made its transaction fail: it has to be tried on its own. */
  share(collected: Collected): Promise<boolean>
  /** Resolves when nothing waits and nothing is being written. */
  settled(): Promise<void>
}

/**
 * Group commit: what arrives while a transaction is being written waits and shares the next one. Nobody waits for
 * company: what finds nothing going on is written at once.
 */
export function createSharing(about: {
  /** Writes it all in one transaction, or nothing of it. */
  write(all: Collected[]): Promise<void>
  isTransient(error: unknown): boolean
  /** How many one transaction takes in. */
  max: number
  tries: number
}): Sharing {
  const { write, isTransient, max, tries } = about
  const queue: Waiting[] = []
  let writing: Promise<void> | null = null

  async function attempt(group: Waiting[]): Promise<unknown> {
    for (let count = 1; ; count += 1) {
      try {
        await write(group.map(({ collected }) => collected))
        return null
      } catch (error) {
        if (count === tries || !isTransient(error)) return error
        await sleep(2 ** count * (5 + Math.random() * 10))
      }
    }
  }

  /** Whom a failure is the fault of shows in halves: all but those are written together. */
  async function settle(group: Waiting[]): Promise<void> {
    const error = await attempt(group)
    if (error === null) for (const { resolve } of group) resolve(true)
    else if (isTransient(error)) for (const { reject } of group) reject(error)
    else if (group.length === 1) group[0]?.resolve(false)
    else {
      const half = group.length >> 1
      await settle(group.slice(0, half))
      await settle(group.slice(half))
    }
  }

  async function drain(): Promise<void> {
    // What the same turn of the event loop has read comes along.
    await nextTurn()
    while (queue.length > 0) await settle(queue.splice(0, max))
    writing = null
  }

  return {
    share: (collected) =>
      new Promise((resolve, reject) => {
        queue.push({ collected, resolve, reject })
        writing ??= drain()
      }),
    settled: async () => {
      while (writing) await writing
    },
  }
}
