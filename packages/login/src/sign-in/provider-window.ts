import { randomId, type Session, StoaError } from '@stoa/client'

/**
 * Message from a provider's window to the page that opened it. Sent over a channel, as the provider may have isolated
 * the window from its opener.
 */
export interface ProviderRefusal {
  window: string
  code: string
  retryAfterMs: number
}

const CHANNEL = 'stoa.provider'
const WIDTH = 520
const HEIGHT = 680
const CLOSED_CHECK_MS = 400
/** A window also seems closed while a provider's page has isolated it, and its message may still arrive. */
const CLOSED_GRACE_MS = 3000

interface ProviderWindow {
  /** Address for the window, by its name, which a page that returns with a refusal uses. */
  urlOf: (name: string) => string
  /** Notifies all tabs of the sign-in. */
  session: Pick<Session, 'onChange' | 'getAccessToken'>
}

/**
 * Signs in at a provider in a separate window, so that nothing on this page is lost. Call it in the click handler.
 * Resolves after sign-in. Rejects with POPUP_BLOCKED, POPUP_CLOSED or the provider's error.
 */
export function openProviderWindow({ urlOf, session }: ProviderWindow): Promise<void> {
  const name = randomId()
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2)
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
  const opened = window.open(urlOf(name), '', features)
  if (!opened) return Promise.reject(new StoaError('POPUP_BLOCKED', { message: 'The sign-in window was blocked.' }))

  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL)
    let grace: ReturnType<typeof setTimeout> | undefined
    const watch = setInterval(() => {
      if (!opened.closed || grace !== undefined) return
      grace = setTimeout(() => {
        end()
        reject(new StoaError('POPUP_CLOSED', { message: 'The sign-in window was closed.' }))
      }, CLOSED_GRACE_MS)
    }, CLOSED_CHECK_MS)
    // All tabs are notified of its session.
    const stopListening = session.onChange(() => {
      session.getAccessToken().then((token) => {
        if (token === null) return
        end()
        resolve()
      }, reject)
    })
    const end = () => {
      clearInterval(watch)
      clearTimeout(grace)
      stopListening()
      channel.close()
    }
    channel.onmessage = ({ data }: MessageEvent<ProviderRefusal>) => {
      if (data.window !== name) return
      end()
      const { code, retryAfterMs } = data
      reject(new StoaError(code as StoaError['code'], { message: '', details: { retryAfterMs } }))
    }
  })
}

/** Reports the failure to the window's opener and closes it. */
export function refuseInWindow(refusal: ProviderRefusal): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(refusal)
  channel.close()
  window.close()
}
