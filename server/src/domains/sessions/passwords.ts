import { DomainError } from '../../lib/domain-error.ts'
import { createTurns } from '../../lib/turns.ts'

/** OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$'
/** Each hash takes a thread and 19 MiB for tens of milliseconds. */
const RUNNING_MAX = 2
const WAITING_MAX = 60

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an account without a password, whose hash is null. */
  verify(storedHash: string | null, password: string): Promise<boolean>
  /** True for a hash made with other parameters than today's. */
  isOutdated(storedHash: string): boolean
}

/** Hashes a few passwords at a time; throws BUSY when too many wait. */
export function createPasswords(): Passwords {
  const queued = createTurns({
    runningMax: RUNNING_MAX,
    waitingMax: WAITING_MAX,
    refuse: () => new DomainError('BUSY', { retryAfterMs: 2000 }),
  })
  let dummy: Promise<string> | null = null

  // Loaded with the first password: many a process never sees one.
  const argon2 = () => import('@node-rs/argon2')
  const make = async (password: string) => (await argon2()).hash(password.normalize('NFC'), PARAMETERS)

  return {
    hash: (password) => queued(() => make(password)),
    verify(storedHash, password) {
      return queued(async () => {
        dummy ??= make('no account has this password')
        const { verify } = await argon2()
        const right = await verify(storedHash ?? (await dummy), password.normalize('NFC'))
        return right && storedHash !== null
      })
    },
    isOutdated: (storedHash) => !storedHash.startsWith(PREFIX),
  }
}
