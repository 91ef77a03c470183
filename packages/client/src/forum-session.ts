import type { SignedIn } from '@stoa/contract'
import type { ApiCall } from './client.ts'
import { type PageStorage, pageStorage } from './page-storage.ts'
import { errorCode } from './stoa-error.ts'

/** Who is signed in, for calls and the store. The forum and the embed have separate implementations. */
export interface Session {
  /** A valid access token, or null for a visitor. */
  getAccessToken(): Promise<string | null>
  /**
   * A new access token regardless of the current one; null if the session has ended. Concurrent calls share one
   * request.
   */
  refresh(): Promise<string | null>
  signOut(): Promise<void>
  /** Whether the publisher signed the viewer in. Joining then needs no notice. Default: no. */
  isByPublisher?(): boolean
  /**
   * Called when somebody signs in or out, here or in another tab, and when a page from the browser's history may be
   * older than that. Returns the unsubscribe function.
   */
  onChange(listener: (change: SessionChange) => void): () => void
}

/**
 * `in`: somebody has signed in. `left`: they have signed out. `over`: the session has ended otherwise. `gone`: one of the
 * two, in another tab that wasn't heard.
 */
export type SessionChange = 'in' | 'left' | 'over' | 'gone'

/** The session of the forum's own pages: the access token is in memory, the refresh token in an HTTP-only cookie. */
export interface ForumSession extends Session {
  /** Adopts the response of a sign-in or sign-up and notifies other tabs. */
  adopt(signedIn: SignedIn): void
  /** Adopts a session from the cookie of a redirect and notifies other tabs; false if there is none. */
  arrive(): Promise<boolean>
}

/** Options of `createSession`. */
export interface SessionOptions {
  /** A client without a session. */
  client: { call: ApiCall }
  /**
   * Remembers that somebody is signed in, so that visitors make no refresh request. Default: the page's, if it has one.
   */
  storage?: PageStorage | null
  /** Connects tabs. Default: a `BroadcastChannel`, if available. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | null
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number
}

const NAME = 'stoa.session'
/** A token is renewed when it has less time left than this. */
const MARGIN_MS = 30_000

/** Creates the session of the forum's own pages. */
export function createSession(options: SessionOptions): ForumSession {
  const { client, clock = Date.now } = options
  const storage = options.storage === undefined ? usableStorage() : options.storage
  const channel = options.channel === undefined ? pageChannel() : options.channel
  const listeners = new Set<(change: SessionChange) => void>()
  let cachedToken: { token: string; staleAt: number } | null = null
  /** Of the last token. */
  let userId = ''
  let refreshPromise: Promise<string | null> | null = null
  let signOutPromise: Promise<void> | null = null
  // Counts sign-ins and sign-outs, so that the response to an older refresh can't undo a newer one.
  let turn = 0
  let isOut = storage !== null && storage.getItem(NAME) === null

  function change(next: SessionChange): void {
    isOut = next !== 'in'
    if (isOut) {
      cachedToken = null
      storage?.removeItem(NAME)
    } else {
      storage?.setItem(NAME, '1')
    }
    for (const listener of listeners) listener(next)
  }

  function hold(signedIn: SignedIn): string {
    const remainingMs = signedIn.expiresAt - clock()
    // If the device's clock is far ahead, the token seems expired. Then only the server decides.
    const staleAt = remainingMs > MARGIN_MS ? signedIn.expiresAt - MARGIN_MS : Number.POSITIVE_INFINITY
    cachedToken = { token: signedIn.accessToken, staleAt }
    userId = signedIn.userId
    return signedIn.accessToken
  }

  async function renew(): Promise<string | null> {
    const mine = turn
    // The live connection may report a sign-out before its response arrives. Then no request is needed.
    if (signOutPromise) await signOutPromise.catch(() => {})
    try {
      const signedIn = await oneTabAtATime(async () => {
        // Another tab's sign-out message may be about to arrive.
        if (!hasLeft() && channel) await deliverPending()
        return hasLeft() ? null : client.call('authRefresh', {})
      })
      if (mine !== turn) return await meanwhile()
      if (signedIn === null) {
        if (!isOut) change('gone')
        return null
      }
      const isOther = userId !== '' && userId !== signedIn.userId
      const token = hold(signedIn)
      // Another tab has signed somebody else in, unheard.
      if (isOther) change('in')
      else storage?.setItem(NAME, '1')
      return token
    } catch (error) {
      if (errorCode(error) !== 'REFRESH_INVALID') throw error
      if (mine !== turn) return meanwhile()
      change('over')
      return null
    }
  }

  /** The token after somebody has signed in or out since the request. A sign-in in another tab needs a refresh. */
  async function meanwhile(): Promise<string | null> {
    if (cachedToken) return cachedToken.token
    return isOut ? null : renew()
  }

  /** Signed out here, or in another tab whose message hasn't arrived. */
  function hasLeft(): boolean {
    return isOut || (storage !== null && storage.getItem(NAME) === null)
  }

  async function leave(): Promise<void> {
    await client.call('authSignOut', {})
    turn += 1
    change('left')
    channel?.postMessage('out')
    // The next tab waiting for the lock has then been notified.
    if (channel) await deliverPending()
  }

  /** Somebody has signed in or out in another tab. */
  function follow(next: SessionChange): void {
    turn += 1
    cachedToken = null
    change(next)
  }

  function refresh(): Promise<string | null> {
    refreshPromise ??= renew().finally(() => {
      refreshPromise = null
    })
    return refreshPromise
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent) => {
      if (data !== 'in' && data !== 'out') return
      follow(data === 'in' ? 'in' : 'left')
    }
  }
  if (typeof window !== 'undefined') {
    window.addEventListener('pageshow', ({ persisted }) => {
      // A page in the browser's history has missed what other tabs said.
      if (!persisted) return
      const isIn = storage === null ? !isOut : storage.getItem(NAME) !== null
      follow(isIn ? 'in' : 'gone')
    })
  }

  return {
    async getAccessToken() {
      if (isOut) return null
      return cachedToken && cachedToken.staleAt > clock() ? cachedToken.token : refresh()
    },
    refresh,
    adopt(signedIn) {
      turn += 1
      hold(signedIn)
      change('in')
      channel?.postMessage('in')
    },
    async arrive() {
      turn += 1
      isOut = false
      storage?.setItem(NAME, '1')
      const token = await refresh()
      if (token === null) return false
      change('in')
      channel?.postMessage('in')
      return true
    },
    signOut() {
      signOutPromise ??= oneTabAtATime(leave).finally(() => {
        signOutPromise = null
      })
      return signOutPromise
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Two tabs spending one rotating refresh token at once would look like theft to the server. */
function oneTabAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  return locks ? locks.request(NAME, work) : work()
}

/** Messages arrive in order, so after this all earlier ones have arrived. */
async function deliverPending(): Promise<void> {
  if (typeof BroadcastChannel !== 'function') return
  const name = `${NAME} ${Math.random()}`
  const [sender, receiver] = [new BroadcastChannel(name), new BroadcastChannel(name)]
  await new Promise((resolve) => {
    receiver.onmessage = resolve
    sender.postMessage('')
  })
  sender.close()
  receiver.close()
}

/** The page's storage; null if it keeps nothing for other tabs. */
function usableStorage(): PageStorage | null {
  const key = `${NAME} test`
  try {
    localStorage.setItem(key, '1')
    localStorage.removeItem(key)
    return pageStorage('local')
  } catch {
    return null
  }
}

function pageChannel(): BroadcastChannel | null {
  return typeof window !== 'undefined' && typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null
}
