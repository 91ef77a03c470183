import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallInput } from '@stoa/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'

let stoa: TestApp
let site: Server
/** Origin of a partner's site. */
let partner: string
let communityId: string
let readerId: string
const pages = new Map<string, string>()
const asked: string[] = []

beforeAll(async () => {
  stoa = await startTestApp({ LOG_LEVEL: 'silent' })
  const { partnerOrigins } = stoa.app.services
  communityId = await seedCommunity(stoa)
  site = createServer((request, response) => {
    asked.push(request.url ?? '')
    const html = pages.get(request.url ?? '')
    if (html?.startsWith('/')) response.writeHead(302, { location: html }).end()
    else response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html ?? '')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  partner = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  await partnerOrigins.register(communityId, partner)
  readerId = (await stoa.member('reader_demo', { join: ['FORUM'] })).id
})
afterEach(() => {
  pages.clear()
  asked.length = 0
})
afterAll(async () => {
  await stoa.app.background.settled()
  site.close()
  await stoa.close()
})

interface Where {
  id?: string
  path: string
  canonical?: string
}

const refOf = ({ id, path, canonical }: Where): NonNullable<CallInput<'commentCreate'>['article']> => ({
  ...(id === undefined ? {} : { id }),
  url: partner + path,
  ...(canonical === undefined ? {} : { canonicalUrl: partner + canonical }),
})

/** Comments, waits until the server has read every page this triggers, and returns the post. */
async function say(where: Where, content = 'Hello'): Promise<string> {
  const input = { tokenName: 'FORUM', article: refOf(where), content }
  // These tests skip months, so sign in again.
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: readerId, site: '', lasting: true })
  const { body } = await stoa.call('commentCreate', input, { token: signedIn.accessToken })
  expect(body.code).toBeUndefined()
  await stoa.app.background.settled()
  return body.payload.comment.postId
}

async function shown(where: Where) {
  const { url, id, canonicalUrl } = refOf(where)
  const query = { community: 'FORUM', url, ...(id ? { id } : {}), ...(canonicalUrl ? { canonical: canonicalUrl } : {}) }
  stoa.clock.advance(2000)
  return (await stoa.call('articleThread', query)).body.payload.post
}

const thread = (id?: string, about = '') =>
  `<title>${about}</title><body><stoa-comments community="FORUM"${id ? ` article-id="${id}"` : ''}></stoa-comments>`

const conflicts = async () =>
  (await stoa.app.services.articleClaims.list(communityId)).map(({ alias, url, verdict }) => [
    alias.replace(partner.slice('http:'.length), ''),
    url.replace(partner, ''),
    verdict,
  ])

async function command(...parameters: string[]) {
  const { code, out } = await stoaCommand(stoa.settings, parameters)
  stoa.clock.advance(2000)
  return { code, text: out }
}

test('a first write with one article’s id and another’s address joins nothing', async () => {
  pages.set('/story-42', thread('story-42', 'Forty-two'))
  pages.set('/story-99', thread('story-99', 'Ninety-nine'))
  const lie = await say({ id: 'story-42', path: '/story-99' })
  const [honest99, honest42] = [
    await say({ id: 'story-99', path: '/story-99' }),
    await say({ id: 'story-42', path: '/story-42' }),
  ]
  expect(honest99).not.toBe(lie)
  // The id counts: comments made under it stay there, at the page with that id.
  expect(honest42).toBe(lie)
  expect(await shown({ path: '/story-99' })).toMatchObject({ id: honest99, title: 'Ninety-nine' })
  expect(await shown({ path: '/story-42' })).toMatchObject({
    id: honest42,
    title: 'Forty-two',
    articleUrl: `${partner}/story-42`,
  })
  await say({ id: 'story-42', path: '/story-99' })
  expect((await shown({ id: 'story-99', path: '/story-99' }))?.id).toBe(honest99)
  expect((await shown({ path: '/story-99' }))?.id).toBe(honest99)
})

test('also on pages whose widgets are inserted by a script and have no id', async () => {
  for (const path of ['/app-1', '/app-2']) pages.set(path, thread())
  const lie = await say({ id: 'app-1', path: '/app-2' })
  const honest2 = await say({ id: 'app-2', path: '/app-2' })
  expect(honest2).not.toBe(lie)
  const plain2 = await say({ path: '/app-2' })
  expect([lie, honest2]).not.toContain(plain2)
  expect((await shown({ id: 'app-2', path: '/app-2' }))?.id).toBe(honest2)
  await say({ id: 'app-1', path: '/app-1' })
  expect(await conflicts()).toContainEqual(['id:app-1', '/app-1', 'unconfirmed'])
})

test('an unused id claimed on one page doesn’t capture another page’s thread', async () => {
  pages.set('/old', thread())
  const old = await say({ path: '/old' })
  const elsewhere = await say({ id: 'grown', path: '/elsewhere' })
  expect(elsewhere).not.toBe(old)
  expect((await shown({ id: 'grown', path: '/old' }))?.id).toBe(old)
  expect(await say({ id: 'grown', path: '/old' })).toBe(old)
})

test('a publisher may add ids to pages that already have threads', async () => {
  pages.set('/plain', thread())
  const before = await say({ path: '/plain' })
  pages.set('/plain', thread('named'))
  expect((await shown({ id: 'named', path: '/plain' }))?.id).toBe(before)
  expect(await say({ id: 'named', path: '/plain' })).toBe(before)
  expect((await shown({ id: 'named', path: '/moved-to' }))?.id).toBe(before)
  // From now on, another id at this page is another article.
  expect(await shown({ id: 'other', path: '/plain' })).toBeNull()
})

test('each of several ids on a page has a thread, and the page its own', async () => {
  pages.set('/live', `${thread('entry-1')}${thread('entry-2')}${thread()}`)
  const whole = await say({ path: '/live' })
  const [first, second] = [await say({ id: 'entry-1', path: '/live' }), await say({ id: 'entry-2', path: '/live' })]
  expect(new Set([whole, first, second]).size).toBe(3)
  expect((await shown({ path: '/live' }))?.id).toBe(whole)
  expect(await conflicts()).not.toContainEqual(expect.arrayContaining(['id:entry-1']))
})

test('a false canonical address doesn’t give the page’s names to anyone', async () => {
  pages.set('/truth', `<link rel="canonical" href="/truth">${thread('truth')}`)
  const other = await say({ path: '/other' })
  const lie = await say({ id: 'truth', path: '/truth', canonical: '/other' })
  expect(lie).toBe(other)
  expect(await shown({ path: '/truth' })).toBeNull()
  const honest = await say({ id: 'truth', path: '/truth' })
  expect(honest).not.toBe(other)
  expect((await shown({ path: '/truth' }))?.id).toBe(honest)
})

test('a page that adds a canonical address keeps its thread, which is found there too', async () => {
  pages.set('/page', thread())
  const post = await say({ path: '/page' })
  pages.set('/page', `<link rel="canonical" href="/proper">${thread()}`)
  expect((await shown({ path: '/page', canonical: '/proper' }))?.id).toBe(post)
  await say({ path: '/page', canonical: '/proper' })
  expect((await shown({ path: '/proper' }))?.id).toBe(post)
})

test('two threads whose pages declare one address stay separate until an operator merges them', async () => {
  pages.set('/desk', thread())
  pages.set('/mobile', thread())
  const [desk, mobile] = [await say({ path: '/desk' }), await say({ path: '/mobile' }, 'On the way')]
  pages.set('/mobile', `<link rel="canonical" href="/desk">${thread()}`)
  expect(await say({ path: '/mobile', canonical: '/desk' })).toBe(desk)
  expect(await shown({ path: '/mobile', canonical: '/desk' })).toMatchObject({ id: desk })
  expect(await shown({ path: '/mobile' })).toMatchObject({ id: mobile, numComments: 1 })
  expect(await conflicts()).toContainEqual(['/mobile', '/mobile', 'taken'])
  const told = await command('article:conflicts', 'FORUM')
  expect(told.code).toBe(1)
  expect(told.text).toMatch(
    /mobile was claimed at .*\/mobile for the thread of .*\/desk, and the page there says so too/,
  )
  await command('article:merge', 'FORUM', `${partner}/mobile`, `${partner}/desk`)
  expect(await shown({ path: '/mobile' })).toMatchObject({ id: desk, numComments: 3 })
  expect(await conflicts()).not.toContainEqual(expect.arrayContaining(['/mobile']))
})

test('a page is not fetched for every comment', async () => {
  pages.set('/busy', thread())
  for (let count = 0; count < 4; count += 1) await say({ id: 'busy', path: '/busy' })
  expect(asked.filter((path) => path === '/busy')).toHaveLength(2)
  stoa.clock.advance(2 * 60 * 60 * 1000)
  await say({ id: 'busy', path: '/busy' })
  expect(asked.filter((path) => path === '/busy')).toHaveLength(3)
})

test('claims that aren’t repeated are forgotten after a month', async () => {
  pages.set('/claimed', thread('its-own'))
  await say({ path: '/claimed' })
  await say({ id: 'foreign', path: '/claimed' })
  await say({ id: 'foreign', path: '/claimed' })
  const { articleClaims } = stoa.app.services
  stoa.clock.advance(29 * 24 * 60 * 60 * 1000)
  await articleClaims.cleanUp()
  expect((await conflicts()).length).toBeGreaterThan(0)
  stoa.clock.advance(2 * 24 * 60 * 60 * 1000)
  expect(await articleClaims.cleanUp()).toBeGreaterThan(0)
  expect(await conflicts()).toEqual([])
  expect((await command('article:conflicts', 'FORUM')).text).toBe('Nothing is in doubt.')
})
