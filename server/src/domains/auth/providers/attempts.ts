import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../platform/security/keys.ts'
import type { Referral } from '../../accounts/addresses.ts'
import { ATTEMPT_TTL_MS } from '../sessions/cookies.ts'
import type { Attempt } from './provider-clients.ts'

/** To whose account a provider is to be linked, and from which session that was asked for. */
export interface Linking {
  userId: string
  sessionId: string
  /** When it was asked for, by somebody who had just proved who they are. */
  askedAt: number
  /** `prove`: nothing is linked, who asks for it proves by a linked provider who they are. Default `link`. */
  purpose?: 'link' | 'prove'
}

/** A sign-in at a provider that a browser has been sent off to. It keeps this itself, sealed, in a cookie. */
export interface Begun extends Attempt {
  providerId: string
  /** Path to come to in the end. */
  next: string
  /** null: to sign in. */
  linking: Linking | null
  /** Of whoever gets an account by it. */
  referral: Referral
  expiresAt: number
}

/** What `updateAuthProvider` gives a browser to begin linking with. */
export interface Ticket extends Linking {
  providerId: string
  /** null: where the browser says when it comes. */
  next: string | null
  expiresAt: number
}

export type Attempts = ReturnType<typeof createAttempts>

/** Nothing of an attempt is stored here until its browser comes back: whoever only begins leaves nothing behind. */
export function createAttempts({ secret, clock }: Pick<Platform, 'secret' | 'clock'>) {
  const attempts = createSeal<Begun>(deriveKey(secret, 'stoa provider attempts'), clock)
  const tickets = createSeal<Ticket>(deriveKey(secret, 'stoa link tickets'), clock)
  const random = () => randomBytes(32).toString('base64url')
  return {
    make(about: Pick<Begun, 'providerId' | 'next' | 'linking' | 'referral' | 'redirectUri'>): Begun {
      const expiresAt = clock.now() + ATTEMPT_TTL_MS
      // Who is to prove it is asked by the provider again: being signed in there since this morning is no proof.
      const freshSince = about.linking?.purpose === 'prove' ? clock.now() : null
      return { ...about, state: random(), nonce: random(), codeVerifier: random(), freshSince, expiresAt }
    },
    seal: attempts.close,
    /** Null for what is not ours or has expired. */
    open: attempts.open,
    makeTicket: (about: Omit<Ticket, 'askedAt' | 'expiresAt'>): string =>
      tickets.close({ ...about, askedAt: clock.now(), expiresAt: clock.now() + ATTEMPT_TTL_MS }),
    openTicket: tickets.open,
  }
}

function createSeal<Content extends { expiresAt: number }>(key: Buffer, clock: Clock) {
  return {
    close: (content: Content): string => seal(key, JSON.stringify(content)),
    open(sealed: string | null): Content | null {
      if (sealed === null) return null
      try {
        const content = JSON.parse(openSealed(key, sealed)) as Content
        return content.expiresAt > clock.now() ? content : null
      } catch {
        // Whatever was not sealed here is nothing.
        return null
      }
    },
  }
}
