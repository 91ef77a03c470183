import { randomId, StoaError, type StoaErrorCode } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import type { FrameAnswer, FrameHello, FrameReady, FrameRequest } from './frame-protocol.ts'

/** The page's side of the hidden frame on the forum's origin. */
export interface SessionFrame {
  /** Throws a StoaError with the server's code, or NETWORK when the frame does not answer. */
  ask(input: FrameRequest['input']): Promise<CallOutput<'authEmbedRefresh'>>
  remove(): void
}

const ANSWER_WITHIN_MS = 15_000
const HELLO_EVERY_MS = 300

/** Puts the frame into the page, hidden; it is ready when it says so. */
export function createSessionFrame(forumUrl: string): SessionFrame {
  const forumOrigin = new URL(forumUrl).origin
  const frame = document.createElement('iframe')
  const waiting = new Map<string, (answer: FrameAnswer) => void>()
  frame.hidden = true
  frame.title = 'Stoa'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  const address = `${forumUrl}/embed/frame?origin=${encodeURIComponent(window.location.origin)}`
  frame.src = address

  let isHeard = false
  let greeting: ReturnType<typeof setTimeout>
  let isReady: () => void
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const hear = (event: MessageEvent<FrameAnswer | FrameReady>) => {
    if (event.source !== frame.contentWindow || event.origin !== forumOrigin) return
    if (event.data?.type === 'stoa:frame-ready') {
      isHeard = true
      isReady()
    }
    if (event.data?.type === 'stoa:frame') waiting.get(event.data.id)?.(event.data)
  }
  // Chromium may lose what a frame says while the sign-in window is being opened, so a loaded one is asked until it is heard.
  const greet = (left: number) => {
    clearTimeout(greeting)
    if (isHeard || left === 0) return
    frame.contentWindow?.postMessage({ type: 'stoa:frame-hello' } satisfies FrameHello, forumOrigin)
    greeting = setTimeout(greet, HELLO_EVERY_MS, left - 1)
  }
  frame.addEventListener('load', () => greet(ANSWER_WITHIN_MS / HELLO_EVERY_MS))
  window.addEventListener('message', hear)
  document.body.append(frame)

  return {
    async ask(input) {
      const id = randomId()
      const answer = new Promise<FrameAnswer>((resolve) => waiting.set(id, resolve))
      const request = ready.then(() => {
        // Nobody waits for it any more, and somebody may have been told that it failed.
        if (!waiting.has(id)) return answer
        frame.contentWindow?.postMessage({ type: 'stoa:frame', id, input } satisfies FrameRequest, forumOrigin)
        return answer
      })
      try {
        const { payload, error } = await within(request)
        if (error) throw new StoaError(error.code as StoaErrorCode, { message: error.message })
        return payload ?? {}
      } catch (error) {
        // It has never come, as without a connection: the next question finds another one.
        if (!isHeard) frame.src = address
        throw error
      } finally {
        waiting.delete(id)
      }
    },
    remove() {
      clearTimeout(greeting)
      window.removeEventListener('message', hear)
      frame.remove()
    },
  }
}

function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoaError('NETWORK', { message: 'The sign-in frame did not answer.' })),
      ANSWER_WITHIN_MS,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
