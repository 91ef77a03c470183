import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { EMAIL } from '@stoa/contract'
import * as z from 'zod'
import { ConfigError } from './platform/domain-error.ts'
import { type Moonpay, parseMoonpayUrl } from './platform/moonpay-url.ts'
import { isLoopback } from './platform/security/address.ts'
import { parseS3Url, type S3Location } from './platform/storage/s3-storage.ts'

/** Minimum length of a secret, in characters. */
const SECRET_MIN_LENGTH = 32
/**
 * Minimum number of different pairs of adjacent characters. Of random secrets with 32 hexadecimal digits (31 pairs),
 * fewer than one in a million have less.
 */
const PAIRS_MIN = 20
/** Minimum number of different steps between adjacent characters; `abcdef…` has one or two. */
const STEPS_MIN = 8
const READ_TRIES = 100
const READ_AGAIN_MS = 10
const WELL_KNOWN = /change.?(me|this|it)|replace|example|password|default|(your|my|some|top|very).?secret/i

/** Whether a secret could be guessed: too short, repetitive, counted up, or copied from a manual. */
function isGuessable(secret: string): boolean {
  const characters = [...secret]
  if (characters.length < SECRET_MIN_LENGTH || WELL_KNOWN.test(secret)) return true
  const neighbors = characters.slice(1).map((next, index) => [characters[index] ?? '', next] as const)
  const pairs = new Set(neighbors.map(([one, next]) => one + next))
  const steps = new Set(neighbors.map(([one, next]) => (next.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0)))
  return pairs.size < PAIRS_MIN || steps.size < STEPS_MIN
}

/**
 * The secret stored in the data folder. If there is none, it is created with `isMade`, otherwise null is returned.
 * Empty: another process died while creating it.
 */
function keptSecret(dataFolder: string, { isMade }: { isMade: boolean }): string | null {
  const file = resolve(dataFolder, 'secret')
  if (!existsSync(file)) {
    if (!isMade) return null
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    try {
      // 'wx' so that processes starting at the same time share one secret.
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readOnceWritten(file)
}

/** Waits for the secret: another process may have created the file but not written it yet. */
function readOnceWritten(file: string): string {
  for (let tries = 0; ; tries += 1) {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret !== '' || tries === READ_TRIES) return secret
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READ_AGAIN_MS)
  }
}

export { ConfigError }

/** Only addresses, because some shells put the machine's name into HOST. */
const listenAddress = z
  .string()
  .refine((text) => isIP(text) !== 0, 'must be an IP address, such as 127.0.0.1, 0.0.0.0 or ::')
  .default('127.0.0.1')

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** Whether it is an address, a network (`10.0.0.0/8`), or a name that Express supports. */
function isProxy(text: string): boolean {
  if (PROXY_NAMES.includes(text)) return true
  const [address = '', bits = '0', ...more] = text.split('/')
  const version = isIP(address)
  return version !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

const proxies = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine(
    (list) => list.every(isProxy),
    `must be addresses, networks such as 10.0.0.0/8, or ${PROXY_NAMES.join(', ')}, separated by commas`,
  )

function isDatabaseAddress(address: string): boolean {
  if (!/^(mysql|mariadb):\/\//.test(address) || !URL.canParse(address)) return false
  const { hostname, pathname } = new URL(address)
  return hostname !== '' && /^\/[^/]+$/.test(pathname)
}

const schema = z.object({
  HOST: listenAddress,
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  STOA_URL: z
    .url()
    .refine(
      (url) => /^https?:\/\/[^/?#@]+\/?$/.test(url),
      'must be an origin such as https://forum.example, without a path',
    )
    .optional(),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseAddress, 'must be an address such as mysql://user:password@127.0.0.1:3306/stoa')
    .optional(),
  STOA_DATA: z.string().min(1).default('./data'),
  STOA_MIN_FREE_MB: z.coerce.number().int().min(0).default(200),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis://')
    .optional(),
  S3_URL: z
    .string()
    .refine(
      (url) => parseS3Url(url) !== null,
      'must be an address such as https://key:secret@s3.example/bucket?region=eu-central-1',
    )
    .optional(),
  STOA_TRANSCRIPTS_URL: z
    .string()
    .refine(
      (url) => /^https?:\/\/./.test(url) && URL.canParse(url),
      'must be an address such as https://user:password@transcripts.example/captions',
    )
    .optional(),
  STOA_SCORER_URL: z
    .string()
    .refine(
      (url) => /^https?:\/\/./.test(url) && URL.canParse(url),
      'must be an address such as https://user:password@scorer.example/score',
    )
    .optional(),
  STOA_MOONPAY_URL: z
    .string()
    .refine(
      (url) => parseMoonpayUrl(url) !== null,
      'must be an address such as https://API_KEY:SECRET_KEY@buy.moonpay.com/usdc_polygon?wallet=ADDRESS&webhook=WEBHOOK_KEY&token=TOKEN',
    )
    .optional(),
  STOA_CHAIN_URL: z
    .string()
    .refine(
      (url) => /^https?:\/\/./.test(url) && URL.canParse(url),
      'must be an address such as https://chain.example/key',
    )
    .optional(),
  STOA_CHAIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(10_000).default(12),
  STOA_SIGNER: z.enum(['server', 'process']).default('server'),
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/./.test(url) && URL.canParse(url),
      'must be an address such as smtp://user:password@mail.example:587',
    )
    .optional(),
  STOA_MAIL_FROM: z.string().max(254).regex(EMAIL, 'must be an email address').optional(),
  STOA_SECRET: z.string().optional(),
  STOA_DEMO: z.enum(['0', '1']).optional(),
  STOA_SETUP: z.enum(['0', '1']).default('1'),
  STOA_HSTS_SUBDOMAINS: z.enum(['0', '1']).default('0'),
  STOA_SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  STOA_DOMAINS: z.enum(['database', 'files']).default('database'),
  STOA_ADMINS_NEED_SECOND_FACTOR: z.enum(['0', '1']).default('0'),
  STOA_RATE_SCALE: z.coerce.number().positive().default(1),
  STOA_METRICS_HOST: listenAddress,
  STOA_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  STOA_TRUSTED_PROXIES: proxies,
  STOA_FORWARDED_HOST_PROXIES: proxies,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
})

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(schema.shape)

/** Variables of the programs that build and test the server. */
const OF_TOOLS = /^STOA_(?:(?:TEST|E2E|BENCH|MODEL)_|CHROMIUM$|OPEN_TESTS$)/

function isUnknownSetting(name: string): boolean {
  return name.startsWith('STOA_') && !Object.hasOwn(schema.shape, name) && !OF_TOOLS.test(name)
}

/** The settings of one server process. Read once; nothing else reads the environment. */
export interface Config {
  /** IP address to listen on; `0.0.0.0` or `::` for all interfaces. */
  host: string
  port: number
  /** Public origin, without a trailing slash. Default: `http://localhost:<port>`. */
  url: string
  /** `mysql://…`, or null for SQLite in `dataFolder`. */
  databaseUrl: string | null
  dataFolder: string
  /** Free space of the data folder’s disk, below which uploads are refused. */
  minFreeBytes: number
  redisUrl: string | null
  /** Storage for uploads; null: the data folder. */
  s3: S3Location | null
  /** Server that generates captions; null: people upload them. */
  transcriptsUrl: string | null
  /** Address of a program that scores posts and comments; null: none. */
  scorerUrl: string | null
  /** Where members buy tokens by card; null: they don't. */
  moonpay: Moonpay | null
  /** A node of the chain on which members deposit; null: none, or a local one. */
  chainUrl: string | null
  /** Without a node, a chain on this machine is used for trying out. */
  hasLocalChain: boolean
  /** Blocks, counted with its own, after which a deposit is booked. */
  chainConfirmations: number
  /** This server signs withdrawals; otherwise `stoa signer` does. */
  signsWithdrawals: boolean
  /** `smtp://…` or `smtps://…`; null: mails are written to files in the data folder. */
  smtpUrl: string | null
  /** Sender address of mails. Default: `no-reply@` the public host. */
  mailFrom: string
  /** Root of all signing keys, at least 32 characters. */
  secret: string
  /** The data folder keeps the secret: the environment has none. */
  isSecretKept: boolean
  production: boolean
  /** Load the demonstration into an empty database. */
  demo: boolean
  /** A new forum waits until its owner has set it up. Otherwise it is open at once. */
  setup: boolean
  /** Browsers must use https for all subdomains, too. */
  hstsSubdomains: boolean
  /** Network admins have their permissions only with a second factor. */
  adminsNeedSecondFactor: boolean
  /** Browsers install the forum's service worker. Otherwise installed ones go. */
  serviceWorker: boolean
  /** Files in the data folder configure the domains, which nobody changes in the forum. */
  domainsFromFiles: boolean
  /** Multiplies every rate limit; 1 in production. */
  rateScale: number
  /** Address of `/metrics`; null: not served. */
  metrics: { host: string; port: number } | null
  /** Proxies whose `X-Forwarded-For` is trusted, in Express's syntax. */
  trustedProxies: string[]
  /** Proxies whose `X-Forwarded-Host` is trusted, in Express's syntax. Each must set it itself. */
  forwardedHostProxies: string[]
  /** Null if not set: `info`, or `warn` with the demonstration. */
  logLevel: string | null
  /** Variables that look like settings but aren't. */
  unknownSettings: string[]
}

/** Settings by name, as the process has them. */
export type Environment = Record<string, string | undefined>

/** Those of this process. */
export const ownEnvironment = (): Environment => process.env

/**
 * Reads and checks the settings; throws a ConfigError that names all problems. Outside production, a missing secret is
 * created in the data folder, unless `isReadOnly`: then it is a problem.
 */
export function readConfig(
  environment: Environment = ownEnvironment(),
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(variables)
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const production = environment.NODE_ENV === 'production'
  if (production) problems.push(...problemsInProduction(environment))
  if (environment.STOA_DEMO === '1' && (production || !isLocal(environment.STOA_URL || LOCAL)))
    problems.push(
      'STOA_DEMO: must not be 1 in production or with a public STOA_URL, because the password of the demonstration’s admin is published',
    )
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`The settings have problems:\n- ${problems.join('\n- ')}`)
  const env = parsed.data
  const dataFolder = resolve(env.STOA_DATA)
  const secret = env.STOA_SECRET ?? keptSecret(dataFolder, { isMade: !isReadOnly })
  if (secret === null) {
    throw new ConfigError(
      `There is no installation in ${dataFolder}. Set STOA_DATA to the data folder of the server, or STOA_SECRET to its secret.`,
    )
  }
  if (secret === '') {
    throw new ConfigError(
      `The file secret in ${dataFolder} is empty. Restore it from a backup, or remove it: then everybody is signed out.`,
    )
  }
  const url = (env.STOA_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    url,
    databaseUrl: env.DATABASE_URL ?? null,
    dataFolder,
    minFreeBytes: env.STOA_MIN_FREE_MB * 1_000_000,
    redisUrl: env.REDIS_URL ?? null,
    s3: env.S3_URL === undefined ? null : parseS3Url(env.S3_URL),
    transcriptsUrl: env.STOA_TRANSCRIPTS_URL ?? null,
    scorerUrl: env.STOA_SCORER_URL ?? null,
    moonpay: env.STOA_MOONPAY_URL === undefined ? null : parseMoonpayUrl(env.STOA_MOONPAY_URL),
    chainUrl: env.STOA_CHAIN_URL ?? null,
    // Several processes would have a chain each.
    hasLocalChain: !production && env.STOA_CHAIN_URL === undefined && env.REDIS_URL === undefined,
    chainConfirmations: env.STOA_CHAIN_CONFIRMATIONS,
    signsWithdrawals: env.STOA_SIGNER === 'server',
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.STOA_MAIL_FROM ?? `no-reply@${new URL(url).hostname}`,
    secret,
    isSecretKept: env.STOA_SECRET === undefined,
    production,
    demo: env.STOA_DEMO === undefined ? !production && isLocal(url) : env.STOA_DEMO === '1',
    setup: env.STOA_SETUP === '1',
    hstsSubdomains: env.STOA_HSTS_SUBDOMAINS === '1',
    adminsNeedSecondFactor: env.STOA_ADMINS_NEED_SECOND_FACTOR === '1',
    serviceWorker: env.STOA_SERVICE_WORKER === 'on',
    domainsFromFiles: env.STOA_DOMAINS === 'files',
    rateScale: env.STOA_RATE_SCALE,
    metrics: env.STOA_METRICS_PORT === undefined ? null : { host: env.STOA_METRICS_HOST, port: env.STOA_METRICS_PORT },
    trustedProxies: env.STOA_TRUSTED_PROXIES,
    forwardedHostProxies: env.STOA_FORWARDED_HOST_PROXIES,
    logLevel: env.LOG_LEVEL ?? null,
    unknownSettings: Object.keys(variables).filter(isUnknownSetting),
  })
}

function problemsInProduction(environment: Record<string, string | undefined>): string[] {
  const { STOA_SECRET = '', STOA_URL = '', STOA_RATE_SCALE = '1' } = environment
  const problems: string[] = []
  if (isGuessable(STOA_SECRET)) {
    problems.push(
      `STOA_SECRET: must be random and have at least ${SECRET_MIN_LENGTH} characters in production. Make one with: openssl rand -hex 32`,
    )
  }
  if (STOA_URL === '') problems.push('STOA_URL: the public origin is required in production')
  else if (STOA_URL.startsWith('http:') && !isLocal(STOA_URL)) {
    problems.push('STOA_URL: must begin with https:// in production; http:// is for localhost only')
  }
  if (Number(STOA_RATE_SCALE || 1) !== 1) problems.push('STOA_RATE_SCALE: must be 1 in production')
  return problems
}

const LOCAL = 'http://localhost'

/** Whether an origin is on this machine. Invalid ones are reported anyway. */
export function isLocal(origin: string): boolean {
  return !URL.canParse(origin) || isLoopback(new URL(origin).hostname)
}
