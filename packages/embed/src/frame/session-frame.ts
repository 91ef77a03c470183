import { randomId, StoaError, type StoaErrorCode } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import type { FrameAnswer, FrameReady, FrameRequest } from './frame-protocol.ts'

/** The page's side of the hidden frame on the forum's origin. */
export interface SessionFrame {
  /** Throws a StoaError with the server's code, or NETWORK when the frame does not answer. */
  ask(input: FrameRequest['input']): Promise<CallOutput<'authEmbedRefresh'>>
  remove(): void
}

const ANSWER_WITHIN_MS = 15_000
const HEARD_WITHIN_MS = 2500

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

  let isHeard = false
  const load = () => {
    frame.src = address
  }
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
  window.addEventListener('message', hear)
  load()
  document.body.append(frame)

  return {
    async ask(input) {
      const id = randomId()
      const answer = new Promise<FrameAnswer>((resolve) => waiting.set(id, resolve))
      // Chromium now and then cuts off a frame that loads while the sign-in window opens: nothing it says arrives.
      const silence = setTimeout(() => isHeard || load(), HEARD_WITHIN_MS)
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
        if (!isHeard) load()
        throw error
      } finally {
        clearTimeout(silence)
        waiting.delete(id)
      }
    },
    remove() {
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
