import { type DomainSettings, MONEY_LIMITS } from '@stoa/contract'

/** Values of a domain's form. Empty texts stand for what is omitted or null. */
export interface DomainValues extends Record<string, string | boolean> {
  domainDisplayName: string
  logoLink: string
  faviconLink: string
  accent: string
  radius: string
  density: string
  /** As JSON; empty: that of the reader's system. */
  font: string
  poweredBy: boolean
  defaultTokenName: string
  isSingleTokenDomain: boolean
  enableForumPicker: boolean
  communityFounders: string
  /** Ids separated by commas; empty: all. */
  signInProviders: string
  /** As JSON; empty: none. */
  ownProviders: string
  sections: string
  privacyLink: string
  termsLink: string
  faqLink: string
  /** A line per community. */
  urlMapping: string
  language: string
  /** Tags separated by commas; empty: all; `none`: only the domain's own. */
  languages: string
  /** Own words as JSON, by language and key; empty: none. */
  texts: string
  timeZone: string
  adProvider: string
  adScriptUrl: string
  /** Visitors are asked before ads and statistics start. */
  isConsentRequired: boolean
  /** Members have wallets. */
  money: boolean
  stakingButton: boolean
  promotionDayPrice: string
  /** Limits as they are typed; empty: none. */
  twoPeopleAbove: string
  perDay: string
  newAccountPerDay: string
  newAccountDays: string
}

export type DomainField = Extract<keyof DomainValues, string>

/** Fields by the setting that they are a part of, as problems name it. */
const FIELD_OF_SETTING: Readonly<Record<string, DomainField>> = {
  'font.regular': 'font',
  'font.bold': 'font',
  'ads.provider': 'adProvider',
  'ads.scriptUrl': 'adScriptUrl',
  consent: 'isConsentRequired',
  'moneyLimits.twoPeopleAbove': 'twoPeopleAbove',
  'moneyLimits.perDay': 'perDay',
  'moneyLimits.newAccountPerDay': 'newAccountPerDay',
  'moneyLimits.newAccountDays': 'newAccountDays',
}

export function valuesOf(settings: DomainSettings): DomainValues {
  const { faviconLink = '', accent = '', signInProviders = [], privacyLink, termsLink, faqLink, ...rest } = settings
  const { ads, consent, font, languages, texts, ownProviders = [], sections = [], urlMapping, ...more } = rest
  const { moneyLimits = MONEY_LIMITS, ...others } = more
  return {
    ...others,
    faviconLink,
    accent,
    font: font ? JSON.stringify(font) : '',
    twoPeopleAbove: String(moneyLimits.twoPeopleAbove),
    perDay: String(moneyLimits.perDay ?? ''),
    newAccountPerDay: String(moneyLimits.newAccountPerDay ?? ''),
    newAccountDays: String(moneyLimits.newAccountDays),
    signInProviders: signInProviders.join(),
    sections: sections.length > 0 ? JSON.stringify(sections) : '',
    ownProviders: ownProviders.length > 0 ? JSON.stringify(ownProviders) : '',
    languages: languagesText(languages),
    texts: textsValue(texts ?? {}),
    urlMapping: urlMapping.map(lineOf).join('\n'),
    privacyLink: privacyLink ?? '',
    termsLink: termsLink ?? '',
    faqLink: faqLink ?? '',
    adProvider: ads.provider,
    adScriptUrl: ads.scriptUrl ?? '',
    isConsentRequired: consent === 'required',
  }
}

export const languagesText = (languages: readonly string[] | undefined): string =>
  languages?.length === 0 ? 'none' : (languages ?? []).join()

/** Undefined: all. */
export const languagesOf = (value: string): string[] | undefined =>
  value === '' ? undefined : value.split(',').filter((tag) => tag !== 'none')

export type OwnTexts = NonNullable<DomainSettings['texts']>

export const ownTextsOf = (value: string): OwnTexts => (value === '' ? {} : (JSON.parse(value) as OwnTexts))

/** In a fixed order, so that the same texts are the same value. */
export function textsValue(texts: OwnTexts): string {
  const sorted = <One>(all: Readonly<Record<string, One>>) =>
    Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1))
  const languages = sorted(texts).filter(([, own]) => Object.keys(own).length > 0)
  if (languages.length === 0) return ''
  return JSON.stringify(Object.fromEntries(languages.map(([tag, own]) => [tag, Object.fromEntries(sorted(own))])))
}

export type OwnProvider = NonNullable<DomainSettings['ownProviders']>[number]

export const ownProvidersOf = (value: string): OwnProvider[] =>
  value === '' ? [] : (JSON.parse(value) as OwnProvider[])

export type DomainSection = NonNullable<DomainSettings['sections']>[number]

export const sectionsOf = (value: string): DomainSection[] =>
  value === '' ? [] : (JSON.parse(value) as DomainSection[])

/** `available`: ids of the sign-in methods that can be offered; former ones are left out. */
export function settingsOf(values: DomainValues, available: readonly string[]): DomainSettings {
  const { faviconLink, accent, signInProviders, privacyLink, termsLink, faqLink, communityFounders, ...rest } = values
  const { adProvider, adScriptUrl, isConsentRequired, radius, density, font, ownProviders, sections, ...more } = rest
  const { urlMapping, languages, texts, twoPeopleAbove, perDay, newAccountPerDay, newAccountDays, ...others } = more
  const offeredLanguages = languagesOf(languages)
  const moneyLimits = {
    twoPeopleAbove: Number(twoPeopleAbove),
    perDay: limitOf(perDay),
    newAccountPerDay: limitOf(newAccountPerDay),
    newAccountDays: Number(newAccountDays),
  }
  const hasOwnLimits = LIMITS.some((name) => moneyLimits[name] !== MONEY_LIMITS[name])
  const own = ownProvidersOf(ownProviders)
  const offered = [...available, ...own.map(({ id }) => id)]
  const providers = signInProviders.split(',').filter((id) => offered.includes(id))
  return {
    ...others,
    radius: radius as DomainSettings['radius'],
    density: density as DomainSettings['density'],
    communityFounders: communityFounders as DomainSettings['communityFounders'],
    urlMapping: linesOf(urlMapping).map(mappedOf),
    privacyLink: privacyLink.trim() || null,
    termsLink: termsLink.trim() || null,
    faqLink: faqLink.trim() || null,
    ads: {
      provider: adProvider as DomainSettings['ads']['provider'],
      ...(adScriptUrl.trim() && { scriptUrl: adScriptUrl.trim() }),
    },
    consent: isConsentRequired ? 'required' : 'off',
    ...(texts && { texts: ownTextsOf(texts) }),
    ...(offeredLanguages && { languages: offeredLanguages }),
    ...(faviconLink.trim() && { faviconLink: faviconLink.trim() }),
    ...(accent && { accent }),
    ...(font && { font: JSON.parse(font) as DomainSettings['font'] }),
    ...(hasOwnLimits && { moneyLimits }),
    ...(sections && { sections: sectionsOf(sections) }),
    ...(own.length > 0 && { ownProviders: own }),
    ...(providers.length > 0 && { signInProviders: providers }),
  }
}

const LIMITS = ['twoPeopleAbove', 'perDay', 'newAccountPerDay', 'newAccountDays'] as const
const limitOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

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
  if (line !== undefined) return ['urlMapping', `${Number(line) + 1}: ${message}`]
  // A problem of one section or text is shown below all of them.
  const setting = field.replace(/^settings\./, '').replace(/^(sections|texts)\..*/, '$1')
  return [FIELD_OF_SETTING[setting] ?? setting, message]
}
