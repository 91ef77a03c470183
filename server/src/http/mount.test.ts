import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallName, Me } from '@stoa/contract'
import express from 'express'
import { afterEach, expect, test } from 'vitest'
import { DomainError } from '../lib/domain-error.ts'
import { createLogger } from '../lib/logger.ts'
import { createErrorReplies, errorHandler } from './errors.ts'
import { createMount, type Gates } from './mount.ts'
import { createWriteLane } from './write-lane.ts'

let server: Server
afterEach(() => server.close())

/** A server with gates that write down when they are passed; `refuse` makes one of them refuse. */
async function serve({ refuse, viewer = null }: { refuse?: string; viewer?: Me | null } = {}) {
  const passed: string[] = []
  const pass = async (name: string) => {
    passed.push(name)
    if (name === refuse) throw new DomainError('FORBIDDEN')
  }
  const gates: Gates = {
    recognises: () => false,
    rateLimit: () => pass('rate limit'),
    origin: () => pass('origin'),
    siteOf: () => '',
    way: () => {},
    completed: async (_name, input) => input,
    onlyCommunity: () => null,
    answered: async () => null,
    authenticate: async () => {
      await pass('authentication')
      return viewer && { viewer, sessionId: 'session' }
    },
    appCheck: () => pass('app check'),
    quota: () => pass('quota'),
    idempotency: async (_name, _about, work) => {
      await pass('idempotency')
      return work(null)
    },
  }
  const router = express.Router()
  const { mount, writingCalls } = createMount({
    router,
    gates,
    personalReads: { answer: async () => false },
    checkAnswers: false,
  })
  const handled = async (): Promise<never> => {
    passed.push('handler')
    return {} as never
  }
  for (const name of ['commentAnonymous', 'commentCreate', 'communityList', 'postList'] as CallName[])
    mount(name, handled)
  const replyToError = createErrorReplies(createLogger('silent'))
  const framework = express().use('/api', router).use(errorHandler(replyToError))
  const about = { headers: { 'X-Way': 'lane' }, trustProxy: () => false, replyToError, log: () => {} }
  const lane = createWriteLane({ calls: writingCalls, ...about })
  server = createServer((request, response) => lane.handle(request, response, () => framework(request, response)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  /** Sends it both ways: through the framework, and past it. */
  const post = async (path: string, body: string) => {
    const send = async (type: string) => {
      passed.length = 0
      const response = await fetch(base + path, { method: 'POST', body, headers: { 'content-type': type } })
      const { code } = (await response.json()) as { code?: string }
      return { code, passed: [...passed], way: response.headers.get('x-way') }
    }
    const first = await send('application/json; charset="utf-8"')
    const second = await send('application/json')
    expect([first.way, second]).toEqual([null, { ...first, way: 'lane' }])
    return second.code
  }
  return { passed, base, post, mount, handled }
}

const GOOD = JSON.stringify({ tokenName: 'FORUM', postId: '0'.repeat(20), content: 'Hi' })
const ORDER = ['rate limit', 'origin', 'authentication', 'app check', 'idempotency', 'quota', 'handler']

test('a write passes every gate, always in the same order', async () => {
  const { passed, post } = await serve()
  await post('/comment/anonymous', GOOD)
  expect(passed).toEqual(ORDER)
})

test.each(ORDER.slice(0, -1))('refused at %s, a request gets no further', async (gate) => {
  const { passed, post } = await serve({ refuse: gate })
  expect(await post('/comment/anonymous', GOOD)).toBe('FORBIDDEN')
  expect(passed).toEqual(ORDER.slice(0, ORDER.indexOf(gate) + 1))
})

test('a bad body is read only after the rate limit, and begins no transaction', async () => {
  const { passed, post } = await serve()
  expect(await post('/comment/anonymous', '{')).toBe('MALFORMED_BODY')
  expect(passed).toEqual(['rate limit', 'origin'])
  expect(await post('/comment/anonymous', '{}')).toBe('VALIDATION_FAILED')
  expect(passed).not.toContain('idempotency')
})

test('a call for users needs no app check and no handler to refuse a visitor', async () => {
  const { passed, post } = await serve()
  expect(await post('/comment/create', GOOD)).toBe('AUTH_REQUIRED')
  expect(passed).toEqual(['rate limit', 'origin', 'authentication'])
})

test('a signed-in person needs no app check, and acts as nobody else', async () => {
  const { passed, post } = await serve({ viewer: { id: 'me' } as Me })
  await post('/comment/anonymous', GOOD)
  expect(passed).not.toContain('app check')
  for (const field of ['userId', 'publisherId', 'reporterId', 'moderatorUserId']) {
    const asOther = JSON.stringify({ ...JSON.parse(GOOD), [field]: 'you' })
    expect(await post('/comment/create', asOther)).toBe('ACTOR_MISMATCH')
  }
})

test('a read keeps no answer for repeats', async () => {
  const { passed, base } = await serve()
  await fetch(`${base}/posts`)
  expect(passed).toEqual(['rate limit', 'origin', 'authentication', 'quota', 'handler'])
})

test('a public call does not look at who asks', async () => {
  const { passed, base } = await serve({ refuse: 'authentication' })
  expect((await fetch(`${base}/communities`)).status).toBe(200)
  expect(passed).not.toContain('authentication')
})

test('a call is mounted once', async () => {
  const { mount, handled } = await serve()
  expect(() => mount('communityList', handled)).toThrow('mounted twice')
})
