import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commentPath, PostStatus, postPath, SHORT_CODE_ALPHABET } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRequest, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'

const FORUM = 'http://forum.example'
const GARDEN = 'http://garden.example'
const PARK = 'http://park.example'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const data = mkdtempSync(join(tmpdir(), 'stoa-short-links-'))
let stoa: TestApp
let ada: { id: string; token: string }
let ben: { id: string; token: string }
let communityId: string

beforeAll(async () => {
  mkdirSync(join(data, 'domains'))
  writeFileSync(
    join(data, 'domains/garden.json'),
    JSON.stringify({ origin: GARDEN, defaultTokenName: 'GARDEN', isSingleTokenDomain: true }),
  )
  writeFileSync(
    join(data, 'domains/park.json'),
    JSON.stringify({ origin: PARK, urlMapping: [{ tokenName: 'FORUM', basePath: '/town', section: 'talk' }] }),
  )
  stoa = await startTestApp({ STOA_DATA: data, STOA_URL: FORUM, STOA_TRUSTED_PROXIES: 'loopback' })
  await stoa.app.services.domains.ensureDefaultCommunity()
  communityId = (await stoa.app.services.communities.require('FORUM')).id
  await stoa.app.services.partnerOrigins.register(communityId, 'https://news.example')
  ada = await stoa.member('ada_demo', { join: ['FORUM', 'GARDEN'] })
  ben = await stoa.member('ben_demo', { join: ['FORUM'] })
  await stoa.app.services.memberships.setRole(communityId, ada.id, { moderator: true, permissions: ['hideContent'] })
})
afterAll(async () => {
  await stoa.close()
  rmSync(data, { recursive: true })
})

const shorten = (url: string, { token, host = FORUM }: { token?: string; host?: string } = {}) =>
  stoa.call('shortUrl', { url }, { headers: { host: new URL(host).host }, ...(token && { token }) })
const linkTo = async (url: string, token?: string) => (await shorten(url, token ? { token } : {})).body.payload
const open = (address: string, about: { method?: string; headers?: Record<string, string> } = {}) => {
  const { host, pathname, search } = new URL(address)
  const headers = { host, 'user-agent': BROWSER, ...about.headers }
  return sendRequest(stoa.url + pathname + search, { method: about.method ?? 'GET', headers })
}
const viewsOf = async (shortUrl: string) =>
  Number(/opened (?:once|([\d,]+) times)/.exec((await open(`${shortUrl}+`)).text)?.[1] ?? 1)

async function post(title: string) {
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: title } }] })
  const { body } = await stoa.call('postCreate', { tokenName: 'FORUM', title, postContent }, { token: ben.token })
  return { ...body.payload.post, path: postPath(body.payload.post) }
}

test('a link leads to a page, for a minute from the browser’s cache', async () => {
  const { path, id } = await post('The footbridge')
  const link = await linkTo(FORUM + path)
  expect(link.originalUrl).toBe(FORUM + path)
  expect(link.shortUrl).toMatch(new RegExp(`^${FORUM}/s/[${SHORT_CODE_ALPHABET}]{7}$`))
  expect(link.shortUrl).toBe(`${FORUM}/s/${link.id}`)
  const { status, headers } = await open(link.shortUrl)
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, path, 'private, max-age=60'])
  expect(headers.get('x-robots-tag')).toBe('noindex')
  // Somebody reads the code aloud.
  expect((await open(link.shortUrl.replace(link.id, link.id.toUpperCase()))).status).toBe(302)
  const comment = `${FORUM}${commentPath((await stoa.call('postGet', { idOrSlug: id })).body.payload.post, { id, parentCommentId: null })}`
  expect((await open((await linkTo(comment)).shortUrl)).headers.get('location')).toBe(new URL(comment).pathname)
})

test('the alphabet has no look-alikes', () => {
  expect(SHORT_CODE_ALPHABET).toMatch(/^[a-z2-9]+$/)
  expect(SHORT_CODE_ALPHABET).not.toMatch(/[01ilo]/)
})

test('the same sender and address get the same link; others get their own', async () => {
  const url = `${FORUM}/bbs?q=paths`
  const links = [await linkTo(url), await linkTo(url), await linkTo(url, ada.token), await linkTo(url, ada.token)]
  expect(links[1]).toEqual(links[0])
  expect(links[3]).toEqual(links[2])
  expect(links[2]?.id).not.toBe(links[0]?.id)
  expect((await linkTo(`${url}#top`)).id).not.toBe(links[0]?.id)
})

test('simultaneous requests get one link', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => linkTo(`${FORUM}/bbs?q=at-once`)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
})

test('a code belongs to its domain', async () => {
  const { id } = await linkTo(`${FORUM}/bbs?q=one-domain`)
  expect((await open(`${GARDEN}/s/${id}`)).status).toBe(404)
  // A link to another domain’s page is that domain’s.
  const { body } = await shorten(`${GARDEN}/bbs/GARDEN`)
  expect(body.payload.shortUrl).toBe(`${GARDEN}/s/${body.payload.id}`)
  expect((await open(body.payload.shortUrl)).headers.get('location')).toBe('/bbs/GARDEN')
  expect((await open(`${FORUM}/s/${body.payload.id}`)).status).toBe(404)
})

test('other sites are refused, also once they are no longer registered', async () => {
  for (const url of [
    'https://evil.example/',
    'https://forum.example.evil.example/',
    'https://user@news.example/x',
    '//evil.example',
    `${FORUM}//evil.example/x`,
    `${FORUM}/\\evil.example/x`,
    '/bbs',
    'javascript:alert(1)',
  ]) {
    const { status, body } = await shorten(url)
    expect([url, status, body.details]).toEqual([url, 400, [expect.objectContaining({ field: 'url' })]])
  }
  const article = 'https://news.example/a?b=1'
  // The single community of this domain hasn’t registered the site.
  expect((await shorten(article, { host: GARDEN })).status).toBe(400)
  const { shortUrl } = await linkTo(article)
  expect((await open(shortUrl)).headers.get('location')).toBe(article)
  await stoa.app.services.partnerOrigins.remove(communityId, 'https://news.example')
  expect([(await open(shortUrl)).status, (await open(`${shortUrl}+`)).status]).toEqual([404, 404])
  await stoa.app.services.partnerOrigins.register(communityId, 'https://news.example')
})

test('the query is added to the target’s, whose values stay; other suffixes aren’t found', async () => {
  const { shortUrl } = await linkTo(`${FORUM}/bbs?sort=name#list`)
  const location = async (suffix: string) => (await open(shortUrl + suffix)).headers.get('location')
  expect(await location('?utm_source=mail&sort=members')).toBe('/bbs?sort=name&utm_source=mail#list')
  expect(await location(`?x=${'y'.repeat(2000)}`)).toBe('/bbs?sort=name#list')
  expect(await location('?next=//evil.example')).toBe('/bbs?sort=name&next=%2F%2Fevil.example#list')
  for (const suffix of ['/', '/login', '+/x', '++', 'a', '.html', '%2F']) {
    expect([suffix, (await open(shortUrl + suffix)).status]).toEqual([suffix, 404])
  }
  const head = await open(shortUrl, { method: 'HEAD' })
  expect([head.status, head.headers.get('location')]).toEqual([302, '/bbs?sort=name#list'])
  expect((await open(shortUrl, { method: 'POST' })).status).toBe(405)
})

test('a hidden post’s link tells nothing about it', async () => {
  const { path, id } = await post('A title that nobody should see')
  const { shortUrl } = await linkTo(FORUM + path)
  await stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id }).update({ status: PostStatus.hiddenByAdmin }),
  )
  const hidden = await stoa.call('postGet', { idOrSlug: id })
  expect(hidden.status).toBe(404)
  const { status, headers, text } = await open(`${shortUrl}?utm=x`)
  // By id, where moderators see it and others the forum’s 404.
  expect([status, headers.get('location')]).toEqual([302, `/bbs/FORUM/${id}`])
  expect(text).not.toContain('nobody')
  expect((await open(`${shortUrl}+`)).status).toBe(404)
  // Nobody gets a link to what they can’t see.
  expect((await shorten(FORUM + path)).body.code).toBe('POST_NOT_FOUND')
  expect((await shorten(FORUM + path, { token: ada.token })).status).toBe(200)
  expect((await shorten(`${FORUM}/bbs/FORUM/no-such-post`)).body.code).toBe('POST_NOT_FOUND')
  await stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id }).update({ status: PostStatus.published }),
  )
  expect((await open(shortUrl)).headers.get('location')).toBe(path)
})

test('a hidden post’s link at a mapped address tells nothing about it', async () => {
  const { path, id } = await post('Another title that nobody should see')
  const mapped = PARK + path.replace('/bbs/', '/town/talk/')
  const { shortUrl } = await linkTo(mapped)
  const openAt = async () => {
    const { status, headers } = await open(shortUrl)
    return [status, headers.get('location')]
  }
  expect(await openAt()).toEqual([302, path.replace('/bbs/', '/town/talk/')])
  await stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id }).update({ status: PostStatus.hiddenByAdmin }),
  )
  expect(await openAt()).toEqual([302, `/town/talk/FORUM/${id}`])
  expect((await open(`${shortUrl}+`)).status).toBe(404)
  expect((await shorten(mapped)).body.code).toBe('POST_NOT_FOUND')
  expect((await shorten(`${PARK}/town/talk/FORUM/no-such-post`)).body.code).toBe('POST_NOT_FOUND')
})

test('a link that an earlier version stored without its post tells nothing about a hidden one either', async () => {
  const { path, id } = await post('A third title that nobody should see')
  const links = [
    [await linkTo(FORUM + path), path, `/bbs/FORUM/${id}`],
    [await linkTo(`${FORUM}/bbs/FORUM/${id}`), `/bbs/FORUM/${id}`, `/bbs/FORUM/${id}`],
    [
      await linkTo(PARK + path.replace('/bbs/', '/town/talk/')),
      path.replace('/bbs/', '/town/talk/'),
      `/town/talk/FORUM/${id}`,
    ],
  ] as const
  const { shortUrl: directory } = await linkTo(`${FORUM}/bbs?q=no-post`)
  await stoa.database.transaction(({ connection }) => connection('short_links').update({ post_id: '' }))
  const locations = () =>
    Promise.all(links.map(async ([{ shortUrl }]) => (await open(shortUrl)).headers.get('location')))
  expect(await locations()).toEqual(links.map(([, target]) => target))
  const set = (change: object) =>
    stoa.database.transaction(({ connection }) => connection('posts').where({ id }).update(change))
  await set({ status: PostStatus.hiddenByAdmin })
  expect(await locations()).toEqual(links.map(([, , restricted]) => restricted))
  for (const [{ shortUrl }] of links) expect((await open(`${shortUrl}+`)).status).toBe(404)
  expect((await open(directory)).headers.get('location')).toBe('/bbs?q=no-post')
  // Its title is gone with it.
  await stoa.database.transaction(({ connection }) => connection('posts').where({ id }).del())
  await stoa.database.transaction(({ connection }) => connection('post_slugs').where({ post_id: id }).del())
  for (const [{ shortUrl }] of links) expect((await open(shortUrl)).status).toBe(404)
})

test('a single-community domain has no links to other communities’ posts', async () => {
  const { path } = await post('Elsewhere')
  expect((await shorten(GARDEN + path)).body.code).toBe('POST_NOT_FOUND')
})

test('a visitor’s views count once a day; those of bots, HEAD and pages loaded ahead don’t', async () => {
  const { shortUrl } = await linkTo(`${FORUM}/bbs?q=views`)
  const from = (address: string, headers: Record<string, string> = {}) =>
    open(shortUrl, { headers: { 'x-forwarded-for': address, ...headers } })
  await from('203.0.113.1')
  await from('203.0.113.1')
  expect(await viewsOf(shortUrl)).toBe(1)
  await from('203.0.113.2')
  await from('203.0.113.1', { 'user-agent': `${BROWSER} other` })
  expect(await viewsOf(shortUrl)).toBe(3)
  await open(shortUrl, { method: 'HEAD', headers: { 'x-forwarded-for': '203.0.113.9' } })
  for (const agent of ['', 'curl/8.5.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'Slackbot-LinkExpanding 1.0']) {
    await from('203.0.113.3', { 'user-agent': agent })
  }
  await from('203.0.113.4', { 'sec-purpose': 'prefetch;prerender' })
  expect(await viewsOf(shortUrl)).toBe(3)
  stoa.clock.advance(24 * 60 * 60 * 1000)
  await from('203.0.113.1')
  expect(await viewsOf(shortUrl)).toBe(4)
  // Nothing that is kept contains the address or the browser.
  const rows = JSON.stringify(await stoa.database.read('event_counts'))
  expect(rows).not.toMatch(/203\.0\.113|Firefox/)
})

test('a network adds so many views of a link a day, whatever its browsers are called', async () => {
  const { shortUrl } = await linkTo(`${FORUM}/bbs?q=many-views`)
  const from = (address: string, name: number) =>
    open(shortUrl, { headers: { 'x-forwarded-for': address, 'user-agent': `${BROWSER} ${name}` } })
  const { limit } = POLICIES.shortLinkViewsByNetwork
  await from('203.0.113.20', 0)
  // As if all others but one had come.
  await stoa.database.transaction(({ connection }) =>
    connection('event_counts')
      .where({ events: 1 })
      .update({ events: limit - 1 }),
  )
  const statuses = [await from('203.0.113.20', 1), await from('203.0.113.20', 2)].map(({ status }) => status)
  expect(statuses).toEqual([302, 302])
  expect(await viewsOf(shortUrl)).toBe(2)
  await from('203.0.113.21', 1)
  expect(await viewsOf(shortUrl)).toBe(3)
})

test('an IPv6 network has more views than each part of it', async () => {
  const { shortUrl } = await linkTo(`${FORUM}/bbs?q=wide-network`)
  const from = (address: string, name = 0) =>
    open(shortUrl, { headers: { 'x-forwarded-for': address, 'user-agent': `${BROWSER} ${name}` } })
  const { limit } = POLICIES.shortLinkViewsByNetwork
  await from('2001:db8:1:100::1')
  await stoa.database.transaction(({ connection }) =>
    connection('event_counts').where({ events: 1 }).update({ events: limit }),
  )
  await from('2001:db8:1:100::2', 1)
  expect(await viewsOf(shortUrl)).toBe(1)
  await from('2001:db8:1:101::1')
  expect(await viewsOf(shortUrl)).toBe(2)
})

test('the preview names the target, and runs and loads nothing', async () => {
  const { shortUrl } = await linkTo(`${FORUM}/bbs?q=<b>"&r='`)
  const { status, headers, text } = await open(`${shortUrl}+`)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain(`href="${FORUM}/bbs?q=%3Cb%3E%22&amp;r=%27"`)
  expect(text).not.toContain('<b>')
})
