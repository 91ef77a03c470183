import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Me, RATE_LIMITS, type ViewerFacts } from '@stoa/contract'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { seedPost } from '../../test/seed-post.ts'
import { createPersonalReads } from './personal-reads.ts'

const SCALE = 0.01

test('a signed-in person’s reads count once each, wherever they are answered, and end at the limit', async () => {
  const stoa = await startTestApp({ STOA_RATE_SCALE: String(SCALE) })
  const communityId = await seedCommunity(stoa)
  const postId = await seedPost(stoa, { communityId })
  const { token } = await stoa.member('eve_demo')
  const limit = Math.floor(RATE_LIMITS.read.points * SCALE)
  const codes: (string | undefined)[] = []
  for (let count = 0; count < limit + 2; count += 1) {
    // One in three finds a page that is too old, and goes into the framework.
    if (count % 3 === 0) stoa.clock.advance(1000)
    codes.push((await stoa.call('commentList', { type: 'post', postId }, { token })).body.code)
  }
  expect(codes.filter((code) => code === undefined)).toHaveLength(limit)
  expect(codes.slice(limit)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
  const { token: other } = await stoa.member('fay_demo')
  expect((await stoa.call('commentList', { type: 'post', postId }, { token: other })).status).toBe(200)
  await stoa.close()
})

test('an answer is written down like the framework’s, and what fails is left to the framework', async () => {
  const log: object[] = []
  let factsOf = async (): Promise<ViewerFacts> => ({ reactions: {}, votes: {}, comments: [] })
  const reads = createPersonalReads({
    clock: { now: () => 0 },
    gates: {
      recognises: () => true,
      authenticate: async () => ({ viewer: { id: 'me' } as Me, sessionId: 'session' }),
      rateLimit: async () => {},
    },
    headers: {},
    log: (answer) => void log.push(answer),
    requestDomains: { cacheKey: () => '' },
  })
  const page = { name: 'postGet' as const, payload: { post: 1 }, isFor: () => true, factsOf: () => factsOf() }
  let passed = 0
  const server = createServer((request, response) =>
    reads.handle(request, response, () => {
      passed += 1
      const exchange = { request, response, requestId: 'framework', url: request.url ?? '' }
      reads
        .answer(exchange, { id: 'me' } as Me, async () => ({ value: page, tags: ['post:1'] }))
        .catch(() => response.writeHead(500).end())
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const get = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/posts/1`)
  expect(await (await get()).json()).toMatchObject({ status: 'success', payload: { post: 1, viewerFacts: {} } })
  expect([passed, log]).toEqual([1, []])
  const requestId = (await get()).headers.get('x-request-id')
  expect(log).toEqual([{ requestId, call: 'postGet', method: 'GET', status: 200, start: expect.any(Number) }])
  reads.drop(['post:1'])
  await get()
  factsOf = () => Promise.reject(new Error('The database is away.'))
  expect((await get()).status).toBe(500)
  expect([passed, log.length]).toEqual([3, 1])
  server.close()
})
