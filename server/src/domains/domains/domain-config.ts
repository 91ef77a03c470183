import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { httpUrl, isOwnPath, TOKEN_NAME } from '@stoa/contract'
import * as z from 'zod'
import { ConfigError } from '../../config.ts'

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
  /** Everything belongs to the default community: it is at `/`, and others are not shown. */
  isSingleTokenDomain: z.boolean().default(false),
})

/** How this installation presents itself; what browsers get as `/config.json`. */
export interface DomainConfig extends z.output<typeof schema> {
  signInProviders: readonly string[]
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

/** Reads `config.json` of the data folder; without one everything has its default. Throws a ConfigError that names every problem at once. */
export function readDomainConfig(dataFolder: string): DomainConfig {
  return finished(readFile(schema, { dataFolder, file: FILE }) ?? schema.parse({}))
}

function finished(read: z.output<typeof schema>): DomainConfig {
  // There is nothing to pick from where there is one community.
  const enableForumPicker = read.enableForumPicker && !read.isSingleTokenDomain
  return Object.freeze({ ...read, enableForumPicker, signInProviders: ['password'] })
}

/**
 * Reads all domains: the default one, at `url`, and one for each `domains/*.json` of the data folder. Throws a ConfigError
 * that names every problem of every file at once.
 */
export function readDomains(dataFolder: string, url: string): [Domain, ...Domain[]] {
  const domain = (origin: string, config: DomainConfig): Domain => ({
    origin,
    config,
    translations: readTranslations(dataFolder, config.language),
  })
  const problems: string[] = []
  const all: [Domain, ...Domain[]] = [domain(new URL(url).origin, readDomainConfig(dataFolder))]
  for (const file of domainFiles(dataFolder)) {
    try {
      const further = readFile(furtherDomain, { dataFolder, file })
      if (further === null) continue
      const { origin, ...config } = further
      const { protocol, host } = new URL(origin)
      if (protocol !== new URL(url).protocol)
        problems.push(`${file}: origin: must begin with ${new URL(url).protocol}//, as STOA_URL`)
      if (all.some((other) => new URL(other.origin).host === host))
        problems.push(`${file}: origin: another domain is there`)
      all.push(domain(origin, finished(config)))
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
  const texts = readFile(z.record(z.string(), z.string()), { dataFolder, file })
  if (texts === null) return null
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12)
  return { href: `/${file}?v=${version}`, texts }
}

/** A file of the operator's, checked; null where there is none. */
function readFile<Shape extends z.ZodType>(shape: Shape, about: { dataFolder: string; file: string }) {
  const { dataFolder, file } = about
  const json = readJson(dataFolder, file)
  if (json === null) return null
  const parsed = shape.safeParse(json.value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || file}: ${issue.message}`)
  throw new ConfigError(`${file} in the data folder has problems:\n- ${problems.join('\n- ')}`)
}

function readJson(dataFolder: string, file: string): { value: unknown } | null {
  let text: string
  try {
    text = readFileSync(resolve(dataFolder, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    throw new ConfigError(`${file} in the data folder is not JSON.`)
  }
}
