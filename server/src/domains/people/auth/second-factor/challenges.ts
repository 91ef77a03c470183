import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../../platform/security/keys.ts'
import type { UsedProofs } from '../providers/proofs.ts'

/** What a challenge is for. It is invalid for any other purpose. */
export type Purpose = 'sign in' | 'second factor' | 'register' | 'reauthenticate'

const sealedFacts = z.object({
  purpose: z.string(),
  /** Signed by a passkey: 32 bytes in base64url. */
  nonce: z.string(),
  expiresAt: z.number(),
  /** Data its creator needs back. */
  facts: z.record(z.string(), z.string().nullable()),
})

export type Facts = z.output<typeof sealedFacts>['facts']

/** A challenge as read back from its encrypted form. */
export interface Challenge {
  nonce: string
  expiresAt: number
  facts: Facts
}

export type Challenges = ReturnType<typeof createChallenges>

/**
 * Creates and checks challenges. They are encrypted and stateless: creating one costs nothing, and each accepts one
 * correct response.
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
    /** The content of a valid challenge for this purpose; null otherwise. */
    read(purpose: Purpose, challenge: string): Challenge | null {
      const opened = sealedFacts.safeParse(open(key, challenge))
      const isGood = opened.success && opened.data.purpose === purpose && opened.data.expiresAt > clock.now()
      return isGood ? opened.data : null
    },
    /** Consumes the challenge in the caller's transaction; throws CHALLENGE_INVALID if it was used. */
    async use({ nonce, expiresAt }: Pick<Challenge, 'nonce' | 'expiresAt'>, tx?: Transaction): Promise<void> {
      // By content, because the same challenge has several encodings.
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
