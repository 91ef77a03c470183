import type { CallInput, CallOutput } from '@stoa/contract'
import { StoaError, type StoaErrorCode } from '../stoa-error.ts'
import { randomId } from '../visitor-id.ts'

/**
 * A widget's request to the frame on the forum's origin, where the page's scripts can't read the site's refresh token.
 */
export interface FrameRequest {
  type: 'stoa:frame'
  /** Matches responses to widgets and requests. */
  id: string
  input: Omit<CallInput<'authEmbedRefresh'>, 'origin'>
}

/** The frame's response: an access token, nothing after `end`, or an error. */
export interface FrameResponse {
  type: 'stoa:frame'
  id: string
  payload?: CallOutput<'authEmbedRefresh'>
  error?: { code: string; message: string }
}

/** Sent once by the frame when it is ready. */
export interface FrameReady {
  type: 'stoa:frame-ready'
}

/** The page's side of the hidden frame on the forum's origin. */
export interface SessionFrame {
  /** Throws a StoaError with the server's code, or NETWORK if the frame does not respond. */
  ask(input: FrameRequest['input']): Promise<CallOutput<'authEmbedRefresh'>>
  /** Whether it has ever responded. */
  hasLoaded(): boolean
  /** Whether the page's policy blocks it. */
  isBlocked(): boolean
  remove(): void
}

const RESPONSE_TIMEOUT_MS = 15_000
const READY_TIMEOUT_MS = 2500
/** A one-time code is valid for a minute, so redeeming it without the frame must start before. */
const FRAME_TIMEOUT_MS = 10_000

/** Adds the hidden frame to the page. The frame announces when it is ready. */
export function createSessionFrame(forumUrl: string): SessionFrame {
  const forumOrigin = new URL(forumUrl).origin
  const frame = document.createElement('iframe')
  const pendingRequests = new Map<string, (response: FrameResponse) => void>()
  frame.hidden = true
  frame.title = 'Stoa'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  const address = `${forumUrl}/embed/frame?origin=${encodeURIComponent(window.location.origin)}`

  let hasLoaded = false
  let block: (error: StoaError) => void
  let isBlocked = false
  const blocked = new Promise<never>((_, reject) => {
    block = reject
  })
  // There may be no request waiting when it happens.
  blocked.catch(() => {})
  const onViolation = ({ blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || effectiveDirective !== 'frame-src' || !blockedURI.startsWith(forumOrigin)) return
    isBlocked = true
    block(new StoaError('NETWORK', { message: 'The policy of the page blocks the sign-in frame.' }))
  }
  const load = () => {
    frame.src = address
  }
  let isReady: () => void
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const onMessage = (event: MessageEvent<FrameResponse | FrameReady>) => {
    if (event.source !== frame.contentWindow || event.origin !== forumOrigin) return
    if (event.data?.type === 'stoa:frame-ready') {
      hasLoaded = true
      isReady()
    }
    if (event.data?.type === 'stoa:frame') pendingRequests.get(event.data.id)?.(event.data)
  }
  window.addEventListener('message', onMessage)
  document.addEventListener('securitypolicyviolation', onViolation)
  load()
  document.body.append(frame)

  return {
    async ask(input) {
      const id = randomId()
      const response = new Promise<FrameResponse>((resolve) => pendingRequests.set(id, resolve))
      // Chromium occasionally cuts off a frame that loads while the sign-in window opens. None of its messages arrive.
      const silence = setTimeout(() => hasLoaded || isBlocked || load(), READY_TIMEOUT_MS)
      const request = ready.then(() => {
        // The request has timed out, and its failure may have been reported.
        if (!pendingRequests.has(id)) return response
        frame.contentWindow?.postMessage({ type: 'stoa:frame', id, input } satisfies FrameRequest, forumOrigin)
        return response
      })
      try {
        const { payload, error } = await Promise.race([within(request, () => hasLoaded), blocked])
        if (error) throw new StoaError(error.code as StoaErrorCode, { message: error.message })
        return payload ?? {}
      } catch (error) {
        // It never loaded, for example offline. The next request tries again.
        if (!hasLoaded && !isBlocked) load()
        throw error
      } finally {
        clearTimeout(silence)
        pendingRequests.delete(id)
      }
    },
    hasLoaded: () => hasLoaded,
    isBlocked: () => isBlocked,
    remove() {
      document.removeEventListener('securitypolicyviolation', onViolation)
      window.removeEventListener('message', onMessage)
      frame.remove()
    },
  }
}

function within<Result>(work: Promise<Result>, hasLoaded: () => boolean): Promise<Result> {
  const timers: ReturnType<typeof setTimeout>[] = []
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new StoaError('NETWORK', { message: 'The sign-in frame did not respond.' }))
    timers.push(
      setTimeout(() => hasLoaded() || giveUp(), FRAME_TIMEOUT_MS),
      setTimeout(giveUp, RESPONSE_TIMEOUT_MS),
    )
  })
  return Promise.race([work, late]).finally(() => timers.forEach(clearTimeout))
}
