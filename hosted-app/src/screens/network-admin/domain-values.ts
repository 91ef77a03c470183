import type { DomainSettings } from '@stoa/contract'

/** Values of a domain's form. Empty texts stand for what is omitted or null. */
export interface DomainValues extends Record<string, string | boolean> {
  domainDisplayName: string
  logoLink: string
  faviconLink: string
  accent: string
  poweredBy: boolean
  defaultTokenName: string
  isSingleTokenDomain: boolean
  enableForumPicker: boolean
  communityFounders: string
  /** Ids separated by commas; empty: all. */
  signInProviders: string
  privacyLink: string
  termsLink: string
  faqLink: string
  language: string
  timeZone: string
}

export type DomainField = Extract<keyof DomainValues, string>

export function valuesOf(settings: DomainSettings): DomainValues {
  const { faviconLink = '', accent = '', signInProviders = [], privacyLink, termsLink, faqLink, ...others } = settings
  return {
    ...others,
    faviconLink,
    accent,
    signInProviders: signInProviders.join(),
    privacyLink: privacyLink ?? '',
    termsLink: termsLink ?? '',
    faqLink: faqLink ?? '',
  }
}

/** `available`: ids of the sign-in methods that can be offered; former ones are left out. */
export function settingsOf(values: DomainValues, available: readonly string[]): DomainSettings {
  const { faviconLink, accent, signInProviders, privacyLink, termsLink, faqLink, communityFounders, ...others } = values
  const providers = signInProviders.split(',').filter((id) => available.includes(id))
  return {
    ...others,
    communityFounders: communityFounders as DomainSettings['communityFounders'],
    privacyLink: privacyLink.trim() || null,
    termsLink: termsLink.trim() || null,
    faqLink: faqLink.trim() || null,
    ...(faviconLink.trim() && { faviconLink: faviconLink.trim() }),
    ...(accent && { accent }),
    ...(providers.length > 0 && { signInProviders: providers }),
  }
}
