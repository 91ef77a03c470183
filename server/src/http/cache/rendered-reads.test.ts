import { setTimeout as sleep } from 'node:timers/promises'
import { RATE_LIMITS } from '@stoa/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import type { RenderFragment } from '../../domains/content/articles/fragments.ts'
import { createRouter } from '../express.ts'
import type { Pages } from '../pages.ts'
import { shareWithVisitors } from './cached-response.ts'

const SITE = 'https://news.example'
const STORY = `${SITE}/story`

let stoa: TestApp
afterEach(() => stoa.close())

/** A server whose renderer outputs only what pages and fragments were made from. */
async function start(environment: Record<string, string> = {}, onFragment = () => {}) {
  const made = { pages: 0, fragments: [] as Parameters<RenderFragment>[0][] }
  const renderFragment: RenderFragment = (request) => {
    made.fragments.push(request)
    onFragment()
    const shadow = `<b>${request.payload.comments?.items.length}</b>`
    return { shadow, plain: '<i></i>', content: shadow }
  }
  const pages: Pages = {
    address: (path) => ({ path, isKnown: true }),
    routes: ({ limit }) =>
      createRouter().get('/{*any}', limit, (_request, response) => {
        made.pages += 1
        response.type('html').send('<p></p>')
      }),
  }
  stoa = await startTestApp(environment, { renderFragment, pages })
  const communityId = await seedCommunity(stoa)
  await stoa.app.services.partnerOrigins.register(communityId, SITE)
  return made
}

type Query = Record<string, string>

const fragment = (query: Query = {}, headers: Record<string, string> = {}) => {
  const search = new URLSearchParams({ community: 'FORUM', url: STORY, ...query })
  return fetch(`${stoa.url}/api/articles/fragment?${search}`, { headers })
}

test('a fragment is HTML that any page may read, and must be revalidated', async () => {
  await start()
  const response = await fragment()
  expect([response.status, await response.text()]).toEqual([200, '<b>0</b>'])
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, stale-while-revalidate=10')
  expect(await (await fragment({ variant: 'plain' })).text()).toBe('<i></i>')
})

test('a fragment is rendered once for all visitors, and again after a comment', async () => {
  const made = await start()
  for (let count = 0; count < 3; count += 1) expect(await (await fragment()).text()).toBe('<b>0</b>')
  expect(made.fragments).toHaveLength(1)
  const { token } = await stoa.member('ada_demo', { join: ['FORUM'] })
  const say = { tokenName: 'FORUM', article: { url: STORY }, content: 'Hi' }
  expect((await stoa.call('commentCreate', say, { token })).status).toBe(200)
  expect(await (await fragment()).text()).toBe('<b>1</b>')
  await stoa.call('commentCreate', { ...say, content: 'And again' }, { token })
  expect(await (await fragment()).text()).toBe('<b>2</b>')
})

test('options reach the renderer, and the page size is capped', async () => {
  const made = await start()
  await fragment({ id: 'a1', sort: 'new', limit: '500', locale: 'de-AT' })
  expect(made.fragments[0]).toMatchObject({
    article: { community: 'FORUM', url: STORY, id: 'a1' },
    sort: 'new',
    pageSize: 100,
    locale: 'de-AT',
  })
})

test.each(['en_US', 'en-x', 'x', '', 'a'.repeat(99), '"><script>'])(
  'an invalid locale %j counts as the domain’s',
  async (locale) => {
    const made = await start()
    expect((await fragment({ locale })).status).toBe(200)
    expect(made.fragments[0]?.locale).toBe('en')
  },
)

test('pages share fragments in the languages that the domain offers, however many tags they name', async () => {
  const made = await start()
  const invented = Array.from({ length: 30 }, (_, at) => `xx-x-n${at}`)
  for (const locale of ['', 'en', 'pt', 'zh-TW', 'en-ZZ', 'en-u-ca-buddhist', ...invented]) await fragment({ locale })
  expect(made.fragments.map(({ locale }) => locale)).toEqual(['en'])
  for (const locale of ['de', 'de-Latn', 'de-x-n1', 'DE-at', 'de-AT', 'de-AT-x-n2', 'de-QQ']) await fragment({ locale })
  expect(made.fragments.map(({ locale }) => locale)).toEqual(['en', 'de', 'de-AT'])
})

test('an invalid fragment request is refused in JSON, like every call', async () => {
  const made = await start()
  const wrong: [Query, number, string][] = [
    [{ variant: 'light' }, 400, 'VALIDATION_FAILED'],
    [{ sort: 'best' }, 400, 'VALIDATION_FAILED'],
    [{ community: 'NOWHERE' }, 404, 'COMMUNITY_NOT_FOUND'],
    [{ url: 'https://stranger.example/story' }, 403, 'ORIGIN_NOT_REGISTERED'],
  ]
  for (const [query, status, code] of wrong) {
    const response = await fragment(query)
    expect([response.status, (await response.json()).code]).toEqual([status, code])
  }
  expect(made.fragments).toEqual([])
})

/** Ten articles of one page, each with the maximum number of comments. */
const TEN = Array.from({ length: 10 }, (_, index) => ({ url: `${STORY}-${index}`, limit: 100 }))
const fragments = (articles: object[]) => {
  const search = new URLSearchParams({ community: 'FORUM', articles: JSON.stringify(articles) })
  return fetch(`${stoa.url}/api/articles/fragments?${search}`)
}

test('ten fragments together have no more comments than two of the longest', async () => {
  const made = await start()
  const sizes = async (articles: object[]) => {
    made.fragments.length = 0
    expect((await fragments(articles)).status).toBe(200)
    return made.fragments.map(({ pageSize }) => pageSize)
  }
  expect(await sizes(TEN)).toEqual(Array(10).fill(20))
  expect(await sizes(TEN.slice(0, 2))).toEqual([100, 100])
  expect(await sizes([...TEN.slice(0, 9), { url: STORY, limit: 5 }])).toEqual([...Array<number>(9).fill(20), 5])
  expect(await sizes(TEN.map(({ url }) => ({ url })))).toEqual(Array(10).fill(undefined))
})

test('other requests are served between two fragments of a page', async () => {
  let turns = 0
  const turnsAt: number[] = []
  await start({}, () => {
    turnsAt.push(turns)
    setImmediate(() => (turns += 1))
  })
  await fragments(TEN)
  expect(turnsAt).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

/** Makes the allowance small enough to use up. */
const SCALE = 0.005
const ALLOWED = Math.floor(RATE_LIMITS.read.points * SCALE)

test.each([
  ['pages', (index: number) => `/bbs/post-${index}`],
  ['fragments', (index: number) => `/api/articles/fragment?community=FORUM&url=${STORY}-${index}`],
])('%s that need rendering count as reads', async (what, pathOf) => {
  const made = await start({ STOA_RATE_SCALE: String(SCALE) })
  const answers: { status: number; retryAfter: string | null }[] = []
  for (let index = 0; index < ALLOWED + 2; index += 1) {
    const { status, headers } = await fetch(stoa.url + pathOf(index))
    answers.push({ status, retryAfter: headers.get('retry-after') })
  }
  const expected = [...Array<number>(ALLOWED).fill(200), 429, 429]
  expect(answers.map(({ status }) => status)).toEqual(expected)
  expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0)
  expect(what === 'pages' ? made.pages : made.fragments.length).toBe(ALLOWED)
  // Cached fragments are free and not refused; calls use the same allowance.
  if (what === 'fragments') expect((await fetch(stoa.url + pathOf(0))).status).toBe(200)
  expect((await stoa.call('communityGet', { tokenName: 'FORUM' })).body.code).toBe('RATE_LIMITED')
})

/** Starts with production limits and slow pages. */
async function startSlow(ms = 100) {
  const made = { pages: 0 }
  const pages: Pages = {
    address: (path) => ({ path, isKnown: true }),
    routes: ({ limit }) =>
      createRouter().get('/{*any}', limit, async (_request, response) => {
        made.pages += 1
        await sleep(ms)
        shareWithVisitors(response, ['community:FORUM'])
        response.type('html').send('<p></p>')
      }),
  }
  stoa = await startTestApp({ STOA_RATE_SCALE: '1' }, { pages })
  return made
}

test('100 readers of one network can open the same page at once', async () => {
  const made = await startSlow()
  const read = async () => {
    const response = await fetch(`${stoa.url}/bbs/FORUM`)
    await response.text()
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: 100 }, read))
  expect([new Set(statuses), made.pages]).toEqual([new Set([200]), 1])
})

test('lists longer than usual wait for their network’s turn, others don’t', async () => {
  const made = await startSlow(1000)
  const page = fetch(`${stoa.url}/bbs/FORUM`)
  await vi.waitFor(() => expect(made.pages).toBe(1))
  // Each length is a list of its own, and a request with this header isn't cached.
  const statuses = (from: number, headers: Record<string, string> = {}) =>
    Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        return (await fetch(`${stoa.url}/api/posts?limit=${from + index}`, { headers })).status
      }),
    )
  expect(await statuses(1)).toEqual(Array(20).fill(200))
  const [long, uncached] = await Promise.all([statuses(21), statuses(51, { authorization: 'Basic x' })])
  expect([...long, ...uncached].filter((status) => status === 429).length).toBeGreaterThanOrEqual(20)
  expect((await page).status).toBe(200)
})

test('a reader who joined another gets the page even if that one disconnects', async () => {
  const made = await startSlow()
  const leaving = new AbortController()
  const left = fetch(`${stoa.url}/bbs/FORUM`, { signal: leaving.signal }).catch(() => null)
  await vi.waitFor(() => expect(made.pages).toBe(1))
  const waiting = fetch(`${stoa.url}/bbs/FORUM`)
  await sleep(20)
  leaving.abort()
  expect([await left, (await waiting).status]).toEqual([null, 200])
})
