import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Characters of a secret, at least. */
export const SECRET_MIN_LENGTH = 32
/** Of the 31 pairs of neighbours in 32 random hexadecimal digits, fewer than this many differ less than once in a million times. */
const PAIRS_MIN = 20
/** Steps from a character to the next: one or two in `abcdef…`. */
const STEPS_MIN = 8
const READ_TRIES = 100
const READ_AGAIN_MS = 10
const WELL_KNOWN = /change.?(me|this|it)|replace|example|password|default|(your|my|some|top|very).?secret/i

/** Whether somebody could try all secrets like this one: too short, repeated, counted up, or copied from a manual. */
export function isGuessable(secret: string): boolean {
  const characters = [...secret]
  if (characters.length < SECRET_MIN_LENGTH || WELL_KNOWN.test(secret)) return true
  const neighbours = characters.slice(1).map((next, index) => [characters[index] ?? '', next] as const)
  const pairs = new Set(neighbours.map(([one, next]) => one + next))
  const steps = new Set(neighbours.map(([one, next]) => (next.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0)))
  return pairs.size < PAIRS_MIN || steps.size < STEPS_MIN
}

/** The secret that is kept in the data folder; where there is none one is made, or null returned. Empty: another process died making it. */
export function keptSecret(dataFolder: string, { isMade }: { isMade: boolean }): string | null {
  const file = resolve(dataFolder, 'secret')
  if (!existsSync(file)) {
    if (!isMade) return null
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    try {
      // 'wx' so that processes that start at once end with one secret.
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readOnceWritten(file)
}

/** Another process may have made the file and not written to it yet. */
function readOnceWritten(file: string): string {
  for (let tries = 0; ; tries += 1) {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret !== '' || tries === READ_TRIES) return secret
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READ_AGAIN_MS)
  }
}
