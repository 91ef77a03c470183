import type { ApiCall } from './client.ts'
import { solveChallenge } from './solve-challenge.ts'

/** Proof of work for anonymous requests. */
export interface AppCheck {
  /** A token for `X-App-Check`; solves a challenge if none is cached. */
  getToken(): Promise<string>
  /** Drops the token after the server has refused it. */
  reset(): void
}

/** Options of `createAppCheck`. */
export interface AppCheckOptions {
  /** A client without a session. It needs the same `visitorId` as the writing client, to which the token is bound. */
  client: { call: ApiCall }
  /** Origin that the token is bound to. Default: the page's. */
  origin?: string
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number
}

/** A token is renewed when it has less time left than this. */
const MARGIN_MS = 20_000

/** Fetches a challenge, solves it and caches the token until it expires. Does nothing before the first `getToken`. */
export function createAppCheck({ client, origin = location.origin, clock = Date.now }: AppCheckOptions): AppCheck {
  let cachedToken: Promise<{ token: string; expiresAt: number }> | null = null

  async function earn() {
    const challenge = await client.call('appCheckChallenge', {})
    return client.call('appCheckToken', { solution: await solveChallenge(challenge), origin })
  }

  /** The cached token, or a new one. A failure isn't cached. */
  function hold() {
    if (cachedToken) return cachedToken
    const mine = earn()
    cachedToken = mine
    mine.catch(() => {
      if (cachedToken === mine) cachedToken = null
    })
    return mine
  }

  async function getToken(): Promise<string> {
    const mine = hold()
    const { token, expiresAt } = await mine
    if (expiresAt - clock() > MARGIN_MS) return token
    if (cachedToken === mine) cachedToken = null
    return (await hold()).token
  }

  return {
    getToken,
    reset() {
      cachedToken = null
    },
  }
}
