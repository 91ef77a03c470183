import type { IncomingMessage } from 'node:http'
import type { SessionInfo } from '@stoa/contract'
import type { Exchange, RecordResponse } from '../../../../platform/calls/context.ts'
import { type Mount, viewerOf } from '../../../../platform/calls/mount.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { type Idempotency, type RecordedWork, writeOf } from '../../../../platform/idempotency/idempotency.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { Domain } from '../../tenants/index.ts'
import type { Cookie, Cookies } from './cookies.ts'
import { deviceWords, shownAddress } from './devices.ts'
import type { EmbedSignIn } from './embed-sign-in.ts'
import type { PasswordSignIn } from './password-sign-in.ts'
import type { SessionRow } from './repository.ts'
import type { IssuedSession, SessionService } from './service.ts'
import { createSignInExchange, exchangeOf, withCookie } from './sign-in-exchange.ts'

interface Dependencies {
  domainOf: (request: IncomingMessage) => Domain
  sessions: SessionService
  passwordSignIn: PasswordSignIn
  embedSignIn: EmbedSignIn
  cookies: Cookies
  idempotency: Idempotency
}

/**
 * Refresh tokens are stored in HTTP-only cookies; scripts get short-lived access tokens. A retry gets the same tokens
 * again, since the first response may have been lost.
 */
export function sessionRoutes(mount: Mount, dependencies: Dependencies): void {
  const { sessions, passwordSignIn, embedSignIn, cookies, idempotency } = dependencies
  const { again } = sessions

  const signIn = createSignInExchange(dependencies)

  mount('authSignUp', (context) =>
    signIn('authSignUp', context, (signInContext, keep) => passwordSignIn.signUp(context.input, signInContext, keep)),
  )

  mount('authSignIn', (context) =>
    signIn('authSignIn', context, (signInContext, keep) => passwordSignIn.signIn(context.input, signInContext, keep)),
  )

  mount('authRefresh', async (context) => {
    const exchange = exchangeOf(context)
    const token = cookies.refresh.read(exchange)
    const begun = idempotency.onceRecorded<IssuedSession>('authRefresh', writeOf(exchange.request, holderOf(token)), {
      work: (keep) => sessions.refresh({ token, site: '' }, keep),
      again,
      // The first request has spent the token; used again it would look stolen.
      lookFirst: true,
    })
    return withCookie(exchange, cookies.refresh, await clearIfInvalid(exchange, cookies.refresh, begun))
  })

  mount('authSignOut', async (context) => {
    const exchange = exchangeOf(context)
    const token = cookies.refresh.read(exchange)
    await idempotency.onceRecorded('authSignOut', writeOf(exchange.request, holderOf(token)), {
      work: (keep) => sessions.end({ token, everywhere: context.input.everywhere ?? false }, undefined, keep),
    })
    cookies.refresh.clear(exchange)
    return {}
  })

  mount('authEmbedAuthorize', (context) => embedSignIn.authorize(viewerOf(context), context.input, context.tx))

  mount(
    'authEmbedToken',
    async (context) => {
      const { input, origin } = context
      const begun = await idempotency.onceRecorded<IssuedSession>(
        'authEmbedToken',
        writeOf(exchangeOf(context).request, null),
        {
          work: (keep) => embedSignIn.redeem({ ...input, origin }, keep),
        },
      )
      return begun.signedIn
    },
    { recordsItself: true },
  )

  mount('authEmbedRefresh', async (context) => {
    const exchange = exchangeOf(context)
    const { origin, action, code = '', codeVerifier = '' } = context.input
    const cookie = cookies.embed(origin)
    const token = cookie.read(exchange)
    const once = <Result>(holder: string | null, about: RecordedWork<Result>) =>
      idempotency.onceRecorded('authEmbedRefresh', writeOf(exchange.request, holder), about)
    if (action === 'keep') {
      const presented = { code, codeVerifier, origin, former: token }
      return withCookie(
        exchange,
        cookie,
        await once(null, { work: (keep) => embedSignIn.settle(presented, keep), again }),
      )
    }
    if (action === 'renew') {
      const work = (keep: RecordResponse<IssuedSession>) => embedSignIn.renew({ origin, token }, keep)
      const begun = once(holderOf(token), { work, again, lookFirst: true })
      return withCookie(exchange, cookie, await clearIfInvalid(exchange, cookie, begun))
    }
    await once(holderOf(token), { work: (keep) => sessions.end({ token, everywhere: false }, undefined, keep) })
    cookie.clear(exchange)
    return {}
  })
}

/** Identifies the holder of a cookie when nobody is signed in; null without a cookie. */
function holderOf(token: string | null): string | null {
  return token === null ? null : `cookie ${sha256(token)}`
}

/** Clears a refresh cookie that is no longer valid. */
async function clearIfInvalid(
  exchange: Exchange,
  cookie: Cookie,
  begun: Promise<IssuedSession>,
): Promise<IssuedSession> {
  try {
    return await begun
  } catch (error) {
    if (error instanceof DomainError && error.code === 'REFRESH_INVALID') cookie.clear(exchange)
    throw error
  }
}

/** A session as shown to its owner in the session `currentId`. */
function presentSession(row: SessionRow, currentId: string): SessionInfo {
  return {
    id: row.id,
    device: deviceWords(row.user_agent),
    address: shownAddress(row.address),
    site: row.site === '' ? null : row.site,
    method: row.method,
    createdAt: Number(row.created_at),
    seenAt: Number(row.rotated_at),
    current: row.id === currentId,
  }
}

/** Lists a user's sessions and revokes them. */
export function sessionListRoutes(mount: Mount, { sessions }: { sessions: SessionService }): void {
  mount('sessionList', async (context) => {
    const rows = await sessions.listOf(viewerOf(context).id)
    return { items: rows.map((row) => presentSession(row, context.sessionId)) }
  })

  mount('sessionEnd', async (context) => {
    const { id } = viewerOf(context)
    const { sessionId } = context.input
    if (sessionId === undefined) await sessions.endOthers(id, context.sessionId, context.tx)
    else await sessions.endOne(id, { sessionId, by: context.sessionId }, context.tx)
    return {}
  })
}
