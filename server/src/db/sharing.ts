import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Unit } from './database.ts'

type Work<Result> = (unit: Unit) => Promise<Result>

interface Waiting {
  work: Work<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Group commit: works that arrive while transactions are being written wait and share the next one.
 * Nobody waits for company: a work that finds nothing going on starts at once.
 */
export function createSharing(about: {
  /** Runs one transaction once. */
  together<Result>(work: Work<Result>): Promise<Result>
  /** Runs one transaction with everything that makes it succeed. */
  alone<Result>(work: Work<Result>): Promise<Result>
  /** Works in one transaction. */
  max: number
  /** Transactions at a time. */
  transactions: number
}): <Result>(work: Work<Result>) => Promise<Result> {
  const { together, alone, max, transactions } = about
  const queue: Waiting[] = []
  let writing = 0

  const runAlone = ({ work, resolve, reject }: Waiting) => alone(work).then(resolve, reject)

  async function write(group: Waiting[]): Promise<void> {
    const apart: Promise<void>[] = []
    let rest = group
    while (rest.length > 1) {
      const results: unknown[] = []
      let failing: Waiting | undefined
      try {
        await together(async (unit) => {
          for (const one of rest) {
            failing = one
            results.push(await one.work(unit))
          }
          failing = undefined
        })
        for (const [index, { resolve }] of rest.entries()) resolve(results[index])
        rest = []
      } catch {
        // All is undone. Who failed is run alone and told what of; the others try again without that one.
        if (!failing) break
        apart.push(runAlone(failing))
        rest = rest.filter((one) => one !== failing)
      }
    }
    // One that is left, or a commit that failed: whose fault that was shows when each is run alone.
    await Promise.all([...apart, ...rest.map(runAlone)])
  }

  async function drain(): Promise<void> {
    writing += 1
    // What the same turn of the event loop has read comes along.
    await nextTurn()
    while (queue.length > 0) await write(queue.splice(0, max))
    writing -= 1
  }

  return <Result>(work: Work<Result>) =>
    new Promise<Result>((resolve, reject) => {
      // Each work keeps the context of its own request, whoever's turn it is written in.
      const own = AsyncLocalStorage.snapshot()
      queue.push({ work: (unit) => own(work, unit), resolve: resolve as (result: unknown) => void, reject })
      if (writing < transactions) void drain()
    })
}
