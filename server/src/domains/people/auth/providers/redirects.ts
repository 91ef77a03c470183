import type { IncomingMessage } from 'node:http'
import { type CallName, type CallParsedInput, isOwnPath, loginPath } from '@stoa/contract'
import type { CallContext } from '../../../../platform/calls/context.ts'
import { exchangeOf } from '../../../../platform/calls/handlers.ts'
import { type DomainError, isDomainError } from '../../../../platform/domain-error.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { Domain } from '../../tenants/index.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { SignInExchange } from '../sessions/sign-in-exchange.ts'
import type { StartedAttempt } from './attempts.ts'
import type { FederatedSignIn } from './federated.ts'

type Called<Name extends CallName> = Pick<CallContext<CallName>, 'exchange' | 'address'> & {
  input: CallParsedInput<Name>
}

/**
 * Redirects to providers and back. Both set cookies. Other pages can't sign anybody in, because the attempt's cookie is
 * required. They can't start a sign-in either (`ownPage`): a provider that asks nothing would change who is signed in
 * here.
 */
export function createProviderRedirects({
  federated,
  signInExchange,
  cookies,
  domainOf,
}: {
  federated: FederatedSignIn
  signInExchange: SignInExchange
  cookies: Cookies
  domainOf: (request: IncomingMessage) => Domain
}) {
  /** A browser may have several attempts in progress. */
  const cookieOf = (state: string) => cookies.attempt(sha256(state).slice(0, 12))

  return {
    /** The address of the provider, or of the page that shows the refusal. */
    async start(context: Called<'authProviderStart'>): Promise<string> {
      const exchange = exchangeOf(context)
      const { id: providerId, next, ticket, refBy, refFrom } = context.input
      try {
        const { url, state, sealedAttempt } = await federated.start({
          providerId,
          domain: domainOf(exchange.request),
          next,
          ticket,
          refreshToken: cookies.refresh.read(exchange),
          referral: { refBy, refFrom },
        })
        cookieOf(state).set(exchange, sealedAttempt)
        return url
      } catch (error) {
        if (!isDomainError(error)) throw error
        return afterRefusal(error, { next: next !== undefined && isOwnPath(next) ? next : '/', linking: null })
      }
    },
    /** The page to return to. */
    async finish(context: Called<'authProviderCallback'>): Promise<string> {
      const exchange = exchangeOf(context)
      const { id: providerId, state: stateParameter } = context.input
      const state = typeof stateParameter === 'string' ? stateParameter : ''
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
          signInContext: signInExchange.contextOf(context),
        })
        if (outcome !== null) signInExchange.complete(exchange, outcome)
        return next
      } catch (error) {
        if (!isDomainError(error)) throw error
        return afterRefusal(error, attempt ?? { next, linking: null })
      }
    },
  }
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
    const parameters = new URLSearchParams({ secondFactor: details.challenge, methods: details.methods.join() })
    return `${isLanding ? next.replace(/#.*/s, '') : loginPath({ next })}#${parameters}`
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
