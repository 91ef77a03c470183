import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { DomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { deriveKey, openSealed, seal, sha256 } from '../../platform/security/keys.ts'

/** How an account is signed in to: when that has changed, what was proved before counts no more. */
export interface WaysIn {
  /** As it is stored. */
  passwordHash: string | null
  hasSecondFactor: boolean
}

/** That somebody has proved to own an account, told to the owner of one other account only. */
interface Proved extends WaysIn {
  userId: string
  partnerId: string
  /** In which it was proved. */
  sessionId: string
}

/** What a proof holds. */
interface Sealed {
  userId: string
  partnerId: string
  sessionId: string
  ways: string
  expiresAt: number
}

/** Proofs that are carried from one account to the other: encrypted, so that nobody else can make one or read it. */
export function createProofs({ secret, clock }: Pick<Platform, 'secret' | 'clock'>) {
  const key = deriveKey(secret, 'stoa account merge')
  return {
    make({ userId, partnerId, sessionId, ...ways }: Proved): { proof: string; expiresAt: number } {
      const expiresAt = clock.now() + REAUTHENTICATION_TTL_MS
      const sealed: Sealed = { userId, partnerId, sessionId, ways: markOf(ways), expiresAt }
      return { proof: seal(key, JSON.stringify(sealed)), expiresAt }
    },
    /**
     * The proved account; throws CODE_INVALID for what is no proof, has expired, was made for somebody else, in a session
     * that its owner was thrown out of, or before the ways into the account have changed; also when it is gone, for which `waysInto` tells null.
     */
    async open(
      proof: string,
      about: {
        partnerId: string
        counts(sessionId: string): Promise<boolean>
        waysInto(userId: string): Promise<WaysIn | null>
      },
    ): Promise<string> {
      const proved = read(proof)
      if (proved?.partnerId !== about.partnerId || proved.expiresAt <= clock.now())
        throw new DomainError('CODE_INVALID')
      const ways = await about.waysInto(proved.userId)
      const isUnchanged = ways !== null && markOf(ways) === proved.ways
      if (!isUnchanged || !(await about.counts(proved.sessionId))) throw new DomainError('CODE_INVALID')
      return proved.userId
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

function markOf({ passwordHash, hasSecondFactor }: WaysIn): string {
  return sha256(JSON.stringify([passwordHash, hasSecondFactor]))
}
