import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { accentColors, COMMUNITY_FOUNDERS, httpUrl, isOwnPath, TOKEN_NAME } from '@stoa/contract'
import type { SignInMethod } from '@stoa/contract/schemas'
import * as z from 'zod'
import { ConfigError } from '../../../platform/domain-error.ts'
import { NO_PROVIDERS, type Providers, readDataFile } from './provider-config.ts'

/** A path of the forum or an http(s) address. */
const link = z
  .string()
  .max(2000)
  .refine((address) => isOwnPath(address) || httpUrl(address) !== null, 'must be a path or an http(s) address')

/** A BCP 47 language tag in canonical spelling. Also used as a file name. */
const language = z
  .string()
  .max(35)
  .refine((tag) => canonical(tag) !== null, 'must be a BCP 47 language tag, such as en or pt-BR')
  .transform((tag) => canonical(tag) ?? tag)

function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

const schema = z.strictObject({
  /** The default community. */
  defaultTokenName: z.string().regex(TOKEN_NAME, 'must have 5 to 7 upper-case letters').default('FORUM'),
  /** Language and direction of the interface. Texts are in `lang/{language}.json`. */
  language: language.default('en'),
  domainDisplayName: z.string().trim().min(1).max(40).default('Stoa'),
  /** The logo in the header. */
  logoLink: link.default('/favicon.svg'),
  /** The icon of browser tabs. Default: the logo. */
  faviconLink: link.optional(),
  /** Color of links and buttons, such as `#0b5563`; communities may have their own. */
  accent: z
    .string()
    .toLowerCase()
    .refine((accent) => accentColors(accent) !== null, 'must be a color such as #0b5563, dark enough for text')
    .optional(),
  /** Whether pages say "Powered by Stoa". */
  poweredBy: z.boolean().default(true),
  privacyLink: link.nullable().default(null),
  termsLink: link.nullable().default(null),
  faqLink: link.nullable().default(null),
  /** Whether to show the list of communities. */
  enableForumPicker: z.boolean().default(true),
  /** Who may create communities. */
  communityFounders: z.enum(COMMUNITY_FOUNDERS).default('members'),
  /** Only the default community is shown, at `/`. */
  isSingleTokenDomain: z.boolean().default(false),
  /** Offered sign-in methods, in order. Default: all available ones. */
  signInProviders: z.array(z.string().max(40)).min(1, 'must name at least one way').optional(),
})

/** A domain's configuration, served to browsers as `/config.json`. */
export interface DomainConfig extends Omit<z.output<typeof schema>, 'signInProviders' | 'faviconLink'> {
  faviconLink: string
  signInProviders: readonly string[]
  /** Names of the providers. */
  providerNames: Readonly<Record<string, string>>
  /** Google's client id if one-tap sign-in is offered. */
  oneTapClientId?: string
}

/** A domain served by this installation. */
export interface Domain {
  /** Public origin, without a trailing slash. */
  origin: string
  config: DomainConfig
  /** The interface's texts in the domain's language; null for English. */
  translations: Translations | null
}

const FILE = 'config.json'
const FOLDER = 'domains'

const furtherDomain = schema.extend({
  /** The domain's origin, such as `https://garden.example`. */
  origin: z
    .string()
    .refine((address) => httpUrl(address)?.origin === address, 'must be an origin, such as https://garden.example'),
})

/** The interface's texts in a domain's language. */
export interface Translations {
  /** Versioned address for browsers. */
  href: string
  /** Texts by message key. Missing ones stay English. */
  texts: Readonly<Record<string, string>>
}

/** Sign-in methods that need no configuration. */
const OWN_WAYS: readonly Exclude<SignInMethod, 'google' | 'firebase'>[] = ['password', 'emailLink', 'passkey']

/**
 * Reads `config.json` in the data folder, or uses defaults if it is missing. Throws a ConfigError that names every
 * problem.
 */
export function readDomainConfig(dataFolder: string, providers: Providers = NO_PROVIDERS): DomainConfig {
  const read = readDataFile(schema, { dataFolder, file: FILE }) ?? schema.parse({})
  return finished(read, { file: FILE, providers })
}

function finished(
  read: z.output<typeof schema>,
  { file, providers: { names, oneTap } }: { file: string; providers: Providers },
): DomainConfig {
  const all = [...OWN_WAYS, ...Object.keys(names)]
  const signInProviders = [...new Set(read.signInProviders ?? all)]
  const unknown = signInProviders.filter((method) => !all.includes(method))
  if (unknown.length > 0)
    throw new ConfigError(`${file}: signInProviders: there is no ${unknown.join(', no ')}, only ${all.join(', ')}`)
  const isOffered = (method: string) => signInProviders.includes(method)
  return Object.freeze({
    ...read,
    faviconLink: read.faviconLink ?? read.logoLink,
    // With a single community there is nothing to pick.
    enableForumPicker: read.enableForumPicker && !read.isSingleTokenDomain,
    communityFounders: read.isSingleTokenDomain ? 'nobody' : read.communityFounders,
    signInProviders,
    providerNames: Object.fromEntries(Object.entries(names).filter(([id]) => isOffered(id))),
    ...(oneTap && isOffered('google') ? { oneTapClientId: oneTap.clientId } : {}),
  })
}

/**
 * Reads all domains: the default one, at `url`, and one per `domains/*.json` in the data folder. Throws a ConfigError
 * that names every problem of every file.
 */
export function readDomains(
  dataFolder: string,
  url: string,
  providers: Providers = NO_PROVIDERS,
): [Domain, ...Domain[]] {
  const domain = (origin: string, config: DomainConfig): Domain => ({
    origin,
    config,
    translations: readTranslations(dataFolder, config.language),
  })
  const problems: string[] = []
  const all: [Domain, ...Domain[]] = [domain(new URL(url).origin, readDomainConfig(dataFolder, providers))]
  for (const file of domainFiles(dataFolder)) {
    try {
      const further = readDataFile(furtherDomain, { dataFolder, file })
      if (further === null) continue
      const { origin, ...config } = further
      const { protocol, host } = new URL(origin)
      if (protocol !== new URL(url).protocol)
        problems.push(`${file}: origin: must begin with ${new URL(url).protocol}//, as STOA_URL`)
      if (all.some((other) => new URL(other.origin).host === host))
        problems.push(`${file}: origin: another domain is there`)
      all.push(domain(origin, finished(config, { file, providers })))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return all
}

function domainFiles(dataFolder: string): string[] {
  try {
    const names = readdirSync(resolve(dataFolder, FOLDER))
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => `${FOLDER}/${name}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Reads `lang/{language}.json` in the data folder; null if it is missing. Throws a ConfigError that names every
 * problem.
 */
export function readTranslations(dataFolder: string, tag: string): Translations | null {
  const file = `lang/${tag}.json`
  const texts = readDataFile(z.record(z.string(), z.string()), { dataFolder, file })
  if (texts === null) return null
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12)
  return { href: `/${file}?v=${version}`, texts }
}
