import type { ApiCall } from './client.ts'
import { solveChallenge } from './solve-challenge.ts'

/** Proves that a request without an account is worth answering. */
export interface AppCheck {
  /** A token for `X-App-Check`; solves a proof of work when none is at hand. */
  getToken(): Promise<string>
  /** Forgets the token, for one that the server no longer takes. */
  reset(): void
}

/** Options of `createAppCheck`. */
export interface AppCheckOptions {
  /** A client without session is enough. It needs the `visitorId` of the client that writes: the token is bound to it. */
  client: { call: ApiCall }
  /** Origin that the token is bound to. Default: the page's. */
  origin?: string
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number
}

/** A token is renewed when it has less than this left. */
const MARGIN_MS = 20_000

/** Fetches a challenge, solves it and keeps the token until it ends. Nothing happens before the first `getToken`. */
export function createAppCheck({ client, origin = location.origin, clock = Date.now }: AppCheckOptions): AppCheck {
  let held: Promise<{ token: string; expiresAt: number }> | null = null

  async function earn() {
    const challenge = await client.call('appCheckChallenge', {})
    return client.call('appCheckToken', { solution: await solveChallenge(challenge), origin })
  }

  async function getToken(): Promise<string> {
    const mine = (held ??= earn())
    try {
      const { token, expiresAt } = await mine
      if (expiresAt - clock() > MARGIN_MS) return token
    } catch (error) {
      if (held === mine) held = null
      throw error
    }
    if (held === mine) held = null
    return (await (held ??= earn())).token
  }

  return {
    getToken,
    reset() {
      held = null
    },
  }
}
