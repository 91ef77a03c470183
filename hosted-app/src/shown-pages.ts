import { randomId } from '@stoa/client'
import type { Me } from '@stoa/contract'

const PATH = '/beacon'
/** A page counts once it has been open for so long. */
const SHOWN_MS = 1000
/** Further pages go with the first. */
const BATCH_MS = 10_000
const BATCH_MAX = 10

export interface BeaconSource {
  /** The path now. */
  path(): string
  /** Calls back after every change of the address. */
  onChange(listener: () => void): void
  /** The signed-in person; null for a visitor, undefined while that isn't known. */
  viewer(): Me | null | undefined
  send?: (body: string) => void
}

/**
 * Whether this browser's visits may be counted: not if it asks for privacy. The server doesn't count then either. What
 * else decides, such as consent, belongs here.
 */
export function mayCount(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack !== '1' && globalPrivacyControl !== true
}

/**
 * Tells the server which pages were shown, each once, a second after its path. Admins' own visits don't count. Nothing
 * is counted before the page is visible.
 */
export function startBeacon({ path, onChange, viewer, send = sendBody }: BeaconSource): void {
  let counted = ''
  let shown: ReturnType<typeof setTimeout> | undefined
  let batch: ReturnType<typeof setTimeout> | undefined
  let views: { id: string; path: string }[] = []

  function flush(): void {
    clearTimeout(batch)
    batch = undefined
    const own = viewer()
    const isAdmin = own?.networkAdmin || own?.domainAdmin
    if (views.length > 0 && own !== undefined && !isAdmin && mayCount()) send(JSON.stringify({ views }))
    views = []
  }

  function count(): void {
    if (document.visibilityState === 'hidden' || path() === counted || !mayCount()) return
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
