import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { deriveKey, sha256 } from '../../lib/keys.ts'
import { openSealed, seal } from '../../lib/seal.ts'

/** That somebody has proved to own an account, told to the owner of one other account only. */
interface Proved {
  userId: string
  partnerId: string
  /** Of the account's password, as it is stored: with another one the proof is none any more. */
  passwordHash: string | null
}

/** What a proof holds. */
interface Sealed {
  userId: string
  partnerId: string
  password: string
  expiresAt: number
}

/** Proofs that are carried from one account to the other: encrypted, so that nobody else can make one or read it. */
export function createProofs({ secret, clock }: { secret: string; clock: Clock }) {
  const key = deriveKey(secret, 'stoa account merge')
  return {
    make({ userId, partnerId, passwordHash }: Proved): { proof: string; expiresAt: number } {
      const expiresAt = clock.now() + REAUTHENTICATION_TTL_MS
      const sealed: Sealed = { userId, partnerId, password: markOf(passwordHash), expiresAt }
      return { proof: seal(key, JSON.stringify(sealed)), expiresAt }
    },
    /**
     * The proved account; throws CODE_INVALID for what is no proof, has expired, was made for somebody else, or is older
     * than the account's password; also when the account is gone, for which `passwordHashOf` tells undefined.
     */
    async open(
      proof: string,
      about: { partnerId: string; passwordHashOf: (userId: string) => Promise<string | null | undefined> },
    ) {
      const proved = read(proof)
      const isGood = proved?.partnerId === about.partnerId && proved.expiresAt > clock.now()
      const passwordHash = isGood ? await about.passwordHashOf(proved.userId) : undefined
      if (!isGood || passwordHash === undefined || markOf(passwordHash) !== proved.password)
        throw new DomainError('CODE_INVALID')
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

function markOf(passwordHash: string | null): string {
  return sha256(passwordHash ?? '')
}
