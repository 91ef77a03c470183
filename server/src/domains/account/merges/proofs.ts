import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, openSealed, seal, sha256 } from '../../../platform/security/keys.ts'

/** An account's sign-in methods. Changing them invalidates earlier proofs. */
export interface SignInFactors {
  /** The stored hash. */
  passwordHash: string | null
  hasSecondFactor: boolean
}

/** A proof of owning an account. Valid only for the owner of one other account. */
interface MergeProof extends SignInFactors {
  userId: string
  partnerId: string
  /** The session that created the proof. */
  sessionId: string
}

/** The encrypted content of a proof. */
interface Sealed {
  userId: string
  partnerId: string
  sessionId: string
  /** Mark of the sign-in factors. */
  ways: string
  expiresAt: number
}

/** Creates and opens proofs passed between two accounts. They are encrypted, so nobody else can read or create one. */
export function createProofs({ secret, clock }: Pick<Platform, 'secret' | 'clock'>) {
  const key = deriveKey(secret, 'stoa account merge')
  return {
    make({ userId, partnerId, sessionId, ...factors }: MergeProof): { proof: string; expiresAt: number } {
      const expiresAt = clock.now() + REAUTHENTICATION_TTL_MS
      const sealed: Sealed = { userId, partnerId, sessionId, ways: markOf(factors), expiresAt }
      return { proof: seal(key, JSON.stringify(sealed)), expiresAt }
    },
    /**
     * Returns the proved account. Throws CODE_INVALID if the proof is invalid, expired, made for somebody else, from a
     * revoked session, or older than a change of the account's sign-in methods; also if the account is gone, for which
     * `signInFactorsOf` returns null.
     */
    async open(
      proof: string,
      about: {
        partnerId: string
        counts(sessionId: string): Promise<boolean>
        signInFactorsOf(userId: string): Promise<SignInFactors | null>
      },
    ): Promise<string> {
      const content = read(proof)
      if (content?.partnerId !== about.partnerId || content.expiresAt <= clock.now())
        throw new DomainError('CODE_INVALID')
      const factors = await about.signInFactorsOf(content.userId)
      const isUnchanged = factors !== null && markOf(factors) === content.ways
      if (!isUnchanged || !(await about.counts(content.sessionId))) throw new DomainError('CODE_INVALID')
      return content.userId
    },
  }

  function read(proof: string): Sealed | null {
    try {
      return JSON.parse(openSealed(key, proof))
    } catch {
      return null
    }
  }
}

function markOf({ passwordHash, hasSecondFactor }: SignInFactors): string {
  return sha256(JSON.stringify([passwordHash, hasSecondFactor]))
}
