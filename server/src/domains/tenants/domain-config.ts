import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { COMMUNITY_FOUNDERS, httpUrl, isOwnPath, type SignInWay, TOKEN_NAME } from '@stoa/contract'
import * as z from 'zod'
import { ConfigError } from '../../platform/domain-error.ts'
import { NO_PROVIDERS, type Providers, readDataFile } from './provider-config.ts'

/** A path of the forum or an http(s) address. */
const link = z
  .string()
  .max(2000)
  .refine((address) => isOwnPath(address) || httpUrl(address) !== null, 'must be a path or an http(s) address')

/** A language as BCP 47 names it, in its canonical spelling: it is also the name of a file. */
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
  /** The community that is meant where none is named. */
  defaultTokenName: z.string().regex(TOKEN_NAME, 'must have 5 to 7 upper-case letters').default('FORUM'),
  /** What the forum's own words are in, and which way they run; `lang/{language}.json` holds them. */
  language: language.default('en'),
  domainDisplayName: z.string().trim().min(1).max(40).default('Stoa'),
  logoLink: link.default('/favicon.svg'),
  privacyLink: link.nullable().default(null),
  termsLink: link.nullable().default(null),
  faqLink: link.nullable().default(null),
  /** Offer the list of all communities. */
  enableForumPicker: z.boolean().default(true),
  /** Who may found communities. */
  communityFounders: z.enum(COMMUNITY_FOUNDERS).default('members'),
  /** Everything belongs to the default community: it is at `/`, and others are not shown. */
  isSingleTokenDomain: z.boolean().default(false),
  /** Ways to sign in that are offered, in this order. Default: all that there are. */
  signInProviders: z.array(z.string().max(40)).min(1, 'must name at least one way').optional(),
})

/** How this installation presents itself; what browsers get as `/config.json`. */
export interface DomainConfig extends Omit<z.output<typeof schema>, 'signInProviders'> {
  signInProviders: readonly string[]
  /** What people know the providers among them by. */
  providerNames: Readonly<Record<string, string>>
  /** What Google knows the forum by, where its one-tap sign-in is offered. */
  oneTapClientId?: string
}

/** One of the domains that this installation serves. */
export interface Domain {
  /** Public origin, without a trailing slash. */
  origin: string
  config: DomainConfig
  /** The forum's own words in its language; null: in English. */
  translations: Translations | null
}

const FILE = 'config.json'
const FOLDER = 'domains'

const furtherDomain = schema.extend({
  /** Where it is reached, such as `https://garden.example`. */
  origin: z
    .string()
    .refine((address) => httpUrl(address)?.origin === address, 'must be an origin, such as https://garden.example'),
})

/** The forum's own words in its language. */
export interface Translations {
  /** Address for browsers; another one whenever the words change. */
  href: string
  /** Text by message key; what is not there stays English. */
  texts: Readonly<Record<string, string>>
}

/** Ways to sign in that need no configuration. */
const OWN_WAYS: readonly Exclude<SignInWay, 'google' | 'firebase'>[] = ['password', 'emailLink', 'passkey']

/** Reads `config.json` of the data folder; without one everything has its default. Throws a ConfigError that names every problem at once. */
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
  const unknown = signInProviders.filter((way) => !all.includes(way))
  if (unknown.length > 0)
    throw new ConfigError(`${file}: signInProviders: there is no ${unknown.join(', no ')}, only ${all.join(', ')}`)
  const isOffered = (way: string) => signInProviders.includes(way)
  return Object.freeze({
    ...read,
    // There is nothing to pick from where there is one community.
    enableForumPicker: read.enableForumPicker && !read.isSingleTokenDomain,
    communityFounders: read.isSingleTokenDomain ? 'nobody' : read.communityFounders,
    signInProviders,
    providerNames: Object.fromEntries(Object.entries(names).filter(([id]) => isOffered(id))),
    ...(oneTap && isOffered('google') ? { oneTapClientId: oneTap.clientId } : {}),
  })
}

/**
 * Reads all domains: the default one, at `url`, and one for each `domains/*.json` of the data folder. Throws a ConfigError
 * that names every problem of every file at once.
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

/** Reads `lang/{language}.json` of the data folder; null without one. Throws a ConfigError that names every problem at once. */
export function readTranslations(dataFolder: string, tag: string): Translations | null {
  const file = `lang/${tag}.json`
  const texts = readDataFile(z.record(z.string(), z.string()), { dataFolder, file })
  if (texts === null) return null
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12)
  return { href: `/${file}?v=${version}`, texts }
}
