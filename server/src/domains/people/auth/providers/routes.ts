import type { IncomingMessage } from 'node:http'
import { isOwnPath, loginPath } from '@stoa/contract'
import { type Mount, requestOf, viewerOf } from '../../../../platform/calls/mount.ts'
import { type DomainError, isDomainError } from '../../../../platform/domain-error.ts'
import { type Idempotency, writeOf } from '../../../../platform/idempotency/idempotency.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { Domain } from '../../tenants/index.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { IssuedSession as SessionBegun, SessionService } from '../sessions/service.ts'
import { createSignInExchange, exchangeOf, signInContextOf, withCookies } from '../sessions/sign-in-exchange.ts'
import type { StartedAttempt } from './attempts.ts'
import type { CredentialSignIn } from './credential-sign-in.ts'
import type { FederatedSignIn } from './federated.ts'
import type { Publishers } from './publishers.ts'
import type { IdentityService } from './service.ts'

interface Dependencies {
  federated: FederatedSignIn
  credentialSignIn: CredentialSignIn
  publishers: Publishers
  identities: IdentityService
  sessions: SessionService
  cookies: Cookies
  idempotency: Idempotency
  domainOf: (request: IncomingMessage) => Domain
}

/** The browser's half of a one-tap nonce. */
const ONE_TAP = 'one-tap'

/**
 * Redirects to providers and back. Both GETs set cookies. Other pages can't sign anybody in, because the attempt's
 * cookie is required. They can't start a sign-in either (`ownPage`): a provider that asks nothing would change who is
 * signed in here.
 */
export function identityRoutes(mount: Mount, dependencies: Dependencies): void {
  const { federated, credentialSignIn, publishers, identities, sessions, cookies, idempotency, domainOf } = dependencies
  const signIn = createSignInExchange(dependencies)
  /** A browser may have several attempts in progress. */
  const cookieOf = (state: string) => cookies.attempt(sha256(state).slice(0, 12))

  mount('authProviderStart', async (context) => {
    const exchange = exchangeOf(context)
    const { id: providerId, next, ticket, refBy, refFrom } = context.input
    const refreshToken = cookies.refresh.read(exchange)
    const domain = domainOf(exchange.request)
    try {
      const { url, state, kept } = await federated.start({
        providerId,
        domain,
        next,
        ticket,
        refreshToken,
        referral: { refBy, refFrom },
      })
      cookieOf(state).set(exchange, kept)
      return url
    } catch (error) {
      if (!isDomainError(error)) throw error
      return afterRefusal(error, { next: next !== undefined && isOwnPath(next) ? next : '/', linking: null })
    }
  })

  mount('authProviderCallback', async (context) => {
    const exchange = exchangeOf(context)
    const { id: providerId, state: named } = context.input
    const state = typeof named === 'string' ? named : ''
    const cookie = cookieOf(state)
    const attempt = federated.open(cookie.read(exchange))
    if (attempt) cookie.clear(exchange)
    const next = attempt?.next ?? '/'
    try {
      const outcome = await federated.finish({
        providerId,
        domain: domainOf(exchange.request),
        attempt,
        query: queryOf(exchange.request),
        state,
        refreshToken: cookies.refresh.read(exchange),
        signInContext: signInContextOf(context, dependencies),
      })
      if (outcome !== null) withCookies(exchange, cookies, outcome)
      return next
    } catch (error) {
      if (!isDomainError(error)) throw error
      return afterRefusal(error, attempt ?? { next, linking: null })
    }
  })

  mount('authOneTapNonce', async (context) => {
    const { secret, nonce, clientId } = credentialSignIn.oneTapNonce()
    cookies.attempt(ONE_TAP).set(exchangeOf(context), secret)
    return { nonce, clientId }
  })

  mount('authOneTap', (context) => {
    const secret = cookies.attempt(ONE_TAP).read(exchangeOf(context))
    const { credential: token, ...referral } = context.input
    return signIn('authOneTap', context, (signInContext, keep) =>
      credentialSignIn.oneTap({ token, referral, signInContext, keep }, secret),
    )
  })

  mount('userCreateFirebaseUser', (context) => {
    const { idToken: token, ...referral } = context.input
    return signIn('userCreateFirebaseUser', context, (signInContext, keep) =>
      credentialSignIn.firebase({ token, referral, signInContext, keep }),
    )
  })

  mount(
    'authEmbedSso',
    async (context) => {
      const { request } = exchangeOf(context)
      const { token, ...referral } = context.input
      const vouched = { token, referral, origin: context.site, forum: domainOf(request).origin }
      const { signedIn } = await idempotency.onceRecorded<SessionBegun>('authEmbedSso', writeOf(request, null), {
        work: (keep) => publishers.signIn(vouched, keep),
      })
      return signedIn
    },
    { recordsItself: true },
  )

  mount('updateAuthProvider', async (context) => {
    const { id: userId } = viewerOf(context)
    const { providerId, link, next } = context.input
    const { sessionId } = context
    await sessions.assertRecent(sessionId, context.tx)
    const domain = domainOf(requestOf(context))
    if (link) {
      const url = federated.ticketFor({ userId, sessionId, providerId, domain, next })
      return { providers: await identities.of(userId, context.tx), url }
    }
    await identities.unlink({ userId, sessionId, providerId, domain }, context.tx)
    return { providers: await identities.of(userId, context.tx) }
  })
}

/** Pages of the forum that show errors themselves and ask for the second factor. */
const LANDINGS = new Set(['/embed/sign-in', '/bbs/login'])

/** Where to go after a refusal: back to the page that started linking, or to a sign-in page. */
function afterRefusal(
  { code, details }: DomainError,
  { next, linking }: Pick<StartedAttempt, 'next' | 'linking'>,
): string {
  const isLanding = LANDINGS.has(next.split(/[?#]/)[0] ?? '')
  if (code === 'SECOND_FACTOR_REQUIRED' && details && 'challenge' in details) {
    // The fragment appears in no log.
    const asked = new URLSearchParams({ secondFactor: details.challenge, methods: details.methods.join() })
    return `${isLanding ? next.replace(/#.*/s, '') : loginPath({ next })}#${asked}`
  }
  const wait = details && 'retryAfterMs' in details ? `&retryAfterMs=${details.retryAfterMs}` : ''
  const path = isLanding || linking ? next : loginPath({ next })
  return withQuery(path, `error=${code}${wait}`)
}

function withQuery(path: string, query: string): string {
  const [before = '', fragment] = path.split('#')
  const joined = `${before}${before.includes('?') ? '&' : '?'}${query}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

/** The raw query of a request, with its question mark. */
function queryOf({ url = '' }: IncomingMessage): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}
