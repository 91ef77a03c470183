import type { NetworkNumber } from '@stoa/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedComments } from '../../../../test/seed-comments.ts'
import { seedReport } from '../../../../test/seed-report.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let forum: Forum
beforeEach(async () => {
  forum = await startForum()
  forum.stoa.clock.advance(10 * 60_000)
})
afterEach(() => forum.stoa.close().then(() => forum.issuer.close()))

let sent = 0
const newId = () => (sent += 1).toString(16).padStart(32, '0')

async function beacon(path: string, about: { id?: string; headers?: Record<string, string>; body?: string } = {}) {
  const { id = newId(), headers = {}, body = JSON.stringify({ views: [{ id, path }] }) } = about
  const response = await fetch(`${forum.stoa.url}/beacon`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER, ...headers },
    body,
  })
  return response.status
}

/** Calls as somebody, whose tokens end while tests let hours pass. */
async function as(person: { id: string }): Promise<{ token: string }> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
  return { token: signedIn.accessToken }
}

/** Counts all hours; one run of a slow machine may not get through. */
async function roll(): Promise<void> {
  const { rollUp } = forum.stoa.app.services
  do await rollUp.run()
  while (((await rollUp.countedUntil()) ?? 0) <= forum.stoa.clock.now() - HOUR_MS)
}

async function overview(
  about: { period?: 'day' | 'week' | 'month'; domain?: string; community?: string; at?: number } = {},
) {
  const { body } = await forum.stoa.call('networkOverview', about, await as(forum.admin))
  const { overview } = body.payload
  const of = (name: NetworkNumber['name']) => overview.numbers.find((one) => one.name === name) as NetworkNumber
  return { ...overview, of, total: (name: NetworkNumber['name']) => of(name).total }
}

const table = (name: string) =>
  forum.stoa.database.read(name).then((rows: object[]) => rows.map((row) => JSON.stringify(row)).sort())

test('a view counts once, a visitor once a day, by domain and community', async () => {
  const id = newId()
  expect(await beacon('/bbs/forum/a-post', { id })).toBe(204)
  expect(await beacon('/bbs/forum/a-post', { id })).toBe(204)
  await beacon('/bbs/GUARDED')
  await beacon('/bbs/login')
  await beacon('/bbs/FORUM', { headers: { 'user-agent': `${BROWSER} other` } })
  await roll()
  const all = await overview()
  expect([all.total('pageViews'), all.total('visits')]).toEqual([4, 2])
  const inForum = await overview({ community: 'FORUM' })
  expect([inForum.total('pageViews'), inForum.total('visits')]).toEqual([2, 2])
  const guarded = await overview({ community: 'GUARDED' })
  expect([guarded.total('pageViews'), guarded.total('visits')]).toEqual([1, 1])
  const ofDomain = await overview({ domain: 'default' })
  expect([ofDomain.total('pageViews'), ofDomain.total('visits')]).toEqual([4, 2])
  forum.stoa.clock.advance(DAY_MS)
  await beacon('/bbs/FORUM')
  await expect.poll(async () => (await overview()).total('visits')).toBe(3)
})

test('bots, pages loaded ahead and browsers that ask not to be counted don’t count', async () => {
  for (const headers of [
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'sec-purpose': 'prefetch;prerender' },
    { dnt: '1' },
    { 'sec-gpc': '1' },
  ] as Record<string, string>[])
    expect(await beacon('/', { headers })).toBe(204)
  expect(await table('beacon_marks')).toEqual([])
  await beacon('/')
  expect(await table('beacon_marks')).toHaveLength(3)
})

test('a network adds so many views and visitors a day; a repeat uses none up', async () => {
  const counts = async () => {
    const rows: { is_visit: number; community_id: string }[] = await forum.stoa.database.read('beacon_marks')
    const visits = rows.filter(({ is_visit, community_id }) => Number(is_visit) === 1 && community_id === '')
    return [rows.filter(({ is_visit }) => Number(is_visit) === 0).length, visits.length]
  }
  const send = (ids: string[], name = '') =>
    beacon('/', {
      headers: { 'user-agent': BROWSER + name },
      body: JSON.stringify({ views: ids.map((id) => ({ id, path: '/bbs/FORUM' })) }),
    })
  const first = newId()
  await send([first, first])
  expect(await counts()).toEqual([1, 1])
  // As if all others but two had come.
  const { pageViewsByNetwork, visitsByNetwork } = POLICIES
  const set = (events: number) =>
    forum.stoa.database.transaction(({ connection }) => connection('event_counts').update({ events }))
  await set(pageViewsByNetwork.limit - 2)
  await send([first])
  expect(await send([newId(), newId(), newId(), newId()])).toBe(204)
  expect(await counts()).toEqual([3, 1])
  expect(await send([newId()])).toBe(204)
  expect(await counts()).toEqual([3, 1])
  await set(visitsByNetwork.limit - 1)
  await send([newId()], ' one')
  await send([newId()], ' two')
  // Whoever was counted before still visits other communities, and others don’t.
  expect(await counts()).toEqual([5, 2])
  await beacon('/bbs/GUARDED', { headers: { 'user-agent': `${BROWSER} two` } })
  await beacon('/bbs/GUARDED', { headers: { 'user-agent': `${BROWSER} one` } })
  await roll()
  expect((await overview({ community: 'GUARDED' })).total('visits')).toBe(1)
  forum.stoa.clock.advance(DAY_MS)
  await send([newId()], ' two')
  expect(await counts()).toEqual([8, 3])
})

test('other sites and malformed bodies are refused', async () => {
  expect(await beacon('/', { headers: { origin: 'https://elsewhere.example' } })).toBe(403)
  expect(await beacon('/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } })).toBe(403)
  for (const body of ['{', '{}', '{"views":[]}', '{"views":[{"id":"1","path":"/"}]}', '[]', 'null'])
    expect(await beacon('/', { body })).toBe(400)
  const views = Array.from({ length: 21 }, () => ({ id: newId(), path: '/' }))
  expect(await beacon('/', { body: JSON.stringify({ views }) })).toBe(400)
  expect(await beacon('/', { body: JSON.stringify({ views, more: 'x'.repeat(20_000) }) })).toBe(413)
  expect((await fetch(`${forum.stoa.url}/beacon`)).status).toBe(405)
  expect(await table('beacon_marks')).toEqual([])
})

test('a salt is forgotten with its day, and its hashes say nothing about network or browser', async () => {
  await beacon('/')
  const [first] = await table('beacon_salts')
  const marks = (await table('beacon_marks')).join()
  expect(marks).not.toContain('127.0.0')
  expect(marks).not.toContain('Firefox')
  forum.stoa.clock.advance(DAY_MS)
  await roll()
  expect(await table('beacon_salts')).toEqual([])
  await beacon('/')
  const salts = await table('beacon_salts')
  expect(salts).toHaveLength(1)
  expect(salts[0]).not.toBe(first)
})

async function write(): Promise<void> {
  const { stoa, ada, bea, communityId, guardedId } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.newPost({ publisherId: ada.id, communityId: guardedId })
  await forum.newPost({ publisherId: ada.id, status: 9 })
  await seedComments(stoa, { postId, communityId, publisherId: bea.id, count: 3 })
}

test('counts what was written and decided; running twice changes nothing', async () => {
  const { stoa, ada, communityId } = forum
  await write()
  const reportId = await seedReport(stoa, { communityId, personId: ada.id })
  await beacon('/')
  stoa.clock.advance(2 * HOUR_MS - 10 * 60_000)
  const times = { created_at: stoa.clock.now() - HOUR_MS, decided_at: stoa.clock.now() }
  await stoa.database.transaction(({ connection }) => connection('report_items').where({ id: reportId }).update(times))
  await roll()
  const before = [await table('hourly_numbers'), await table('active_hours'), await table('member_days')]
  await roll()
  expect([await table('hourly_numbers'), await table('active_hours'), await table('member_days')]).toEqual(before)
  const all = await overview()
  expect(Object.fromEntries(all.numbers.map(({ name, total }) => [name, total]))).toMatchObject({
    ...{ visits: 1, pageViews: 1, activeMembers: 2, posts: 2, comments: 3, reports: 1, decisionMs: HOUR_MS },
  })
  expect(all.communities.map(({ tokenName, posts, comments }) => [tokenName, posts, comments])).toEqual([
    ['FORUM', 1, 3],
    ['GUARDED', 1, 0],
  ])
  const guarded = await overview({ community: 'GUARDED' })
  expect([guarded.total('posts'), guarded.total('comments'), guarded.total('activeMembers')]).toEqual([1, 0, 1])
})

test('hours without anything are zeros, and there is nothing before the first', async () => {
  await write()
  forum.stoa.clock.advance(3 * DAY_MS)
  await roll()
  const { buckets, of, isFirst } = await overview()
  // The forum begins on January 15.
  expect(of('posts').series.slice(13, 18)).toEqual([null, 2, 0, 0, 0])
  expect(of('posts').series[18]).toBeNull()
  expect(of('posts').before).toBeNull()
  expect(of('posts').seriesBefore.every((value) => value === null)).toBe(true)
  expect(of('visits').total).toBeNull()
  expect([buckets.length, isFirst]).toEqual([31, true])
})

test('a period long before the forum is empty', async () => {
  const { total, now } = await overview({ at: 0 })
  expect([total('posts'), now.start]).toEqual([null, Date.UTC(2000, 0, 1)])
})

test('the period before counts up to the same moment', async () => {
  const { clock } = forum.stoa
  await write()
  clock.advance(6 * HOUR_MS)
  await write()
  clock.advance(18 * HOUR_MS)
  await write()
  await roll()
  const day = await overview({ period: 'day' })
  expect([day.total('posts'), day.of('posts').before]).toEqual([2, null])
  clock.advance(DAY_MS)
  await roll()
  const later = await overview({ period: 'day' })
  // Yesterday until noon and in its thirteenth hour.
  expect([later.total('posts'), later.of('posts').before]).toEqual([0, 2])
  expect(later.of('posts').seriesBefore[12]).toBe(2)
})

test('visits at a mapped address are those of its community', async () => {
  const { stoa } = forum
  await stoa.app.services.servedDomains.prepare()
  const { domain } = (await stoa.call('domainGet', { name: 'default' }, await as(forum.admin))).body.payload
  const settings = { ...domain.settings, urlMapping: [{ tokenName: 'GUARDED', basePath: '/town', section: 'talk' }] }
  await stoa.call('domainSave', { name: 'default', baseVersion: 1, settings }, await as(forum.admin))
  await stoa.call('domainPublish', { name: 'default', version: 2 }, await as(forum.admin))
  await beacon('/town/talk/GUARDED/a-post')
  await roll()
  const guarded = await overview({ community: 'GUARDED' })
  expect([guarded.total('pageViews'), guarded.total('visits')]).toEqual([1, 1])
})

test('days of a zone west of UTC hold what happened on them, also those with 23 hours', async () => {
  const { stoa } = forum
  await stoa.app.services.servedDomains.prepare()
  const { domain } = (await stoa.call('domainGet', { name: 'default' }, await as(forum.admin))).body.payload
  const settings = { ...domain.settings, timeZone: 'America/Los_Angeles' }
  await stoa.call('domainSave', { name: 'default', baseVersion: 1, settings }, await as(forum.admin))
  await stoa.call('domainPublish', { name: 'default', version: 2 }, await as(forum.admin))
  // March 8, 2026, 1:30 AM there; the clock skips 2 AM.
  stoa.clock.advance(Date.UTC(2026, 2, 8, 9, 30) - stoa.clock.now())
  await write()
  await roll()
  const month = await overview()
  expect(month.timeZone).toBe('America/Los_Angeles')
  expect(month.of('posts').series.slice(6, 9)).toEqual([0, 2, null])
  expect(month.of('activeMembers').series[7]).toBe(2)
  const day = await overview({ period: 'day' })
  expect(day.buckets).toHaveLength(23)
  expect(day.of('posts').series[1]).toBe(2)
})

test('the current hour is counted live, everything else comes from the hours', async () => {
  await roll()
  await write()
  await expect.poll(async () => (await overview()).total('posts')).toBe(2)
  forum.stoa.clock.advance(3 * HOUR_MS)
  await roll()
  const queries = await queriesOf(forum.stoa, () => overview())
  const counting = queries.filter(({ sql }) => /(from|join) .(posts|comments|report_items|beacon_marks)\b/.test(sql))
  const hour = Math.floor(forum.stoa.clock.now() / HOUR_MS) * HOUR_MS
  for (const { sql, bindings } of counting) {
    expect(sql).toMatch(/>= \?/)
    const times = bindings.filter((value) => typeof value === 'number' && (value as number) > 1e12)
    for (const time of times) expect(Number(time)).toBeGreaterThanOrEqual(hour)
  }
  expect(counting.length).toBeGreaterThan(0)
})

test('admins of a domain see its numbers only', async () => {
  const { stoa, admin, bea } = forum
  await stoa.app.services.servedDomains.prepare()
  const settings = { defaultTokenName: 'GUARDED', isSingleTokenDomain: true }
  const input = { name: 'garden', host: 'garden.example', settings }
  await stoa.call('domainCreate', input, await as(admin))
  await stoa.app.services.accounts.setDomainAdmin('bea_demo', 'garden')
  await write()
  await roll()
  const ofBea = async (about: object) => stoa.call('networkOverview', about, await as(bea))
  const own = (await ofBea({})).body.payload.overview
  expect([own.domain, own.community]).toEqual(['garden', 'GUARDED'])
  expect(own.numbers.find(({ name }) => name === 'posts')?.total).toBe(1)
  expect((await ofBea({ domain: 'default' })).status).toBe(403)
  expect((await ofBea({ community: 'FORUM' })).status).toBe(404)
  expect((await stoa.call('networkOverview', {}, await as(forum.ada))).status).toBe(403)
  expect((await stoa.call('networkOverview', {})).status).toBe(401)
})
