import type { CallOutput, CallParsedInput, SignedIn } from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import { exchangeOf } from '../../../../platform/calls/handlers.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { Cookie, Cookies } from './cookies.ts'
import type { EmbedSignIn } from './embed-sign-in.ts'
import type { IssuedSession, SessionService } from './service.ts'
import { type CookieCall, withCookie } from './sign-in-exchange.ts'

/**
 * Continues and ends the sessions of cookies. Refresh tokens are stored in HTTP-only cookies; scripts get short-lived
 * access tokens. A retry gets the same tokens again, since the first response may have been lost.
 */
export function createCookieSessions({
  cookies,
  sessions,
  embedSignIn,
}: {
  cookies: Cookies
  sessions: SessionService
  embedSignIn: EmbedSignIn
}) {
  const { again } = sessions

  /** Continues a session. Clears the cookie if it is no longer valid. */
  async function continued(
    context: CookieCall,
    cookie: Cookie,
    renew: (token: string | null, record: RecordResponse<IssuedSession>) => Promise<IssuedSession>,
  ): Promise<SignedIn> {
    const exchange = exchangeOf(context)
    const token = cookie.read(exchange)
    try {
      // The first request has spent the token; used again it would look stolen.
      const options = { holder: holderOf(token), again, lookFirst: true }
      return withCookie(exchange, cookie, await context.once((record) => renew(token, record), options))
    } catch (error) {
      if (error instanceof DomainError && error.code === 'REFRESH_INVALID') cookie.clear(exchange)
      throw error
    }
  }

  async function ended(context: CookieCall, cookie: Cookie, everywhere: boolean): Promise<Record<string, never>> {
    const exchange = exchangeOf(context)
    const token = cookie.read(exchange)
    const end = (record: RecordResponse<Record<string, never>>) => sessions.end({ token, everywhere }, { record })
    await context.once(end, { holder: holderOf(token) })
    cookie.clear(exchange)
    return {}
  }

  return {
    refresh: (context: CookieCall): Promise<SignedIn> =>
      continued(context, cookies.refresh, (token, record) => sessions.refresh({ token, site: '' }, record)),
    signOut: (context: CookieCall, everywhere: boolean) => ended(context, cookies.refresh, everywhere),
    /** Begins, continues or ends the session that the frame keeps for a partner's site. */
    async embedRefresh(
      context: CookieCall & { input: CallParsedInput<'authEmbedRefresh'> },
    ): Promise<CallOutput<'authEmbedRefresh'>> {
      const { origin, action, code = '', codeVerifier = '' } = context.input
      const cookie = cookies.embed(origin)
      if (action === 'renew') {
        return continued(context, cookie, (token, record) => embedSignIn.renew({ origin, token }, record))
      }
      if (action !== 'keep') return ended(context, cookie, false)
      const exchange = exchangeOf(context)
      const presented = { code, codeVerifier, origin, former: cookie.read(exchange) }
      return withCookie(
        exchange,
        cookie,
        await context.once((record) => embedSignIn.settle(presented, record), { again }),
      )
    },
  }
}

/** Identifies the holder of a cookie when nobody is signed in; null without a cookie. */
function holderOf(token: string | null): string | null {
  return token === null ? null : `cookie ${sha256(token)}`
}
