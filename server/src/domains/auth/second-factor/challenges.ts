import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../platform/security/keys.ts'
import type { UsedProofs } from '../providers/proofs.ts'

/** What a challenge is for: one that was made for something else is no good. */
export type Purpose = 'sign in' | 'second factor' | 'register' | 'reauthenticate'

const sealedFacts = z.object({
  purpose: z.string(),
  /** What a passkey signs, 32 bytes in base64url. */
  nonce: z.string(),
  expiresAt: z.number(),
  /** What whoever made it wants to know again. */
  facts: z.record(z.string(), z.string().nullable()),
})

export type Facts = z.output<typeof sealedFacts>['facts']

/** A challenge as its answer brings it back. */
export interface Challenge {
  nonce: string
  expiresAt: number
  facts: Facts
}

export type Challenges = ReturnType<typeof createChallenges>

/**
 * Challenges travel encrypted and are stored nowhere until they are answered: asking for one costs nothing, and each is
 * good for one right answer.
 */
export function createChallenges(
  about: Pick<Platform, 'secret' | 'clock'> & {
    usedProofs: Pick<UsedProofs, 'use'>
  },
) {
  const { secret, clock, usedProofs } = about
  const key = deriveKey(secret, 'stoa challenge')
  return {
    make(purpose: Purpose, { facts, goodForMs }: { facts: Facts; goodForMs: number }) {
      const nonce = randomBytes(32).toString('base64url')
      const expiresAt = clock.now() + goodForMs
      const challenge = seal(key, JSON.stringify({ purpose, nonce, expiresAt, facts }))
      return { challenge, nonce, expiresAt }
    },
    /** What a challenge holds that this server made for the purpose and that has not expired; null otherwise. */
    read(purpose: Purpose, challenge: string): Challenge | null {
      const opened = sealedFacts.safeParse(open(key, challenge))
      const isGood = opened.success && opened.data.purpose === purpose && opened.data.expiresAt > clock.now()
      return isGood ? opened.data : null
    },
    /** Uses the challenge up with the transaction that it is called in; throws CHALLENGE_INVALID when that was done. */
    async use({ nonce, expiresAt }: Pick<Challenge, 'nonce' | 'expiresAt'>, tx?: Transaction): Promise<void> {
      // By what is in it: the same challenge can be written in more than one way.
      if (!(await usedProofs.use(`challenge ${nonce}`, expiresAt, tx))) throw new DomainError('CHALLENGE_INVALID')
    },
  }
}

function open(key: Buffer, challenge: string): unknown {
  try {
    return JSON.parse(openSealed(key, challenge))
  } catch {
    return null
  }
}
