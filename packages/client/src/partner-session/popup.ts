import { StoaError } from '../stoa-error.ts'

/** Sent by the sign-in page to the window that opened it, and to no other origin. */
export interface SignInMessage {
  type: 'stoa:sign-in'
  /** As chosen by the opener. */
  state: string
  /** One-time code, valid for 60 s with the proof key. */
  code: string
}

const WIDTH = 480
const HEIGHT = 680
const CLOSED_CHECK_MS = 400
/** The page posts its code and closes itself at once, so the message may arrive after the window is gone. */
const CLOSED_GRACE_MS = 800
/** Hardly anybody closes a window that fast, so a policy may have severed it. */
const CUT_OFF_WITHIN_MS = 1500

interface SignInRequest {
  forumUrl: string
  state: string
  challenge: Promise<string>
  /** What signing in is for. */
  purpose?: string | undefined
}

/** An opened sign-in window. */
export interface SignInPopup {
  /** Address of the sign-in page, for a link if the window was blocked. */
  url: string
  /** The code; rejects with `POPUP_BLOCKED`, `POPUP_CLOSED` or `POPUP_CUT_OFF`. */
  code: Promise<string>
  /** Brings the window to the front. */
  focus(): void
}

/**
 * Opens the forum's sign-in page. Call it in the click handler, or browsers block the window. The challenge is a
 * promise, and the window navigates when it resolves.
 */
export function openSignInPopup({ forumUrl, state, challenge, purpose }: SignInRequest): SignInPopup {
  const query = new URLSearchParams({ origin: window.location.origin, state })
  if (purpose) query.set('for', purpose)
  const url = `${forumUrl}/embed/sign-in?${query}`
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2)
  const popup = window.open('', '', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
  if (!popup) return { url, code: Promise.reject(failure('POPUP_BLOCKED')), focus() {} }

  const openedAt = Date.now()
  const code = new Promise<string>((resolve, reject) => {
    const hear = (event: MessageEvent<SignInMessage>) => {
      const isOurs = event.source === popup && event.origin === new URL(forumUrl).origin
      if (!isOurs || event.data?.type !== 'stoa:sign-in' || event.data.state !== state) return
      end()
      resolve(event.data.code)
    }
    const watch = setInterval(() => {
      if (!popup.closed) return
      clearInterval(watch)
      const isFast = Date.now() - openedAt < CUT_OFF_WITHIN_MS
      setTimeout(() => {
        end()
        // A window that was closed gives the focus back; one that was cut off keeps it.
        const isCutOff = isFast && !document.hasFocus()
        if (isFast) {
          console.warn(
            'Stoa: the sign-in window closed or was cut off. A page that sends Cross-Origin-Opener-Policy: same-origin does that; send same-origin-allow-popups.',
          )
        }
        reject(failure(isCutOff ? 'POPUP_CUT_OFF' : 'POPUP_CLOSED'))
      }, CLOSED_GRACE_MS)
    }, CLOSED_CHECK_MS)
    const end = () => {
      clearInterval(watch)
      window.removeEventListener('message', hear)
    }
    window.addEventListener('message', hear)
    challenge.then(
      (value) => popup.location.replace(`${url}&challenge=${value}`),
      (error: unknown) => {
        end()
        popup.close()
        reject(error)
      },
    )
  })
  return { url, code, focus: () => popup.focus() }
}

const MESSAGES = {
  POPUP_BLOCKED: 'The sign-in window was blocked.',
  POPUP_CLOSED: 'The sign-in window was closed.',
  POPUP_CUT_OFF: 'The page’s policy cut off the sign-in window.',
}

function failure(code: keyof typeof MESSAGES): StoaError {
  return new StoaError(code, { message: MESSAGES[code] })
}
