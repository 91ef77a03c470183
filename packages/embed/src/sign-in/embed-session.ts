import { errorCode, randomId, type Session, StoaError } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { createSessionFrame, type SessionFrame } from '../frame/session-frame.ts'
import { createProofKey } from './pkce.ts'
import { openSignInPopup } from './popup.ts'
import { hasSignedIn, rememberSignedIn } from './sign-in-hint.ts'
import { redeemWord, type SignOn } from './sign-on.ts'

/** The session of a widget: an access token in memory, good for this site only. */
export interface EmbedSession extends Session {
  /** Signs in through a window on the forum's origin. Call it inside the click. Throws POPUP_BLOCKED, POPUP_CLOSED, CODE_INVALID… */
  signIn(): Promise<void>
  /** Signs in by the publisher's word, where the page has one; a visitor stays one. */
  signOn(word: SignOn): Promise<void>
  /** Whether the publisher's word was not taken, so that a reader of theirs is none here. */
  isRefused(): boolean
  /** Asks the frame again after another tab of the site has signed in or out. Throws NETWORK when it does not answer. */
  follow(): Promise<void>
  /** Frees what it holds in the page. */
  close(): void
}

/** A token is renewed when it has less than this left. */
const MARGIN_MS = 30_000

/** The widget's session with one forum; all widgets of a page share it. */
export function createEmbedSession(forumUrl: string): EmbedSession {
  const listeners = new Set<() => void>()
  let frame: SessionFrame | null = null
  let held: { token: string; staleAt: number } | null = null
  let renewing: Promise<string | null> | null = null
  let isOut = !hasSignedIn(forumUrl)
  let isLeaving = false
  /** null: the frame keeps the session. */
  let publisher: SignOn | null = null
  let isRefused = false
  let isClosed = false

  const frameOnce = () => {
    // Nothing would take it out of the page again.
    if (isClosed) throw new StoaError('ABORTED', { message: 'The session has been closed.' })
    frame ??= createSessionFrame(forumUrl)
    return frame
  }

  function adopt({ accessToken, expiresAt }: CallOutput<'authEmbedRefresh'>): string | null {
    if (accessToken === undefined || expiresAt === undefined) return null
    held = { token: accessToken, staleAt: expiresAt - MARGIN_MS }
    return accessToken
  }

  function change(next: 'in' | 'out'): void {
    isOut = next === 'out'
    if (isOut) {
      held = null
      publisher = null
    }
    rememberSignedIn(forumUrl, !isOut)
    for (const listener of listeners) listener()
  }

  async function renew(): Promise<string | null> {
    try {
      if (publisher === null) return adopt(await frameOnce().ask({ action: 'renew' }))
      const token = adopt(await redeemWord(forumUrl, publisher))
      isRefused = false
      // Signed out at the publisher since.
      if (token === null && held) change('out')
      return token
    } catch (error) {
      const code = errorCode(error)
      if (!code || code === 'NETWORK') throw error
      if (publisher !== null) isRefused = true
      // Of whoever never came in by the publisher's word nothing is forgotten.
      if (publisher === null ? !isOut : held) change('out')
      return null
    }
  }

  function refresh(): Promise<string | null> {
    // The server ends connections before it answers; what they ask for then is over.
    if (isLeaving || isClosed) return Promise.resolve(null)
    renewing ??= renew().finally(() => {
      renewing = null
    })
    return renewing
  }

  return {
    async getAccessToken() {
      if (isOut) return null
      return held && held.staleAt > Date.now() ? held.token : refresh()
    },
    refresh,
    async signIn() {
      // While the person signs in, the frame that will keep the session is loading.
      const keeper = frameOnce()
      const key = createProofKey()
      const popup = openSignInPopup({ forumUrl, state: randomId(), challenge: key.then(({ challenge }) => challenge) })
      const code = await popup.code
      const { verifier } = await key
      adopt(await keeper.ask({ action: 'keep', code, codeVerifier: verifier }))
      change('in')
    },
    async signOn(word) {
      publisher = word
      isOut = false
      if (await refresh()) {
        for (const listener of listeners) listener()
        return
      }
      publisher = null
      isOut = !hasSignedIn(forumUrl)
    },
    async signOut() {
      // There is nothing to be kept of it anywhere.
      if (publisher !== null) return change('out')
      isLeaving = true
      try {
        await frameOnce().ask({ action: 'end' })
      } catch (error) {
        // It has been over before; after any other failure it may not be.
        if (errorCode(error) !== 'REFRESH_INVALID') throw error
      } finally {
        isLeaving = false
      }
      change('out')
    },
    isRefused: () => isRefused,
    async follow() {
      if (publisher !== null || (isOut && !hasSignedIn(forumUrl))) return
      if (await refresh()) change('in')
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      frame?.remove()
      frame = null
      listeners.clear()
    },
  }
}
