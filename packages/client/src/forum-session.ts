import type { SignedIn } from '@stoa/contract'
import type { ApiCall } from './client.ts'
import type { Session } from './session.ts'
import { errorCode } from './stoa-error.ts'

/** The session of the forum's own pages: the access token lives in memory, the refresh token in a cookie that no script sees. */
export interface ForumSession extends Session {
  /** Takes the answer of a sign-in or sign-up and tells the other tabs. */
  adopt(answer: SignedIn): void
  /** Takes a session that came with a redirect, in the cookie, and tells the other tabs; false when there is none. */
  arrive(): Promise<boolean>
}

/** Options of `createSession`. */
export interface SessionOptions {
  /** A client without session is enough. */
  client: { call: ApiCall }
  /** Remembers that somebody is signed in, so that visitors cost no refresh. Default: the page's `localStorage`, where allowed. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  /** Tells tabs of each other. Default: a `BroadcastChannel`, where there is one. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | null
  /** Milliseconds since the epoch. Default `Date.now`. */
  clock?: () => number
}

const NAME = 'stoa.session'
/** A token is renewed when it has less than this left. */
const MARGIN_MS = 30_000

/** Makes the session of the forum's own pages. */
export function createSession(options: SessionOptions): ForumSession {
  const { client, clock = Date.now } = options
  const storage = options.storage === undefined ? pageStorage() : options.storage
  const channel = options.channel === undefined ? pageChannel() : options.channel
  const listeners = new Set<() => void>()
  let held: { token: string; staleAt: number } | null = null
  let refreshing: Promise<string | null> | null = null
  let leaving: Promise<void> | null = null
  // Counts sign-ins and sign-outs, so that the answer to an older refresh can't undo a newer one.
  let turn = 0
  let isOut = storage !== null && storage.getItem(NAME) === null

  function change(next: 'in' | 'out'): void {
    isOut = next === 'out'
    if (isOut) {
      held = null
      storage?.removeItem(NAME)
    } else {
      storage?.setItem(NAME, '1')
    }
    for (const listener of listeners) listener()
  }

  function hold(answer: SignedIn): string {
    const left = answer.expiresAt - clock()
    // On a device whose clock is far ahead the token seems to have ended already: then only the server's word counts.
    const staleAt = left > MARGIN_MS ? answer.expiresAt - MARGIN_MS : Number.POSITIVE_INFINITY
    held = { token: answer.accessToken, staleAt }
    return answer.accessToken
  }

  async function renew(): Promise<string | null> {
    const mine = turn
    // The live connection tells of a sign-out too, perhaps before its answer is here: then there is nothing to ask.
    if (leaving) await leaving.catch(() => {})
    try {
      const answer = await oneTabAtATime(async () => {
        // Another tab that has just signed out may be about to be heard.
        if (!hasLeft() && channel) await heardSoFar()
        return hasLeft() ? null : client.call('authRefresh', {})
      })
      if (mine !== turn) return await meanwhile()
      if (answer === null) {
        if (!isOut) change('out')
        return null
      }
      storage?.setItem(NAME, '1')
      return hold(answer)
    } catch (error) {
      if (errorCode(error) !== 'REFRESH_INVALID') throw error
      if (mine !== turn) return meanwhile()
      change('out')
      return null
    }
  }

  /** Somebody has signed in or out since this one was asked for: here with a token, in another tab without. */
  async function meanwhile(): Promise<string | null> {
    if (held) return held.token
    return isOut ? null : renew()
  }

  /** Signed out here, or in another tab that has not been heard yet. */
  function hasLeft(): boolean {
    return isOut || (storage !== null && storage.getItem(NAME) === null)
  }

  async function leave(): Promise<void> {
    await client.call('authSignOut', {})
    turn += 1
    change('out')
    channel?.postMessage('out')
    // The next tab in turn has then been told.
    if (channel) await heardSoFar()
  }

  function refresh(): Promise<string | null> {
    refreshing ??= renew().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent) => {
      if (data !== 'in' && data !== 'out') return
      turn += 1
      held = null
      change(data)
    }
  }

  return {
    async getAccessToken() {
      if (isOut) return null
      return held && held.staleAt > clock() ? held.token : refresh()
    },
    refresh,
    adopt(answer) {
      turn += 1
      hold(answer)
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
      leaving ??= oneTabAtATime(leave).finally(() => {
        leaving = null
      })
      return leaving
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Two tabs that spend one rotating refresh token at once look like a thief to the server. */
function oneTabAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  return locks ? locks.request(NAME, work) : work()
}

/** What tabs say to each other comes in the order in which it was said: after this, all that was said before it is here. */
async function heardSoFar(): Promise<void> {
  if (typeof BroadcastChannel !== 'function') return
  const name = `${NAME} ${Math.random()}`
  const [mouth, ear] = [new BroadcastChannel(name), new BroadcastChannel(name)]
  await new Promise((heard) => {
    ear.onmessage = heard
    mouth.postMessage('')
  })
  mouth.close()
  ear.close()
}

function pageStorage(): (SessionOptions['storage'] & {}) | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

function pageChannel(): BroadcastChannel | null {
  return typeof window !== 'undefined' && typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null
}
