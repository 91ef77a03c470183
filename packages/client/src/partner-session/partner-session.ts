import type { CallOutput, ErrorResponse, SuccessResponse } from '@stoa/contract'
import type { Session, SessionChange } from '../forum-session.ts'
import { errorCode, StoaError } from '../stoa-error.ts'
import { randomId } from '../visitor-id.ts'
import { createProofKey } from './pkce.ts'
import { openSignInPopup, type SignInPopup } from './popup.ts'
import { type GetPublisherToken, redeemPublisherToken } from './publisher-token.ts'
import { createSessionFrame, type SessionFrame } from './session-frame.ts'
import { announceSignIn, hasSignedIn, hintKey, rememberSignedIn } from './sign-in-hint.ts'

/**
 * A session on a partner's site, whose origin differs from the forum's. The access token is in memory and valid on this
 * site only.
 */
export interface PartnerSession extends Session {
  /** Signs in through a pop-up window on the forum's origin, or focuses the open one. Call it in a click handler, or browsers block the window. The window says what it is for, if that is known, such as `comment` or `like-comment`. Throws POPUP_BLOCKED, POPUP_CLOSED, POPUP_CUT_OFF, CODE_INVALID… */
  signIn(purpose?: string): Promise<void>
  /**
   * Signs in with tokens from the publisher's own server. A new one is requested whenever the session is renewed.
   * Without a token the reader stays a visitor.
   */
  signInByToken(getToken: GetPublisherToken): Promise<void>
  /** Whether the forum refused the last publisher token. */
  isRefused(): boolean
  /**
   * Checks the session again, after another tab of this site signed in or out or on a page from the browser's history.
   * Throws NETWORK.
   */
  follow(): Promise<void>
  /** Removes the frame and all listeners. */
  close(): void
}

/** Options of `createPartnerSession`. */
export interface PartnerSessionOptions {
  /** Address of the forum, such as `https://forum.example`. This page's origin must be registered there (`stoa origin:add`). */
  baseUrl: string
  /** Follows sign-ins and sign-outs in other tabs of this site. Default true. */
  followTabs?: boolean
}

/** A token is renewed when it has less time left than this. */
const MARGIN_MS = 30_000

/**
 * Creates the session of a page on another origin than the forum's. Create one per page and forum. The refresh token
 * stays in a hidden frame on the forum's origin, in a cookie partitioned by site. No third-party cookie is needed.
 */
export function createPartnerSession({ baseUrl: forumUrl, followTabs = true }: PartnerSessionOptions): PartnerSession {
  const listeners = new Set<(change: SessionChange) => void>()
  let frame: SessionFrame | null = null
  let cachedToken: { token: string; staleAt: number } | null = null
  let renewal: Promise<string | null> | null = null
  let isOut = !hasSignedIn(forumUrl)
  let isLeaving = false
  /** null: the frame stores the session. */
  let publisher: GetPublisherToken | null = null
  let isRefused = false
  /** The open sign-in window. */
  let openSignIn: { popup: SignInPopup; promise: Promise<void> } | null = null
  let isClosed = false
  /** The frame is unavailable. There is one token, in memory, which can't be renewed. */
  let isOfPageOnly = false

  const frameOnce = () => {
    if (isClosed) throw new StoaError('ABORTED', { message: 'The session has been closed.' })
    frame ??= createSessionFrame(forumUrl)
    return frame
  }

  function adopt({ accessToken, expiresAt }: CallOutput<'authEmbedRefresh'>): string | null {
    if (accessToken === undefined || expiresAt === undefined) return null
    cachedToken = { token: accessToken, staleAt: expiresAt - MARGIN_MS }
    return accessToken
  }

  function change(next: SessionChange): void {
    isOut = next !== 'in'
    if (isOut) {
      cachedToken = null
      publisher = null
    }
    if (isOut) isOfPageOnly = false
    // The next page can't continue a session without the frame.
    rememberSignedIn(forumUrl, !isOut && !isOfPageOnly)
    if (!isOut) announceSignIn(forumUrl)
    for (const listener of listeners) listener(next)
  }

  /** Signs in without the frame, so that typed text can still be sent. */
  async function redeemHere(code: string, codeVerifier: string): Promise<void> {
    const body = await fetch(`${forumUrl}/api/auth/embed/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, codeVerifier }),
    })
      .then((response): Promise<SuccessResponse<'authEmbedToken'> | ErrorResponse> => response.json())
      .catch((cause: unknown) => {
        throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.', cause })
      })
    if (body.status === 'error') throw new StoaError(body.code, { message: body.message })
    adopt(body.payload)
    isOfPageOnly = true
    console.warn(
      `Stoa: the frame ${forumUrl}/embed/frame did not load, so this sign-in lasts for this page only, ten minutes at most. Let the page's Content-Security-Policy allow it (frame-src ${new URL(forumUrl).origin}).`,
    )
  }

  async function renew(): Promise<string | null> {
    if (isOfPageOnly) {
      change('over')
      return null
    }
    try {
      if (publisher === null) return adopt(await frameOnce().ask({ action: 'renew' }))
      const token = adopt(await redeemPublisherToken(forumUrl, publisher))
      isRefused = false
      // The reader has signed out at the publisher.
      if (token === null && cachedToken) change('left')
      return token
    } catch (error) {
      const code = errorCode(error)
      const isBlocked = publisher === null && frame?.isBlocked() === true
      if (!isBlocked && (!code || code === 'NETWORK')) throw error
      if (publisher !== null) isRefused = true
      // A publisher token that never worked ends no session.
      if (publisher === null ? !isOut : cachedToken) change(hasSignedIn(forumUrl) ? 'over' : 'left')
      return null
    }
  }

  function refresh(): Promise<string | null> {
    // The server closes connections before it responds. Ignore requests caused by that.
    if (isLeaving || isClosed) return Promise.resolve(null)
    renewal ??= renew().finally(() => {
      renewal = null
    })
    return renewal
  }

  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the storage was cleared. After a failure the next call shows whether the session has ended.
    if (key === hintKey(forumUrl) || key === null) session.follow().catch(() => {})
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) session.follow().catch(() => {})
  }
  const followsTabs = followTabs && typeof window !== 'undefined'
  if (followsTabs) {
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onShow)
  }

  const session: PartnerSession = {
    async getAccessToken() {
      if (isOut) return null
      return cachedToken && cachedToken.staleAt > Date.now() ? cachedToken.token : refresh()
    },
    refresh,
    async signIn(purpose) {
      if (openSignIn) {
        openSignIn.popup.focus()
        return openSignIn.promise
      }
      // The frame loads while the person signs in.
      const sessionFrame = frameOnce()
      const key = createProofKey()
      const challenge = key.then((proof) => proof.challenge)
      const popup = openSignInPopup({ forumUrl, state: randomId(), challenge, purpose })
      const enter = async () => {
        const code = await popup.code
        const { verifier } = await key
        try {
          adopt(await sessionFrame.ask({ action: 'keep', code, codeVerifier: verifier }))
        } catch (error) {
          // A frame that never responded hasn't used the code.
          if (sessionFrame.hasLoaded()) throw error
          await redeemHere(code, verifier)
        }
        change('in')
      }
      const promise = enter().finally(() => {
        openSignIn = null
      })
      openSignIn = { popup, promise }
      return promise
    },
    async signInByToken(getToken) {
      publisher = getToken
      isOut = false
      if (await refresh()) {
        announceSignIn(forumUrl)
        for (const listener of listeners) listener('in')
        return
      }
      publisher = null
      isOut = !hasSignedIn(forumUrl)
    },
    async signOut() {
      // Nothing is stored that could be revoked.
      if (publisher !== null || isOfPageOnly) return change('left')
      isLeaving = true
      try {
        await frameOnce().ask({ action: 'end' })
      } catch (error) {
        // It has already ended. After other failures it may not have.
        if (errorCode(error) !== 'REFRESH_INVALID') throw error
      } finally {
        isLeaving = false
      }
      change('left')
    },
    isRefused: () => isRefused,
    isByPublisher: () => publisher !== null,
    async follow() {
      if (isOfPageOnly || (publisher === null && isOut && !hasSignedIn(forumUrl))) return
      if (await refresh()) change('in')
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      if (followsTabs) {
        window.removeEventListener('storage', onStorage)
        window.removeEventListener('pageshow', onShow)
      }
      frame?.remove()
      frame = null
      listeners.clear()
    },
  }
  return session
}
