import { randomId } from '@stoa/client'
import type { Me } from '@stoa/contract'
import { currentConsent } from './consent/consent.ts'

const PATH = '/beacon'
/** A page counts once it has been open for so long. */
const SHOWN_MS = 1000
/** Further pages go with the first. */
const BATCH_MS = 10_000
const BATCH_MAX = 10

interface BeaconSource {
  /** The path now. */
  path(): string
  /** Calls back after every change of the address. */
  onChange(listener: () => void): void
  /** The signed-in person; null for a visitor, undefined while that isn't known. */
  viewer(): Me | null | undefined
  /** The domain asks visitors before it counts them. Default false. */
  isConsentRequired?: boolean
  send?: (body: string) => void
}

/**
 * Whether this browser's visits may be counted now: not if it asks for privacy (the server doesn't count then either), or
 * if the visitor refused statistics; where consent is required, not before it is given.
 */
function mayCount(isConsentRequired: boolean): boolean {
  return currentConsent(isConsentRequired).statistics
}

/**
 * Tells the server which pages were shown, each once, a second after its path. Admins' own visits don't count. Nothing
 * is counted before the page is visible.
 */
export function startBeacon(source: BeaconSource): void {
  const { path, onChange, viewer, isConsentRequired = false, send = sendBody } = source
  let counted = ''
  let shown: ReturnType<typeof setTimeout> | undefined
  let batch: ReturnType<typeof setTimeout> | undefined
  let views: { id: string; path: string }[] = []

  function flush(): void {
    clearTimeout(batch)
    batch = undefined
    const own = viewer()
    const isAdmin = own?.networkAdmin || own?.domainAdmin
    if (views.length > 0 && own !== undefined && !isAdmin && mayCount(isConsentRequired))
      send(JSON.stringify({ views }))
    views = []
  }

  function count(): void {
    if (document.visibilityState === 'hidden' || path() === counted || !mayCount(isConsentRequired)) return
    counted = path()
    views.push({ id: randomId(), path: counted.slice(0, 1000) })
    if (views.length >= BATCH_MAX) flush()
    else batch ??= setTimeout(flush, BATCH_MS)
  }

  function wait(): void {
    clearTimeout(shown)
    shown = setTimeout(count, SHOWN_MS)
  }

  onChange(wait)
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? flush() : wait()))
  window.addEventListener('pagehide', flush)
  wait()
}

function sendBody(body: string): void {
  if (navigator.sendBeacon?.(PATH, body)) return
  fetch(PATH, { method: 'POST', body, keepalive: true }).catch(() => {})
}
