import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { CallName } from '@stoa/contract'
import type { CallContext, Exchange, RecordResponse } from '../../../../platform/calls/context.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { type Idempotency, writeOf } from '../../../../platform/idempotency/idempotency.ts'
import { addressBuckets } from '../../../../platform/security/address.ts'
import type { Domain } from '../../tenants/index.ts'
import type { Cookie, Cookies } from './cookies.ts'
import type { IssuedSession, SessionService } from './service.ts'
import type { SignInContext } from './sign-in-context.ts'
import type { SignInOutcome } from './sign-ins.ts'

/** The part of a call's context used here. */
type Called = Pick<CallContext<CallName>, 'exchange' | 'address'>

/**
 * Runs calls that sign in: passes the request's place to the work, repeats the response to a retry, and sets cookies.
 */
export function createSignInExchange(about: {
  cookies: Cookies
  idempotency: Idempotency
  sessions: Pick<SessionService, 'again'>
  domainOf: (request: IncomingMessage) => Domain
}) {
  const { cookies, idempotency, sessions } = about
  return async (
    name: CallName,
    context: Called,
    work: (signInContext: SignInContext, keep: RecordResponse<SignInOutcome>) => Promise<SignInOutcome>,
  ) => {
    const exchange = exchangeOf(context)
    const signInContext = signInContextOf(context, about)
    const outcome = await idempotency.onceRecorded<SignInOutcome>(name, writeOf(exchange.request, null), {
      work: (keep) => work(signInContext, keep),
      again: async (known) => ('secondFactor' in known ? known : sessions.again(known)),
    })
    return withCookies(exchange, cookies, outcome)
  }
}

/** Where a request comes from. */
export function signInContextOf(
  context: Called,
  { cookies, domainOf }: { cookies: Cookies; domainOf: (request: IncomingMessage) => Domain },
): SignInContext {
  const exchange = exchangeOf(context)
  const networks = addressBuckets(context.address)
  const userAgent = exchange.request.headers['user-agent'] ?? ''
  const device = cookies.device.read(exchange)
  return {
    prefix: networks[0]?.prefix ?? '',
    networks,
    device,
    mark: markOf(cookies).read(exchange) ?? randomBytes(16).toString('base64url'),
    userAgent,
    domain: domainOf(exchange.request),
  }
}

/** Identifies the browser asked for a second factor; no other may respond. */
const markOf = (cookies: Cookies) => cookies.attempt('second-factor')

/** Request and response of a call that uses cookies. */
export function exchangeOf(context: Pick<Called, 'exchange'>): Exchange {
  if (!context.exchange) throw new Error('A call with a cookie was made without an HTTP exchange.')
  return context.exchange
}

/** Sets the cookies of the new session. Throws SECOND_FACTOR_REQUIRED if there is none yet. */
export function withCookies(exchange: Exchange, cookies: Cookies, outcome: SignInOutcome) {
  // Only after the commit, so that the first proof stays consumed.
  if ('secondFactor' in outcome) {
    markOf(cookies).set(exchange, outcome.mark)
    throw new DomainError('SECOND_FACTOR_REQUIRED', outcome.secondFactor)
  }
  cookies.device.set(exchange, outcome.device)
  return withCookie(exchange, cookies.refresh, outcome)
}

/** Puts the refresh token in the browser's cookie and returns the rest for the script. */
export function withCookie(exchange: Exchange, cookie: Cookie, { signedIn, refreshToken }: IssuedSession) {
  if (refreshToken !== null) cookie.set(exchange, refreshToken)
  return signedIn
}
