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
  adProvider: string
  adScriptUrl: string
  /** Visitors are asked before ads and statistics start. */
  isConsentRequired: boolean
  stakingButton: boolean
  money: boolean
}

export type DomainField = Extract<keyof DomainValues, string>

/** Fields by the setting that they are a part of, as problems name it. */
export const FIELD_OF_SETTING: Readonly<Record<string, DomainField>> = {
  'ads.provider': 'adProvider',
  'ads.scriptUrl': 'adScriptUrl',
  consent: 'isConsentRequired',
}

export function valuesOf(settings: DomainSettings): DomainValues {
  const { faviconLink = '', accent = '', signInProviders = [], privacyLink, termsLink, faqLink, ...rest } = settings
  const { ads, consent, ...others } = rest
  return {
    ...others,
    faviconLink,
    accent,
    signInProviders: signInProviders.join(),
    privacyLink: privacyLink ?? '',
    termsLink: termsLink ?? '',
    faqLink: faqLink ?? '',
    adProvider: ads.provider,
    adScriptUrl: ads.scriptUrl ?? '',
    isConsentRequired: consent === 'required',
  }
}

/** `available`: ids of the sign-in methods that can be offered; former ones are left out. */
export function settingsOf(values: DomainValues, available: readonly string[]): DomainSettings {
  const { faviconLink, accent, signInProviders, privacyLink, termsLink, faqLink, communityFounders, ...rest } = values
  const { adProvider, adScriptUrl, isConsentRequired, ...others } = rest
  const providers = signInProviders.split(',').filter((id) => available.includes(id))
  return {
    ...others,
    communityFounders: communityFounders as DomainSettings['communityFounders'],
    privacyLink: privacyLink.trim() || null,
    termsLink: termsLink.trim() || null,
    faqLink: faqLink.trim() || null,
    ads: {
      provider: adProvider as DomainSettings['ads']['provider'],
      ...(adScriptUrl.trim() && { scriptUrl: adScriptUrl.trim() }),
    },
    consent: isConsentRequired ? 'required' : 'off',
    ...(faviconLink.trim() && { faviconLink: faviconLink.trim() }),
    ...(accent && { accent }),
    ...(providers.length > 0 && { signInProviders: providers }),
  }
}
