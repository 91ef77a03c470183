import { addressBuckets } from '../../http/address.ts'
import { type CallContext } from '../../http/context.ts'
import { type Mount, viewerOf } from '../../http/mount.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Cookie, Cookies, Exchange } from './cookies.ts'
import type { EmbedSignIn } from './embed-sign-in.ts'
import type { PasswordSignIn } from './password-sign-in.ts'
import type { Begun, SessionService } from './service.ts'

interface Dependencies {
  sessions: SessionService
  passwordSignIn: PasswordSignIn
  embedSignIn: EmbedSignIn
  cookies: Cookies
}

/** Secrets travel in cookies that scripts can't read; what a script gets is a short-lived access token. */
export function sessionRoutes(mount: Mount, dependencies: Dependencies): void {
  const { sessions, passwordSignIn, embedSignIn, cookies } = dependencies

  function signedIn(exchange: Exchange, begun: Begun & { device: string }) {
    cookies.device.set(exchange, begun.device)
    return kept(exchange, cookies.refresh, begun)
  }

  mount('authSignUp', async (context) => signedIn(exchangeOf(context), await passwordSignIn.signUp(context.input)))

  mount('authSignIn', async (context) => {
    const exchange = exchangeOf(context)
    const [narrowest] = addressBuckets(context.address)
    const place = { prefix: narrowest?.prefix ?? '', device: cookies.device.read(exchange) }
    return signedIn(exchange, await passwordSignIn.signIn(context.input, place))
  })

  mount('authRefresh', async (context) => {
    const exchange = exchangeOf(context)
    const token = cookies.refresh.read(exchange)
    return kept(
      exchange,
      cookies.refresh,
      await orForget(exchange, cookies.refresh, sessions.refresh({ token, site: '' })),
    )
  })

  mount('authSignOut', async (context) => {
    const exchange = exchangeOf(context)
    await sessions.end({ token: cookies.refresh.read(exchange), everywhere: context.input.everywhere ?? false })
    cookies.refresh.clear(exchange)
    return {}
  })

  mount('authEmbedAuthorize', (context) => embedSignIn.authorize(viewerOf(context), context.input))

  mount('authEmbedToken', async ({ input, origin }) => (await embedSignIn.redeem({ ...input, origin })).signedIn)

  mount('authEmbedRefresh', async (context) => {
    const exchange = exchangeOf(context)
    const { origin, action, code = '', codeVerifier = '' } = context.input
    const cookie = cookies.embed(origin)
    const token = cookie.read(exchange)
    if (action === 'keep') {
      const begun = await embedSignIn.keep({ code, codeVerifier, origin })
      // Whoever was signed in on this site before is not any more.
      await sessions.end({ token, everywhere: false })
      return kept(exchange, cookie, begun)
    }
    if (action === 'renew')
      return kept(exchange, cookie, await orForget(exchange, cookie, embedSignIn.renew({ origin, token })))
    await sessions.end({ token, everywhere: false })
    cookie.clear(exchange)
    return {}
  })
}

function exchangeOf(context: Pick<CallContext<'authRefresh'>, 'exchange'>): Exchange {
  if (!context.exchange) throw new Error('A call with a cookie was made without an HTTP exchange.')
  return context.exchange
}

function kept(exchange: Exchange, cookie: Cookie, { signedIn, refreshToken }: Begun) {
  if (refreshToken !== null) cookie.set(exchange, refreshToken)
  return signedIn
}

/** Takes a refresh cookie away that is good for nothing any more. */
async function orForget(exchange: Exchange, cookie: Cookie, begun: Promise<Begun>): Promise<Begun> {
  try {
    return await begun
  } catch (error) {
    if (error instanceof DomainError && error.code === 'REFRESH_INVALID') cookie.clear(exchange)
    throw error
  }
}
