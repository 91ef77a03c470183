import { randomId, type Session, StoaError } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { createSessionFrame, type SessionFrame } from '../frame/session-frame.ts'
import { createProofKey } from './pkce.ts'
import { openSignInPopup } from './popup.ts'
import { hasSignedIn, rememberSignedIn } from './sign-in-hint.ts'

/** The session of a widget: an access token in memory, good for this site only. */
export interface EmbedSession extends Session {
  /** Signs in through a window on the forum's origin. Call it inside the click. Throws POPUP_BLOCKED, POPUP_CLOSED, CODE_INVALID… */
  signIn(): Promise<void>
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
  let isOut = !hasSignedIn()

  const frameOnce = () => {
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
    if (isOut) held = null
    rememberSignedIn(!isOut)
    for (const listener of listeners) listener()
  }

  async function renew(): Promise<string | null> {
    try {
      return adopt(await frameOnce().ask({ action: 'renew' }))
    } catch (error) {
      if (!(error instanceof StoaError) || error.code === 'NETWORK') throw error
      if (!isOut) change('out')
      return null
    }
  }

  function refresh(): Promise<string | null> {
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
      const key = createProofKey()
      const popup = openSignInPopup({ forumUrl, state: randomId(), challenge: key.then(({ challenge }) => challenge) })
      // While the person signs in, the frame that will keep the session is loading.
      const keeper = frameOnce()
      const code = await popup.code
      const { verifier } = await key
      adopt(await keeper.ask({ action: 'keep', code, codeVerifier: verifier }))
      change('in')
    },
    async signOut() {
      await frameOnce().ask({ action: 'end' })
      change('out')
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      frame?.remove()
      frame = null
      listeners.clear()
    },
  }
}
