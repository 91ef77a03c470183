import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { CallInput, CallName, CallOutput, ErrorResponse } from '@stoa/contract'
import { calls, errorsOf } from '@stoa/contract/schemas'
import { type App, type AppDependencies, createApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { createHttpListener } from '../src/http/listener.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createLogger, type Logger } from '../src/platform/logging/logger.ts'
import type { Realtime } from '../src/realtime/gateway.ts'
import { openMigratedDatabase } from './databases/migrated-database.ts'
import { guardTransactions } from './databases/transaction-guard.ts'

/** A clock that moves only on demand. */
export interface TestClock {
  now(): number
  advance(milliseconds: number): void
}

/** The HTTP response to a call. */
export interface Answer<Name extends CallName> {
  status: number
  headers: Headers
  body: { status: string; payload: CallOutput<Name> } & Partial<ErrorResponse>
}

export interface CallOptions {
  token?: string
  headers?: Record<string, string>
}

/**
 * The real application on a real database of its own: SQLite in a temporary folder, or a new schema on
 * `STOA_TEST_DATABASE_URL`.
 */
export interface TestApp {
  app: App
  database: Database
  logger: Logger
  clock: TestClock
  url: string
  realtime: Realtime
  config: Config
  /** The settings, for other processes on the same database. */
  settings: Record<string, string>
  call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<Answer<Name>>
  /** Inserts a user directly and returns its id and an access token. */
  member(username: string, about?: { join?: string[]; networkAdmin?: boolean }): Promise<{ id: string; token: string }>
  close(): Promise<void>
}

/** An account at MoonPay for tests. */
export const MOONPAY_URL = `https://pk_test_forum:sk_test_forum@buy-sandbox.moonpay.com/usdc?wallet=0x${'c'.repeat(40)}&webhook=wk_test_forum&token=FORUM`
const START = Date.UTC(2026, 0, 15, 12)
/** Statements that change tables or triggers. */
const ALTERS = /^\s*(?:create|alter|drop|rename)\s/i

/** Built frontends of the application. Default: none. */
export interface Built extends Pick<AppDependencies, 'pages' | 'renderFragment' | 'embedFolder' | 'formerEmbedFolder'> {
  /** The operator's files in the data folder, by name. Default: none. */
  files?: Record<string, unknown>
}

export async function startTestApp(environment: Record<string, string> = {}, built: Built = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-test-'))
  const { files = {}, ...builtParts } = built
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(content))
  }
  const migrated = await openMigratedDatabase(folder)
  const settings = {
    STOA_DATA: folder,
    STOA_SECRET: 'x'.repeat(32),
    STOA_RATE_SCALE: '1000',
    STOA_MOONPAY_URL: MOONPAY_URL,
    LOG_LEVEL: 'error',
    ...(migrated.url ? { DATABASE_URL: migrated.url } : {}),
    ...environment,
  }
  const config = readConfig(settings)
  let isAltered = false
  const database = guardTransactions(migrated.database, (sql) => {
    isAltered ||= ALTERS.test(sql)
  })
  let now = START
  const clock: TestClock = { now: () => now, advance: (milliseconds) => (now += milliseconds) }
  const logger = createLogger(config.logLevel)
  const app = createApp({ config, database, clock, logger, checkResponses: true, ...builtParts })
  const { server, realtime } = await listen(app)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    app,
    database,
    logger,
    clock,
    url,
    realtime,
    config,
    settings,
    call: (name, input, options = {}) => request(url, name, { input, options }),
    async member(username, { join: tokens = [], networkAdmin = false } = {}) {
      const id = await app.services.accounts.create({ username, email: null, passwordHash: null })
      if (networkAdmin) await app.services.accounts.setNetworkAdmin(username, true)
      for (const tokenName of tokens) {
        const viewer = await app.services.memberships.viewer(id, '')
        if (viewer) await app.services.memberships.join(viewer, { tokenName, join: true })
      }
      const { signedIn } = await app.services.sessions.begin({ userId: id, site: '', lasting: true })
      return { id, token: signedIn.accessToken }
    },
    async close() {
      realtime.close()
      await app.jobs.stop()
      app.services.chain.close()
      await new Promise((resolve) => server.close(resolve))
      await app.events.flush()
      await migrated.remove({ isAltered })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listen(app: App): Promise<{ server: Server; realtime: Realtime }> {
  // Never close idle connections from this side. Otherwise a test that has worked on the database for a while may send
  // its next request on a connection that is just being closed.
  const server = createServer({ keepAliveTimeout: 0 }, createHttpListener(app))
  const realtime = await app.attachRealtime(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, realtime }
}

async function request<Name extends CallName>(
  url: string,
  name: Name,
  about: { input: CallInput<Name>; options: CallOptions },
): Promise<Answer<Name>> {
  const { method, path } = calls[name]
  const rest: Record<string, unknown> = { ...about.input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(value))
  })
  const query =
    method !== 'POST'
      ? `?${new URLSearchParams(Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]))}`
      : ''
  const { token, headers = {} } = about.options
  const response = await sendRequest(`${url}/api${filled}${query}`, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...('needsKey' in calls[name] ? { 'idempotency-key': randomUUID() } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: method === 'POST' ? JSON.stringify(rest) : '',
  })
  const body = JSON.parse(response.text) as Answer<Name>['body']
  // Every response must match the contract, and so the documentation.
  if (body.code && !errorsOf(calls[name]).includes(body.code)) throw new Error(`${name} may not return ${body.code}`)
  return { status: response.status, headers: response.headers, body }
}

const connections = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Replaces `fetch`, which takes three times as long: most of the time of tests with thousands of requests. */
export async function sendRequest(
  url: string,
  about: { method: string; headers: OutgoingHttpHeaders; body?: string },
): Promise<{ status: number; headers: Headers; text: string }> {
  const { method, headers, body = '' } = about
  const clientRequest = send(url, { agent: connections, method, headers: { accept: '*/*', ...headers } })
  clientRequest.end(body)
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const fields = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return { status: response.statusCode ?? 0, headers: new Headers(fields), text: await text(response) }
}
