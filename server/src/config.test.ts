import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, SETTINGS } from './config.ts'
import { createExpress } from './http/express.ts'

const read = (environment: Record<string, string> = {}) =>
  readConfig({ STOA_DATA: tmpdir(), STOA_SECRET: 'x'.repeat(32), ...environment })

test('by default a server is only reachable from its own machine', () => {
  expect(read({ STOA_METRICS_PORT: '9100' })).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    metrics: { host: '127.0.0.1', port: 9100 },
  })
  expect(read().metrics).toBeNull()
})

test.each(['0.0.0.0', '::', '10.1.2.3', '::1'])('a server can listen on %s, without exposing its metrics', (HOST) => {
  expect(read({ HOST, STOA_METRICS_PORT: '9100' })).toMatchObject({ host: HOST, metrics: { host: '127.0.0.1' } })
})

test('metrics can be exposed as well', () => {
  const { host, metrics } = read({ STOA_METRICS_HOST: '0.0.0.0', STOA_METRICS_PORT: '9100' })
  expect([host, metrics]).toEqual(['127.0.0.1', { host: '0.0.0.0', port: 9100 }])
})

test('proxies are addresses, networks and names that Express supports', () => {
  const STOA_TRUSTED_PROXIES = ' loopback, 10.0.0.0/8,192.0.2.7 , fd00::/8,::1,'
  const { trustedProxies } = read({ STOA_TRUSTED_PROXIES })
  expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1'])
  expect(createExpress({ trustedProxies }).get('trust proxy fn')('10.2.3.4', 0)).toBe(true)
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '::1/129', 'true', '1', '*'])(
  'the proxy %s is refused at start',
  (STOA_TRUSTED_PROXIES) => {
    expect(() => read({ STOA_TRUSTED_PROXIES })).toThrow(/STOA_TRUSTED_PROXIES: must be addresses/)
  },
)

test('invalid addresses are named together with all other problems', () => {
  const wrong = { HOST: 'x86_64-linux-gnu', STOA_METRICS_HOST: '*', PORT: '70000' }
  expect(() => read(wrong)).toThrow(ConfigError)
  expect(() => read(wrong)).toThrow(/HOST: must be an IP address[\s\S]*PORT: [\s\S]*STOA_METRICS_HOST: must be an IP/)
})

test.each([
  ['STOA_URL', 'https://forum.example/path'],
  ['STOA_URL', 'https://forum.example/?query'],
  ['STOA_URL', 'ftp://forum.example'],
])('%s can’t be %s', (name, value) => {
  expect(() => readConfig({ STOA_SECRET: 'x'.repeat(32), [name]: value })).toThrow(`${name}: must b`)
})

const RANDOM_SECRET = 'e2b0c94f6d7a1385bd09ce3fa7461d528b3c'
const production = { NODE_ENV: 'production', STOA_URL: 'https://forum.example', STOA_SECRET: RANDOM_SECRET }

test.each([
  '',
  RANDOM_SECRET.slice(0, 31),
  'a'.repeat(64),
  'abcd'.repeat(16),
  'password'.repeat(8),
  '0123456789abcdef'.repeat(4),
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'please-change-me-to-something-long-and-random-0123',
])('in production the secret "%s" is refused, with instructions to create one', (STOA_SECRET) => {
  expect(() => read({ ...production, STOA_SECRET })).toThrow(/STOA_SECRET: .* openssl rand -hex 32/)
})

test('in production random secrets are accepted in any encoding', () => {
  for (let round = 0; round < 200; round += 1) {
    for (const STOA_SECRET of [
      randomBytes(16).toString('hex'),
      randomBytes(32).toString('hex'),
      randomBytes(32).toString('base64url'),
      randomUUID(),
    ])
      expect(read({ ...production, STOA_SECRET }).secret).toBe(STOA_SECRET)
  }
})

test('in production the public origin must use TLS, except on localhost', () => {
  for (const STOA_URL of ['http://forum.example', 'http://10.0.0.7:3000', 'http://localhost.example'])
    expect(() => read({ ...production, STOA_URL })).toThrow(/STOA_URL: must begin with https:/)
  for (const STOA_URL of [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'https://forum.example',
  ])
    expect(read({ ...production, STOA_URL }).url).toBe(STOA_URL)
})

test('in production all problems are reported at once', () => {
  const wrong = { PORT: 'x', STOA_SECRET: 'a', STOA_URL: 'http://forum.example', STOA_RATE_SCALE: '2', STOA_DEMO: '1' }
  expect(() => read({ ...production, ...wrong })).toThrow(
    /PORT: [\s\S]*STOA_SECRET: [\s\S]*STOA_URL: [\s\S]*STOA_RATE_SCALE: [\s\S]*STOA_DEMO: /,
  )
})

test('a secret is created once, when the settings are read to start a server', () => {
  const STOA_DATA = join(mkdtempSync(join(tmpdir(), 'stoa-secret-')), 'data')
  const readKept = (options?: { isReadOnly: boolean }) => readConfig({ STOA_DATA }, options).secret
  expect(() => readKept({ isReadOnly: true })).toThrow(`There is no installation in ${STOA_DATA}.`)
  expect(existsSync(STOA_DATA)).toBe(false)
  const made = readKept()
  expect(made).toMatch(/^[\w-]{43}$/)
  expect([readKept(), readKept({ isReadOnly: true })]).toEqual([made, made])
  writeFileSync(join(STOA_DATA, 'secret'), '')
  expect(() => readKept()).toThrow('is empty')
  rmSync(STOA_DATA, { recursive: true })
})

test('in production the demonstration is refused because its admin’s password is public', () => {
  expect(() => read({ ...production, STOA_DEMO: '1' })).toThrow(/STOA_DEMO: must not be 1 in production/)
  expect(() => read({ ...production, STOA_URL: 'http://localhost', STOA_DEMO: '1' })).toThrow(/STOA_DEMO/)
  for (const STOA_DEMO of ['0', '']) expect(read({ ...production, STOA_DEMO }).demo).toBe(false)
})

test.each([
  'http://forum.example',
  'https://forum.example:8443',
  'http://192.168.1.7:3000',
  'http://localhost.example',
])('the demonstration is refused at the public address %s', (STOA_URL) => {
  expect(() => read({ STOA_URL, STOA_DEMO: '1' })).toThrow(/^.*\n- STOA_DEMO: must not be 1 .* public STOA_URL.*$/)
  expect(read({ STOA_URL }).demo).toBe(false)
})

test('the demonstration is for this machine', () => {
  for (const STOA_URL of ['', 'http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:3000'])
    expect([read({ STOA_URL }).demo, read({ STOA_URL, STOA_DEMO: '1' }).demo]).toEqual([true, true])
})

test.each(['prod', 'Production', 'live'])('NODE_ENV=%s is refused, because it would not be production', (NODE_ENV) => {
  expect(() => read({ NODE_ENV })).toThrow(/NODE_ENV: /)
})

test.each(['mysql://', 'mysql://127.0.0.1', 'mysql://127.0.0.1/', 'mysql://h:99999/x', 'postgres://h/x', 'mysql:///x'])(
  'the database %s is refused at start',
  (DATABASE_URL) => {
    expect(() => read({ DATABASE_URL })).toThrow(/DATABASE_URL: must be an address such as mysql:/)
  },
)

/** A value for each setting that differs from its default. */
const OTHERWISE: Record<string, string> = {
  HOST: '::',
  PORT: '4000',
  STOA_URL: 'https://forum.example',
  DATABASE_URL: 'mysql://stoa@127.0.0.1/stoa',
  STOA_DATA: './elsewhere',
  STOA_MIN_FREE_MB: '1000',
  REDIS_URL: 'redis://127.0.0.1',
  S3_URL: 'https://key:word@s3.example/uploads',
  STOA_TRANSCRIPTS_URL: 'https://user:word@transcripts.example/captions',
  STOA_SCORER_URL: 'https://user:word@scorer.example/score',
  STOA_MOONPAY_URL:
    'https://pk_live_a:sk_live_b@buy.moonpay.com/usdc?wallet=0x0000000000000000000000000000000000000001&webhook=wk_live_c&token=FORUM',
  STOA_CHAIN_URL: 'https://chain.example/key',
  STOA_CHAIN_CONFIRMATIONS: '3',
  STOA_SIGNER: 'process',
  STOA_SECRET: 'y'.repeat(32),
  SMTP_URL: 'smtp://user:word@mail.example:587',
  STOA_MAIL_FROM: 'stoa@mail.example',
  STOA_TRUSTED_PROXIES: 'loopback',
  STOA_FORWARDED_HOST_PROXIES: '192.0.2.7',
  STOA_METRICS_PORT: '9001',
  STOA_METRICS_HOST: '::1',
  STOA_DEMO: '0',
  STOA_SETUP: '0',
  STOA_HSTS_SUBDOMAINS: '1',
  STOA_ADMINS_NEED_SECOND_FACTOR: '1',
  STOA_DOMAINS: 'files',
  STOA_SERVICE_WORKER: 'off',
  STOA_RATE_SCALE: '2',
  LOG_LEVEL: 'silent',
  NODE_ENV: 'production',
}
const base = { STOA_SECRET: RANDOM_SECRET, STOA_URL: 'https://localhost', STOA_METRICS_PORT: '9000' }
const fileOf = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const page = fileOf('docs/operating.md')
const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name = '']) => name)

test('the manual and .env.example name every setting', () => {
  expect(documented.toSorted()).toEqual(SETTINGS.toSorted())
  const example = fileOf('.env.example')
  expect([...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name)).toEqual(documented)
  // As it is, it changes nothing.
  expect(Object.keys(parseEnv(example))).toEqual([])
})

test('every documented setting is tested here', () => {
  expect(documented).toEqual(Object.keys(OTHERWISE))
})

test.each(documented)('%s has an effect', (name) => {
  expect(readConfig({ ...base, [name]: OTHERWISE[name] })).not.toEqual(readConfig(base))
})

/** `NAME=value` pairs of a line. */
const pairsOf = (line = '') =>
  Object.fromEntries([...line.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]))

test('the settings of the container are valid in production', () => {
  const image = pairsOf(/^ENV (.*)$/m.exec(fileOf('deploy/Containerfile'))?.[1])
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(fileOf('deploy/compose.yaml')) ?? []
  const operators: Record<string, string> = {
    STOA_HOST: 'forum.example',
    STOA_SECRET: RANDOM_SECRET,
    DB_PASSWORD: 'a1',
  }
  const filled = block.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => operators[name] ?? '')
  const composed = Object.fromEntries([...filled.matchAll(/(\w+): (.*)/g)].map(([, name, value]) => [name, value]))
  expect(readConfig({ ...image, ...composed })).toMatchObject({
    ...{ production: true, host: '0.0.0.0', port: 3000, url: 'https://forum.example', secret: RANDOM_SECRET },
    ...{ databaseUrl: 'mysql://stoa:a1@db:3306/stoa', redisUrl: 'redis://redis:6379', dataFolder: '/data' },
    ...{ trustedProxies: ['uniquelocal'], unknownSettings: [] },
  })
})

test('the settings of the unit are valid in production', () => {
  const unit = pairsOf(/^Environment=(.*)$/m.exec(fileOf('deploy/stoa.service'))?.[1])
  const operators = { STOA_URL: 'https://forum.example', STOA_SECRET: RANDOM_SECRET }
  expect(readConfig({ ...unit, ...operators })).toMatchObject({
    ...{ production: true, dataFolder: '/var/lib/stoa', unknownSettings: [] },
  })
})

test('the manual has the file for nginx', () => {
  expect(page).toContain(fileOf('deploy/nginx.conf').split('\n').slice(1).join('\n'))
})
