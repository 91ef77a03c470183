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
  /** A line per community. */
  urlMapping: string
  language: string
  timeZone: string
}

export type DomainField = Extract<keyof DomainValues, string>

export function valuesOf(settings: DomainSettings): DomainValues {
  const { faviconLink = '', accent = '', signInProviders = [], privacyLink, termsLink, faqLink, ...rest } = settings
  const { urlMapping, ...others } = rest
  return {
    ...others,
    faviconLink,
    accent,
    signInProviders: signInProviders.join(),
    urlMapping: urlMapping.map(lineOf).join('\n'),
    privacyLink: privacyLink ?? '',
    termsLink: termsLink ?? '',
    faqLink: faqLink ?? '',
  }
}

/** `available`: ids of the sign-in methods that can be offered; former ones are left out. */
export function settingsOf(values: DomainValues, available: readonly string[]): DomainSettings {
  const { faviconLink, accent, signInProviders, privacyLink, termsLink, faqLink, communityFounders, ...rest } = values
  const { urlMapping, ...others } = rest
  const providers = signInProviders.split(',').filter((id) => available.includes(id))
  return {
    ...others,
    communityFounders: communityFounders as DomainSettings['communityFounders'],
    urlMapping: linesOf(urlMapping).map(mappedOf),
    privacyLink: privacyLink.trim() || null,
    termsLink: termsLink.trim() || null,
    faqLink: faqLink.trim() || null,
    ...(faviconLink.trim() && { faviconLink: faviconLink.trim() }),
    ...(accent && { accent }),
    ...(providers.length > 0 && { signInProviders: providers }),
  }
}

type MappedCommunity = DomainSettings['urlMapping'][number]

/** `GARDEN /forum section`. */
function lineOf({ tokenName, basePath, section = '' }: MappedCommunity): string {
  return `${tokenName} ${basePath} ${section}`.trim()
}

function mappedOf(line: string): MappedCommunity {
  const [tokenName = '', basePath = '', ...section] = line.split(/\s+/)
  return { tokenName, basePath, ...(section.length > 0 && { section: section.join(' ') }) }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The field of the form that an issue of a call is about, and what it shows; with several lines, which one it means. */
export function issueAt(field: string, message: string): [field: string, message: string] {
  const [, line] = /^settings\.urlMapping\.(\d+)/.exec(field) ?? []
  return line === undefined
    ? [field.replace(/^settings\./, ''), message]
    : ['urlMapping', `${Number(line) + 1}: ${message}`]
}
