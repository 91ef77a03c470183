import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { memoize } from '../../../../platform/cache/memoize.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { createConcurrencyLimit } from '../../../../platform/jobs/background.ts'

/** OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, two passes, one lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each hash takes a CPU and 19 MiB for tens of milliseconds. One CPU is always left for reads. */
const RUNNING_MAX = Math.min(Math.max(1, availableParallelism() - 1), 4)
/** At most five seconds of waiting, which is cheaper than retrying. */
const WAITING_MAX = 240
const THREAD = new URL('./hashing-thread.js', import.meta.url)

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Verifies a password. Takes the same time for an account without one, whose hash is null. `first` runs when the turn
   * comes, so nothing has been done if the queue is full; its errors are thrown. Default: nothing.
   */
  verify(storedHash: string | null, password: string, first?: () => Promise<void>): Promise<boolean>
  /** Whether a hash was made with other than the current parameters. */
  isOutdated(storedHash: string): boolean
}

/** Hashes a few passwords at a time. Throws BUSY if too many wait. */
export function createPasswords(): Passwords {
  const queued = createConcurrencyLimit({
    runningMax: RUNNING_MAX,
    waitingMax: WAITING_MAX,
    refuse: () => new DomainError('BUSY', { retryAfterMs: 2000 }),
  })
  const make = (password: string) => inThread<string>({ password: password.normalize('NFC'), parameters: HASH_COST })
  const dummy = memoize(() => make('no account has this password'))

  return {
    hash: (password) => queued(() => make(password)),
    verify(storedHash, password, first) {
      return queued(async () => {
        await first?.()
        const unused = dummy()
        const stored = storedHash ?? (await unused)
        const right = await inThread<boolean>({ password: password.normalize('NFC'), stored })
        return right && storedHash !== null
      })
    },
    isOutdated(storedHash) {
      const { memoryCost, timeCost, parallelism } = HASH_COST
      return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
    },
  }
}

/**
 * Low-priority threads with one job each, so that reads come first. At equal priority, work waiting for the disk would
 * wait for hashes as well. Started with the first password and shared by all applications of the process.
 */
const idleThreads: Worker[] = []

async function inThread<Result>(work: { password: string; parameters?: object; stored?: string }): Promise<Result> {
  const thread = idleThreads.pop() ?? new Worker(THREAD, { execArgv: [] })
  thread.ref()
  thread.postMessage(work)
  // A failed thread has ended and isn't reused.
  const [result] = await once(thread, 'message')
  thread.unref()
  idleThreads.push(thread)
  return result
}
