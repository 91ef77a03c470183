import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { CallName, Me } from '@stoa/contract'
import express from 'express'
import { afterEach, expect, test } from 'vitest'
import { type CallHandlers, TextChangedError } from '../platform/calls/handlers.ts'
import type { Transaction } from '../platform/database/database.ts'
import { DomainError } from '../platform/domain-error.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { createCallResponses } from './call-responses.ts'
import { createCallRoutes } from './call-routes.ts'
import { createErrorReplies } from './errors.ts'
import type { Gates } from './gates.ts'
import { createPipeline } from './pipeline.ts'

let server: Server
afterEach(() => server.close())

/** A server whose gates record when they are passed; `refuse` makes one of them refuse. */
async function serve({ refuse, viewer = null }: { refuse?: string; viewer?: Me | null } = {}) {
  const passed: string[] = []
  const pass = async (name: string) => {
    passed.push(name)
    if (name === refuse) throw new DomainError('FORBIDDEN')
  }
  const gates: Gates = {
    origin: () => pass('origin'),
    rateLimit: () => pass('rate limit'),
    siteOf: () => '',
    setup: async () => {},
    signInMethod: () => {},
    community: async (_name, input) => input,
    onlyCommunity: () => null,
    storedResponse: async () => null,
    authenticate: async () => {
      await pass('authentication')
      return viewer && { viewer, sessionId: 'session' }
    },
    appCheck: () => pass('app check'),
    quota: () => pass('quota'),
    spend: async () => {},
    idempotency: async (_name, _about, { work }) => {
      await pass('idempotency')
      return work(() => {})
    },
  }
  const log: object[] = []
  const handled = async (): Promise<never> => {
    passed.push('handler')
    return {} as never
  }
  const names: CallName[] = ['appCheckToken', 'commentAnonymous', 'commentCreate', 'communityList', 'postList']
  let texts = 0
  const commentEdit = {
    score: async () => void passed.push('score'),
    async handle() {
      await handled()
      texts += 1
      if (texts % 2 === 1) throw new TextChangedError()
      return {}
    },
  }
  const handlers = {
    ...Object.fromEntries(names.map((name) => [name, handled])),
    commentEdit,
  } as unknown as CallHandlers
  const pipeline = createPipeline({
    database: {
      async transaction(work) {
        passed.push('transaction')
        return work({} as Transaction)
      },
    },
    routes: createCallRoutes(handlers),
    gates,
    signedInReads: { respond: async () => false },
    renderBudget: { admit: async () => {} },
    responses: createCallResponses({
      headers: { 'X-Every': 'yes' },
      replyToError: createErrorReplies(createLogger('silent')),
    }),
    trustProxy: () => false,
    log: (answer) => void log.push(answer),
    checkResponses: false,
  })
  const elsewhere = (_request: IncomingMessage, response: ServerResponse) => response.writeHead(418).end('{}')
  // As Express middleware and for plain requests.
  const inExpress = express().use(pipeline.handle).use(elsewhere)
  server = createServer((request, response) =>
    request.headers['x-way'] === 'express'
      ? inExpress(request, response)
      : pipeline.handle(request, response, () => elsewhere(request, response)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  /** Sends the request both ways. */
  const send = async (path: string, init: RequestInit = {}) => {
    const sendBy = async (way: string) => {
      passed.length = 0
      const headers = { 'content-type': 'application/json', 'x-way': way }
      const response = await fetch(base + path, { ...init, headers })
      const { code } = (await response.json()) as { code?: string }
      return { status: response.status, code, passed: [...passed], every: response.headers.get('x-every') }
    }
    const plain = await sendBy('plain')
    expect(await sendBy('express')).toEqual(plain)
    return plain
  }
  const post = async (path: string, body: string) => (await send(path, { method: 'POST', body })).code
  return { passed, log, send, post, pipeline }
}

const GOOD = JSON.stringify({ tokenName: 'FORUM', postId: '0'.repeat(20), content: 'Hi' })
const ORDER = ['origin', 'rate limit', 'authentication', 'app check', 'idempotency', 'quota', 'transaction', 'handler']

test('a write passes every gate in order', async () => {
  const { passed, post } = await serve()
  await post('/comment/anonymous', GOOD)
  expect(passed).toEqual(ORDER)
})

test.each(ORDER.slice(0, -2))('a request refused at %s gets no further', async (gate) => {
  const { passed, post } = await serve({ refuse: gate })
  expect(await post('/comment/anonymous', GOOD)).toBe('FORBIDDEN')
  expect(passed).toEqual(ORDER.slice(0, ORDER.indexOf(gate) + 1))
})

test('a malformed body is read only after the rate limit and starts no transaction', async () => {
  const { passed, post } = await serve()
  expect(await post('/comment/anonymous', '{')).toBe('MALFORMED_BODY')
  expect(passed).toEqual(['origin', 'rate limit'])
  expect(await post('/comment/anonymous', '{}')).toBe('VALIDATION_FAILED')
  expect(passed).not.toContain('idempotency')
})

test('a text is scored before the transaction, and again if it has changed in the meantime', async () => {
  const { passed, post } = await serve({ viewer: { id: 'me' } as Me })
  await post('/comment/edit', JSON.stringify({ tokenName: 'FORUM', commentId: '0'.repeat(20), content: 'Hi' }))
  const scored = ['score', 'transaction', 'handler']
  expect(passed).toEqual(['origin', 'rate limit', 'authentication', 'idempotency', 'quota', ...scored, ...scored])
})

test('a call for users refuses a visitor without app check or handler', async () => {
  const { passed, post } = await serve()
  expect(await post('/comment/create', GOOD)).toBe('AUTH_REQUIRED')
  expect(passed).toEqual(['origin', 'rate limit', 'authentication'])
})

test('a signed-in person needs no app check and can’t act as anyone else', async () => {
  const { passed, post } = await serve({ viewer: { id: 'me' } as Me })
  await post('/comment/anonymous', GOOD)
  expect(passed).not.toContain('app check')
  for (const field of ['userId', 'publisherId', 'reporterId', 'moderatorUserId']) {
    const asOther = JSON.stringify({ ...JSON.parse(GOOD), [field]: 'you' })
    expect(await post('/comment/create', asOther)).toBe('ACTOR_MISMATCH')
  }
})

test('a read stores no response', async () => {
  const { passed, send } = await serve()
  await send('/posts')
  expect(passed).toEqual(['origin', 'rate limit', 'authentication', 'quota', 'handler'])
})

test('a public call ignores the caller', async () => {
  const { passed, send } = await serve({ refuse: 'authentication' })
  expect((await send('/communities')).status).toBe(200)
  expect(passed).not.toContain('authentication')
})

test('other requests are passed on, and a call is logged once', async () => {
  const { log, send } = await serve()
  for (const [path, method] of [
    ['/posts', 'POST'],
    ['/posts/', 'GET'],
    ['/POSTS', 'GET'],
    ['/nothing', 'GET'],
  ] as const)
    expect((await send(path, { method })).status).toBe(418)
  expect(log).toEqual([])
  await send('/communities')
  const line = {
    requestId: expect.any(String),
    call: 'communityList',
    method: 'GET',
    url: '/api/communities',
    status: 200,
    start: expect.any(Number),
  }
  expect(log).toEqual([line, line])
})

test('tokenless writes start one per turn of the event loop', async () => {
  const begun: number[] = []
  const { pipeline } = await serve()
  const post = (number: number) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: '/api/app-check/token' })
    const response = new ServerResponse(request)
    // The first step: it registers for the log.
    response.once = (event) => {
      if (event === 'finish') begun.push(number)
      return response
    }
    pipeline.handle(request, response, () => {})
  }
  for (const number of [1, 2, 3]) post(number)
  const seen: number[] = []
  for (let turns = 0; turns < 4; turns += 1) {
    seen.push(begun.length)
    await turn()
  }
  expect(begun).toEqual([1, 2, 3])
  expect(seen.every((length, index) => length <= index)).toBe(true)
})
