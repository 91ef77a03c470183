import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  DEFAULT_DOMAIN,
  DOMAIN_NAME,
  type DomainSettings,
  httpUrl,
  languageChain,
  mappedPrefix,
  offeredLanguages,
  type UrlMapping,
} from '@stoa/contract'
import { domainSettings, type SignInMethod } from '@stoa/contract/schemas'
import * as z from 'zod'
import { ConfigError } from '../../../platform/domain-error.ts'
import type { Texts } from '../../../platform/languages/catalogues.ts'
import { type Translations, translationsOf } from './domain-texts.ts'
import { NO_PROVIDERS, type Providers, readDataFile } from './provider-config.ts'
import { type Theme, themeOf, type WidgetTheme, widgetThemeOf } from './theme.ts'

/** A domain's configuration, served to browsers as `/config.json`. */
export interface DomainConfig
  extends Omit<
    DomainSettings,
    'signInProviders' | 'faviconLink' | 'ownProviders' | 'sections' | 'urlMapping' | 'languages' | 'texts'
  > {
  /** Languages that readers may choose, the domain's own first. */
  languages: readonly string[]
  faviconLink: string
  signInProviders: readonly string[]
  /** Groups of communities in the directory. */
  sections?: { name: string; slug: string; communities: string[] }[]
  urlMapping: UrlMapping
  /** Names of the providers. */
  providerNames: Readonly<Record<string, string>>
  /** Google's client id if one-tap sign-in is offered. */
  oneTapClientId?: string
}

/** A domain served by this installation. */
export interface Domain {
  /** Its name for operators. */
  name: string
  /** Public origin, without a trailing slash. */
  origin: string
  /** All its hosts; pages of others than the origin's redirect there. */
  hosts: readonly string[]
  config: DomainConfig
  /** The settings that the configuration results from. */
  settings: DomainSettings
  /** The interface's texts in the language of `config`; null for English. */
  translations: Translations | null
  /** Texts that files give the installation, by language. */
  fileTexts: ReadonlyMap<string, Texts>
  /** Its sign-in providers, with secrets. */
  providers: Providers
  /** How its pages and widgets look; null: like Stoa's. */
  theme: Theme | null
  widgetTheme: WidgetTheme | null
  /** Prefix of cache keys: another one for each domain and configuration. */
  cacheKey: string
  /** What addresses of its communities have begun with, besides `/bbs`. */
  formerPrefixes: readonly string[]
  /** Number of the version that is only previewed. Omitted: it is in force. */
  preview?: number
}

/** All domains, the default one first. */
export type Domains = readonly [Domain, ...Domain[]]

const FILE = 'config.json'
const FOLDER = 'domains/'

/** Files name no secrets of the database. */
const fileSettings = domainSettings.omit({ ownProviders: true })

const furtherDomain = fileSettings.extend({
  /** The domain's origin, such as `https://garden.example`. */
  origin: z
    .string()
    .refine((address) => httpUrl(address)?.origin === address, 'must be an origin, such as https://garden.example'),
})

/** A domain as a file configures it. */
export interface DomainFile {
  /** Path in the data folder. */
  file: string
  name: string
  origin: string
  settings: DomainSettings
}

/** Sign-in methods that need no configuration. */
const OWN_WAYS: readonly Exclude<SignInMethod, 'google' | 'firebase'>[] = ['password', 'emailLink', 'passkey']

/** Ids of the sign-in methods that this installation can offer. */
export const availableProviders = ({ names }: Providers): string[] => [...OWN_WAYS, ...Object.keys(names)]

/**
 * Reads `config.json` in the data folder, or uses defaults if it is missing. Throws a ConfigError that names every
 * problem.
 */
export function readDomainConfig(dataFolder: string, providers: Providers = NO_PROVIDERS): DomainConfig {
  return fromFile(readSettings(dataFolder), { file: FILE, providers })
}

const readSettings = (dataFolder: string): DomainSettings =>
  readDataFile(fileSettings, { dataFolder, file: FILE }) ?? domainSettings.parse({})

function fromFile(settings: DomainSettings, { file, providers }: { file: string; providers: Providers }): DomainConfig {
  const unknown = unknownProviders(settings, providers)
  if (unknown.length > 0) throw new ConfigError(`${file}: signInProviders: ${providersMissing(unknown, providers)}`)
  return configOf(settings, providers)
}

/** Named sign-in methods that this installation can't offer. */
export function unknownProviders({ signInProviders = [] }: DomainSettings, providers: Providers): string[] {
  const all = availableProviders(providers)
  return signInProviders.filter((method) => !all.includes(method))
}

export function providersMissing(unknown: readonly string[], providers: Providers): string {
  return `there is no ${unknown.join(', no ')}, only ${availableProviders(providers).join(', ')}`
}

/** The configuration that settings result in. Unknown sign-in methods are left out. */
function configOf(
  { ownProviders: _, texts: __, sections, languages, ...settings }: DomainSettings,
  providers: Providers,
): DomainConfig {
  const { names, oneTap } = providers
  const all = availableProviders(providers)
  const chosen = [...new Set(settings.signInProviders ?? all)].filter((method) => all.includes(method))
  const signInProviders = chosen.length > 0 ? chosen : all
  const isOffered = (method: string) => signInProviders.includes(method)
  return Object.freeze({
    ...settings,
    languages: offeredLanguages({ language: settings.language, languages }),
    faviconLink: settings.faviconLink ?? settings.logoLink,
    // With a single community there is nothing to pick.
    enableForumPicker: settings.enableForumPicker && !settings.isSingleTokenDomain,
    communityFounders: settings.isSingleTokenDomain ? 'nobody' : settings.communityFounders,
    ...(sections && !settings.isSingleTokenDomain && { sections: sections.map(({ admins: _, ...shown }) => shown) }),
    signInProviders,
    urlMapping: Object.fromEntries(settings.urlMapping.map((one) => [one.tokenName, mappedPrefix(one)])),
    providerNames: Object.fromEntries(Object.entries(names).filter(([id]) => isOffered(id))),
    ...(oneTap && isOffered('google') ? { oneTapClientId: oneTap.clientId } : {}),
  })
}

/** A domain to serve. `revision` changes with everything that pages show. */
export function domainOf(
  {
    name,
    origin,
    hosts,
    settings,
    revision,
    formerPrefixes = [],
  }: Omit<DomainFile, 'file'> & { hosts: readonly string[]; revision: string; formerPrefixes?: readonly string[] },
  { dataFolder, providers }: { dataFolder: string; providers: Providers },
): Domain {
  const config = configOf(settings, providers)
  const fileTexts = readFileTexts(dataFolder, config)
  return {
    name,
    origin,
    hosts,
    config,
    settings,
    fileTexts,
    translations: translationsOf({ config, settings, fileTexts }),
    providers,
    theme: themeOf(settings),
    widgetTheme: widgetThemeOf(settings, origin),
    cacheKey: `${origin} ${revision}\n`,
    formerPrefixes,
  }
}

/**
 * Reads the domains that files configure: the default one, at `url`, and one per `domains/*.json` in the data folder.
 * Throws a ConfigError that names every problem of every file.
 */
export function readDomainFiles(
  dataFolder: string,
  url: string,
  providers: Providers = NO_PROVIDERS,
): [DomainFile, ...DomainFile[]] {
  const problems: string[] = []
  const all: [DomainFile, ...DomainFile[]] = [
    { file: FILE, name: DEFAULT_DOMAIN, origin: new URL(url).origin, settings: readSettings(dataFolder) },
  ]
  fromFile(all[0].settings, { file: FILE, providers })
  for (const { file, name } of furtherFiles(dataFolder)) {
    try {
      const further = readDataFile(furtherDomain, { dataFolder, file })
      if (further === null) continue
      const { origin, ...settings } = further
      const { protocol, host } = new URL(origin)
      if (!DOMAIN_NAME.test(name) || name === DEFAULT_DOMAIN)
        problems.push(
          `${file}: its name must have 2 to 40 lower-case letters, digits and hyphens, and not be ${DEFAULT_DOMAIN}`,
        )
      if (protocol !== new URL(url).protocol)
        problems.push(`${file}: origin: must begin with ${new URL(url).protocol}//, as STOA_URL`)
      if (all.some((other) => new URL(other.origin).host === host))
        problems.push(`${file}: origin: another domain is there`)
      fromFile(settings, { file, providers })
      all.push({ file, name, origin, settings })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return all
}

/** The domain that a file configures, to serve. */
export function servedFile(file: DomainFile, about: { dataFolder: string; providers: Providers }): Domain {
  return domainOf({ ...file, hosts: [new URL(file.origin).host], revision: '' }, about)
}

function furtherFiles(dataFolder: string): { file: string; name: string }[] {
  try {
    const names = readdirSync(resolve(dataFolder, FOLDER))
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => ({ file: `${FOLDER}${name}`, name: name.slice(0, -'.json'.length) }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Why the texts of a domain's languages can't be read; null if they can, or there are none. */
export function problemOfLanguages({ language, languages = [] }: DomainSettings, dataFolder: string): string | null {
  try {
    for (const tag of tagsOf([language, ...languages])) readFileText(dataFolder, tag)
    return null
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

const tagsOf = (languages: readonly string[]) => [...new Set(languages.flatMap((tag) => languageChain(tag, 'en')))]

/** Reads `lang/{language}.json` in the data folder. Throws a ConfigError that names every problem. */
const readFileText = (dataFolder: string, tag: string): Texts | null =>
  readDataFile(z.record(z.string(), z.string()), { dataFolder, file: `lang/${tag}.json` })

/**
 * Reads the texts that files give a domain's languages, and those they fall back to. Throws a ConfigError for the
 * domain's own language; a broken file of another language doesn't stop the domain.
 */
function readFileTexts(dataFolder: string, { language, languages }: DomainConfig): Map<string, Texts> {
  const own = tagsOf([language])
  return new Map(
    tagsOf(languages).flatMap((tag) => {
      try {
        const texts = readFileText(dataFolder, tag)
        return texts === null ? [] : [[tag, texts] as const]
      } catch (error) {
        if (own.includes(tag) || !(error instanceof ConfigError)) throw error
        return []
      }
    }),
  )
}
