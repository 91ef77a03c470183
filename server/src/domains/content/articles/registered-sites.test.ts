import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import type { RenderFragment } from './fragments.ts'

const SITE = 'https://news.example'
const NEIGHBOR = 'https://paper.example'
const STRANGER = 'https://stranger.example'
const STORY = `${SITE}/story`

let stoa: TestApp
const locales: string[] = []
beforeAll(async () => {
  const renderFragment: RenderFragment = ({ payload, locale }) => {
    locales.push(locale)
    return { shadow: payload.articleUrl, plain: '', content: payload.articleUrl }
  }
  stoa = await startTestApp({}, { renderFragment, files: { 'config.json': { language: 'de-AT' } } })
  const { partnerOrigins } = stoa.app.services
  const communityId = await seedCommunity(stoa)
  await partnerOrigins.register(communityId, SITE)
  await partnerOrigins.register(communityId, NEIGHBOR)
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

/** Status and code of the response to a page of the origin; null for a program or the forum's own page. */
async function ask(read: keyof typeof reads, origin: string | null) {
  const response = await reads[read](origin === null ? {} : { origin })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const text = await response.text()
  return response.ok ? 200 : `${response.status} ${JSON.parse(text).code}`
}

const REFUSED = '403 ORIGIN_NOT_REGISTERED'

test('a widget is in the page’s language if the domain offers it, else in the domain’s', async () => {
  locales.length = 0
  for (const locale of [undefined, '', 'fr', 'fr-CA', 'pt', 'no language', 'de', 'de-CH']) {
    const articles = JSON.stringify([{ url: STORY }])
    const asked = new URLSearchParams({ community: 'FORUM', articles, ...(locale !== undefined && { locale }) })
    const response = await fetch(`${stoa.url}/api/articles/fragments?${asked}`, { headers: { origin: SITE } })
    expect(response.status).toBe(200)
  }
  // A German page of another region keeps its dates and numbers.
  expect(locales).toEqual(['de-AT', 'fr', 'fr-CA', 'de-CH'])
})

test('each widget of a page is accepted or refused on its own, and only registered sites are accepted', async () => {
  const articles = [
    { url: STORY },
    { url: 'https://elsewhere.example/a', part: 'poll' },
    { url: `${NEIGHBOR}/b`, part: 'reactions' },
  ]
  const query = new URLSearchParams({ community: 'FORUM', articles: JSON.stringify(articles) })
  const askFrom = async (origin: string) => {
    const response = await fetch(`${stoa.url}/api/articles/fragments?${query}`, { headers: { origin } })
    const { payload } = (await response.json()) as { payload: { fragments: ({ html: string } | { code: string })[] } }
    return payload.fragments.map((fragment) => ('html' in fragment ? fragment.html : fragment.code))
  }
  const refused = 'ORIGIN_NOT_REGISTERED'
  for (let round = 0; round < 2; round += 1) {
    expect(await askFrom(SITE)).toEqual([STORY, refused, `${NEIGHBOR}/b`])
    expect(await askFrom(STRANGER)).toEqual([refused, refused, refused])
  }
})

test('a widget with invalid options uses the defaults or is refused, without affecting others', async () => {
  const articles = [
    { url: STORY, sort: 'best', limit: -3 },
    { url: STORY, id: 'i'.repeat(201) },
  ]
  const query = new URLSearchParams({ community: 'FORUM', articles: JSON.stringify(articles) })
  const response = await fetch(`${stoa.url}/api/articles/fragments?${query}`, { headers: { origin: SITE } })
  expect((await response.json()).payload.fragments).toMatchObject([{ html: STORY }, { code: 'VALIDATION_FAILED' }])
  for (const wrong of ['[', '[]', '{}', JSON.stringify(Array.from({ length: 11 }, () => articles[0]))]) {
    const refused = new URLSearchParams({ community: 'FORUM', articles: wrong })
    expect((await fetch(`${stoa.url}/api/articles/fragments?${refused}`)).status, wrong).toBe(400)
  }
})

describe.each(['thread', 'fragment', 'counts'] as const)('%s', (read) => {
  test('an unregistered site is refused, even right after a registered one', async () => {
    const asked = [STRANGER, SITE, STRANGER, null, STRANGER, NEIGHBOR, SITE, 'null', STRANGER]
    for (let round = 0; round < 3; round += 1) {
      const answers = []
      for (const origin of asked) answers.push(await ask(read, origin))
      expect(answers).toEqual([REFUSED, 200, REFUSED, 200, REFUSED, 200, 200, REFUSED, REFUSED])
      // The last round has no cached responses.
      if (round === 1) stoa.clock.advance(2000)
    }
  })

  test('also for concurrent requests', async () => {
    stoa.clock.advance(2000)
    const asked = Array.from({ length: 40 }, (_, index) => [SITE, STRANGER, null, NEIGHBOR][index % 4] ?? null)
    const answers = await Promise.all(asked.map((origin) => ask(read, origin)))
    expect(answers).toEqual(asked.map((origin) => (origin === STRANGER ? REFUSED : 200)))
  })

  test('http and https of a site are treated alike', async () => {
    expect(await ask(read, 'http://news.example')).toBe(read === 'counts' ? REFUSED : 200)
    expect(await ask(read, 'https://news.example:8443')).toBe(REFUSED)
    expect(await ask(read, `${SITE}.stranger.example`)).toBe(REFUSED)
  })

  test('the forum’s own page is accepted', async () => {
    expect(await ask(read, new URL(stoa.url).origin)).toBe(200)
  })
})
