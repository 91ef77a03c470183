import { randomBytes } from 'node:crypto'
import type { CallName, SignedIn } from '@stoa/contract'
import type { CallContext, Exchange, RecordResponse } from '../../../../platform/calls/context.ts'
import { exchangeOf, type Once } from '../../../../platform/calls/handlers.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { addressBuckets } from '../../../../platform/security/address.ts'
import type { Tenants } from '../../tenants/index.ts'
import type { Cookie, Cookies } from './cookies.ts'
import type { IssuedSession, SessionService } from './service.ts'
import type { SignInContext } from './sign-in-context.ts'
import type { SignInOutcome } from './sign-ins.ts'

/** The parts of a call's context used here. */
type Called = Pick<CallContext<CallName>, 'exchange' | 'address'>
export type CookieCall = Pick<CallContext<CallName>, 'exchange'> & { once: Once }

export type SignInExchange = ReturnType<typeof createSignInExchange>

/** Connects sign-ins with the HTTP exchange. */
export function createSignInExchange({
  cookies,
  sessions,
  tenants,
}: {
  cookies: Cookies
  sessions: Pick<SessionService, 'again'>
  tenants: Pick<Tenants, 'localized'>
}) {
  /** Identifies the browser asked for a second factor; no other may respond. */
  const mark = cookies.attempt('second-factor')

  /** Where a request comes from. */
  function contextOf(context: Called): SignInContext {
    const exchange = exchangeOf(context)
    const networks = addressBuckets(context.address)
    return {
      prefix: networks[0]?.prefix ?? '',
      networks,
      device: cookies.device.read(exchange),
      mark: mark.read(exchange) ?? randomBytes(16).toString('base64url'),
      userAgent: exchange.request.headers['user-agent'] ?? '',
      // Mails about it are in its language unless the recipient has another one.
      domain: tenants.localized(exchange.request),
    }
  }

  /** Sets the cookies of the new session. Throws SECOND_FACTOR_REQUIRED if there is none yet. */
  function complete(exchange: Exchange, outcome: SignInOutcome): SignedIn {
    // Only after the commit, so that the first proof stays consumed.
    if ('secondFactor' in outcome) {
      mark.set(exchange, outcome.mark)
      throw new DomainError('SECOND_FACTOR_REQUIRED', outcome.secondFactor)
    }
    cookies.device.set(exchange, outcome.device)
    return withCookie(exchange, cookies.refresh, outcome)
  }

  return {
    contextOf,
    complete,
    /** Runs a call that signs in: passes its place to the work, repeats the response to a retry, and sets cookies. */
    async signIn(
      context: Called & CookieCall,
      work: (signInContext: SignInContext, record: RecordResponse<SignInOutcome>) => Promise<SignInOutcome>,
    ): Promise<SignedIn> {
      const signInContext = contextOf(context)
      const outcome = await context.once<SignInOutcome>((record) => work(signInContext, record), {
        again: async (storedOutcome) =>
          'secondFactor' in storedOutcome ? storedOutcome : sessions.again(storedOutcome),
      })
      return complete(exchangeOf(context), outcome)
    },
  }
}

/** Puts the refresh token in the browser's cookie and returns the rest for the script. */
export function withCookie(exchange: Exchange, cookie: Cookie, { signedIn, refreshToken }: IssuedSession): SignedIn {
  if (refreshToken !== null) cookie.set(exchange, refreshToken)
  return signedIn
}
