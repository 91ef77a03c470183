import { type Consent, type ConsentPurpose, consentCookie, isOptedOut, readConsent } from '@stoa/contract'
import { useSyncExternalStore } from 'react'
import { useHostedApp } from '../hosted-app.ts'

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean
  }
}

const CHANGED = 'stoa-consent'
const ASKED = 'stoa-consent-question'
/** Tells other tabs of a change, since cookies don't. */
const KEY = 'stoa-consent-changed'
/** On the server and during hydration. */
const UNKNOWN: Consent = { isDecided: true, statistics: false, ads: false }

/** Whether the visitor's browser refuses ads and statistics for them. */
export const browserOptsOut = (): boolean => isOptedOut(navigator)

/** What the visitor allows now. `isRequired`: they must be asked. */
export function currentConsent(isRequired: boolean): Consent {
  return readConsent({ cookies: document.cookie, isOptedOut: browserOptsOut() }, isRequired)
}

/** Stores the visitor's choice. */
export function saveConsent(allowed: Readonly<Record<ConsentPurpose, boolean>>): void {
  document.cookie = consentCookie(allowed, { isSecure: window.location.protocol === 'https:' })
  window.dispatchEvent(new Event(CHANGED))
  try {
    localStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Other tabs learn it when they load.
  }
}

/** Calls `listener` after each change, also in another tab. Returns the function that ends this. */
export function onConsent(listener: () => void): () => void {
  const other = ({ key }: StorageEvent) => key === KEY && listener()
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', other)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', other)
  }
}

/** Opens the question again, from the footer. */
export function reviseConsent(): void {
  window.dispatchEvent(new Event(ASKED))
}

/** Calls `listener` when the visitor wants to revise their choice. Returns the function that ends this. */
export function onRevision(listener: () => void): () => void {
  window.addEventListener(ASKED, listener)
  return () => window.removeEventListener(ASKED, listener)
}

/** The last result, since React compares objects. */
let last = UNKNOWN
function snapshot(isRequired: boolean): Consent {
  const next = currentConsent(isRequired)
  const isSame = next.isDecided === last.isDecided && next.ads === last.ads && next.statistics === last.statistics
  return isSame ? last : (last = next)
}

/** What the visitor allows. During hydration nothing, and no question. */
export function useConsent(): Consent {
  const isRequired = useHostedApp().config.consent === 'required'
  return useSyncExternalStore(
    onConsent,
    () => snapshot(isRequired),
    () => UNKNOWN,
  )
}
