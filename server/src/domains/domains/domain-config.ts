import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { httpUrl, isOwnPath, TOKEN_NAME } from '@stoa/contract'
import { z } from 'zod'
import { ConfigError } from '../../config.ts'

/** A path of the forum or an http(s) address. */
const link = z
  .string()
  .max(2000)
  .refine((address) => isOwnPath(address) || httpUrl(address) !== null, 'must be a path or an http(s) address')

const schema = z.strictObject({
  /** The community that is meant where none is named. */
  defaultTokenName: z.string().regex(TOKEN_NAME, 'must have 5 to 7 upper-case letters').default('FORUM'),
  domainDisplayName: z.string().trim().min(1).max(40).default('Stoa'),
  logoLink: link.default('/favicon.svg'),
  privacyLink: link.nullable().default(null),
  termsLink: link.nullable().default(null),
  faqLink: link.nullable().default(null),
  /** Offer the list of all communities. */
  enableForumPicker: z.boolean().default(true),
  /** Own names of communities in addresses: name in the address → token name. */
  urlMapping: z.record(z.string().regex(/^[a-z0-9-]{1,80}$/), z.string().regex(TOKEN_NAME)).default({}),
  /** Everything belongs to the default community. */
  isSingleTokenDomain: z.boolean().default(false),
})

/** How this installation presents itself; what browsers get as `/config.json`. */
export interface DomainConfig extends z.output<typeof schema> {
  signInProviders: readonly string[]
}

const FILE = 'config.json'

/** Reads `config.json` of the data folder; without one everything has its default. Throws a ConfigError that names every problem at once. */
export function readDomainConfig(dataFolder: string): DomainConfig {
  const parsed = schema.safeParse(readJson(resolve(dataFolder, FILE)))
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || FILE}: ${issue.message}`)
    throw new ConfigError(`${FILE} in the data folder has problems:\n- ${problems.join('\n- ')}`)
  }
  return Object.freeze({ ...parsed.data, signInProviders: ['password'] })
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError(`${FILE} in the data folder is not JSON.`)
  }
}
