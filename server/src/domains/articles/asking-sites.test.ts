import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import type { RenderFragment } from '../../http/fragment.ts'

const SITE = 'https://news.example'
const NEIGHBOUR = 'https://paper.example'
const STRANGER = 'https://stranger.example'
const STORY = `${SITE}/story`

let stoa: TestApp
beforeAll(async () => {
  const renderFragment: RenderFragment = ({ payload }) => ({ shadow: payload.articleUrl, plain: '' })
  stoa = await startTestApp({}, { renderFragment })
  const { partnerOrigins } = stoa.app.services
  const communityId = await seedCommunity(stoa)
  await partnerOrigins.register(communityId, SITE)
  await partnerOrigins.register(communityId, NEIGHBOUR)
  await partnerOrigins.register(await seedCommunity(stoa, { tokenName: 'GARDEN' }), STRANGER)
})
afterAll(() => stoa.close())

const query = new URLSearchParams({ community: 'FORUM', url: STORY })
const reads = {
  thread: (headers: Record<string, string>) => fetch(`${stoa.url}/api/articles/thread?${query}`, { headers }),
  fragment: (headers: Record<string, string>) => fetch(`${stoa.url}/api/articles/fragment?${query}`, { headers }),
  counts: (headers: Record<string, string>) =>
    fetch(`${stoa.url}/api/articles/counts`, {
      method: 'POST',
      body: JSON.stringify({ community: 'FORUM', articles: [{ url: STORY }] }),
      headers: { 'content-type': 'application/json', ...headers },
    }),
}

/** Status and code of the answer to a page of the origin; null: a program, or the forum's own page. */
async function ask(read: keyof typeof reads, origin: string | null) {
  const response = await reads[read](origin === null ? {} : { origin })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const text = await response.text()
  return response.ok ? 200 : `${response.status} ${JSON.parse(text).code}`
}

const REFUSED = '403 ORIGIN_NOT_REGISTERED'

describe.each(['thread', 'fragment', 'counts'] as const)('%s', (read) => {
  test('a site that the community has not registered is refused, whoever was answered just before', async () => {
    const asked = [STRANGER, SITE, STRANGER, null, STRANGER, NEIGHBOUR, SITE, 'null', STRANGER]
    for (let round = 0; round < 3; round += 1) {
      const answers = []
      for (const origin of asked) answers.push(await ask(read, origin))
      expect(answers).toEqual([REFUSED, 200, REFUSED, 200, REFUSED, 200, 200, REFUSED, REFUSED])
      // Kept answers, then none.
      if (round === 1) stoa.clock.advance(2000)
    }
  })

  test('the same when all ask at once', async () => {
    stoa.clock.advance(2000)
    const asked = Array.from({ length: 40 }, (_, index) => [SITE, STRANGER, null, NEIGHBOUR][index % 4] ?? null)
    const answers = await Promise.all(asked.map((origin) => ask(read, origin)))
    expect(answers).toEqual(asked.map((origin) => (origin === STRANGER ? REFUSED : 200)))
  })

  test('the site counts whether it came by http or https', async () => {
    expect(await ask(read, 'http://news.example')).toBe(read === 'counts' ? REFUSED : 200)
    expect(await ask(read, 'https://news.example:8443')).toBe(REFUSED)
    expect(await ask(read, `${SITE}.stranger.example`)).toBe(REFUSED)
  })

  test('the forum’s own page may ask', async () => {
    expect(await ask(read, new URL(stoa.url).origin)).toBe(200)
  })
})
