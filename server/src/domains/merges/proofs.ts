import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { deriveKey } from '../../lib/keys.ts'
import { openSealed, seal } from '../../lib/seal.ts'

/** That somebody has proved to own an account, told to the owner of one other account only. */
interface Proved {
  userId: string
  partnerId: string
}

/** Proofs that are carried from one account to the other: encrypted, so that nobody else can make one or read it. */
export function createProofs({ secret, clock }: { secret: string; clock: Clock }) {
  const key = deriveKey(secret, 'stoa account merge')
  return {
    make({ userId, partnerId }: Proved): { proof: string; expiresAt: number } {
      const expiresAt = clock.now() + REAUTHENTICATION_TTL_MS
      return { proof: seal(key, JSON.stringify({ userId, partnerId, expiresAt })), expiresAt }
    },
    /** The proved account; throws CODE_INVALID for what is no proof, has expired, or was made for somebody else. */
    open(proof: string, partnerId: string): string {
      const proved = read(proof)
      if (proved?.partnerId !== partnerId || proved.expiresAt <= clock.now()) throw new DomainError('CODE_INVALID')
      return proved.userId
    },
  }

  function read(proof: string): (Proved & { expiresAt: number }) | null {
    try {
      return JSON.parse(openSealed(key, proof))
    } catch {
      return null
    }
  }
}
