/**
 * Visitors' choices, in one first-party cookie: `1` and, separated by dots, each purpose they allow, such as
 * `stoa_consent=1.statistics.ads`. `1` alone allows what is necessary only. Without the cookie nothing was chosen.
 */
export const CONSENT_COOKIE = 'stoa_consent'
const VERSION = '1'
/** Visitors are asked again after half a year. */
const KEPT_S = 182 * 24 * 60 * 60

/** What needs a choice. Necessary cookies need none. */
export const CONSENT_PURPOSES = ['statistics', 'ads'] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

export interface Consent extends Readonly<Record<ConsentPurpose, boolean>> {
  /** False: the visitor must still be asked, and nothing is allowed until then. */
  isDecided: boolean
}

/** What a browser tells: its cookies, and whether it sends Do Not Track or Global Privacy Control. */
export interface ConsentSource {
  cookies: string
  isOptedOut: boolean
}

/** Whether the browser asks not to be tracked, by Do Not Track or Global Privacy Control. */
export function isOptedOut(about: { doNotTrack?: string | null; globalPrivacyControl?: boolean }): boolean {
  return about.globalPrivacyControl === true || about.doNotTrack === '1' || about.doNotTrack === 'yes'
}

/** What a visitor allows. `isRequired`: they must be asked; otherwise everything is allowed until they refuse it. */
export function readConsent({ cookies, isOptedOut }: ConsentSource, isRequired: boolean): Consent {
  if (isOptedOut) return { isDecided: true, statistics: false, ads: false }
  const [, value] = /(?:^|;\s*)stoa_consent=([^;]*)/.exec(cookies) ?? []
  const [version, ...allowed] = (value ?? '').split('.')
  if (version !== VERSION) return { isDecided: !isRequired, statistics: !isRequired, ads: !isRequired }
  return { isDecided: true, statistics: allowed.includes('statistics'), ads: allowed.includes('ads') }
}

/** The cookie that stores a choice, for `document.cookie`. */
export function consentCookie(allowed: Readonly<Record<ConsentPurpose, boolean>>, { isSecure = true } = {}): string {
  const value = [VERSION, ...CONSENT_PURPOSES.filter((purpose) => allowed[purpose])].join('.')
  return `${CONSENT_COOKIE}=${value}; Path=/; Max-Age=${KEPT_S}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
