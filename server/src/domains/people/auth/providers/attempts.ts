import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../../platform/clock.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../../platform/security/keys.ts'
import type { Referral } from '../../accounts/index.ts'
import { ATTEMPT_TTL_MS } from '../sessions/cookies.ts'
import type { Attempt } from './provider-clients.ts'

/** The account to link a provider to, and the session that requested it. */
export interface Linking {
  userId: string
  sessionId: string
  /** When it was requested, right after reauthentication. */
  askedAt: number
  /** `prove`: reauthenticates with a linked provider instead of linking. Default `link`. */
  purpose?: 'link' | 'prove'
}

/** A sign-in started at a provider, stored sealed in the browser's cookie. */
export interface StartedAttempt extends Attempt {
  providerId: string
  /** Path to return to. */
  next: string
  /** Null to sign in. */
  linking: Linking | null
  /** For an account that may be created. */
  referral: Referral
  expiresAt: number
}

/** Given to a browser by `updateAuthProvider` to start linking. */
export interface Ticket extends Linking {
  providerId: string
  /** Null: the browser names it when it starts. */
  next: string | null
  expiresAt: number
}

export type Attempts = ReturnType<typeof createAttempts>

/** Stateless: the server stores nothing until the browser returns. */
export function createAttempts({ secret, clock }: Pick<Platform, 'secret' | 'clock'>) {
  const attempts = createSeal<StartedAttempt>(deriveKey(secret, 'stoa provider attempts'), clock)
  const tickets = createSeal<Ticket>(deriveKey(secret, 'stoa link tickets'), clock)
  const random = () => randomBytes(32).toString('base64url')
  return {
    make(about: Pick<StartedAttempt, 'providerId' | 'next' | 'linking' | 'referral' | 'redirectUri'>): StartedAttempt {
      const expiresAt = clock.now() + ATTEMPT_TTL_MS
      // For reauthentication the provider must ask again: an existing session there proves nothing.
      const freshSince = about.linking?.purpose === 'prove' ? clock.now() : null
      return { ...about, state: random(), nonce: random(), codeVerifier: random(), freshSince, expiresAt }
    },
    seal: attempts.close,
    /** Null if it is invalid or has expired. */
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
        // Not sealed by this server.
        return null
      }
    },
  }
}
