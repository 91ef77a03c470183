import { type CallInput, type MenuItem, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { seedPost } from '../../../../test/seed-post.ts'

type Member = Awaited<ReturnType<TestApp['member']>>
type Item = CallInput<'menuSave'>['items'][number]

let stoa: TestApp
let admin: Member
let member: Member

beforeAll(async () => {
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' })
  const { domains, servedDomains } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  admin = await stoa.member('chief', { networkAdmin: true })
  member = await stoa.member('ben')
})
afterAll(() => stoa.close())

let made = 0
/** A domain with a proven host. */
async function newDomain(settings: Record<string, unknown> = {}) {
  made += 1
  const name = `park-${made}`
  const host = `park-${made}.example`
  const { domain } = await stoa.app.services.domainSettings.get('operator', 'default')
  await stoa.app.services.domainSettings.create(
    'operator',
    { name, host, settings: { ...domain.settings, ...settings } },
    { isProven: true },
  )
  return { name, host }
}

/** A community with a topic. */
async function newCommunity(tokenName: string) {
  const communityId = await seedCommunity(stoa, { tokenName })
  const { body } = await stoa.call('flairCreate', { tokenName, name: 'News' }, { token: admin.token })
  return { tokenName, communityId, flairId: body.payload.flair.id }
}

async function newPost(communityId: string, title: string): Promise<string> {
  const id = await seedPost(stoa, { communityId, publisherId: member.id })
  await change(id, { title })
  return id
}

const change = (id: string, fields: object) =>
  stoa.database.transaction(({ connection }) => connection('posts').where({ id }).update(fields))

const link = (id: string, target: string, rest: Partial<Item> = {}): Item => ({
  id,
  kind: 'link',
  target,
  labels: { en: id },
  ...rest,
})
const save = (input: CallInput<'menuSave'>, by = admin) => stoa.call('menuSave', input, { token: by.token })
const get = async (name: string, by = admin) => (await stoa.call('menuGet', { name }, { token: by.token })).body
/** The entries that somebody sees at a host. */
async function shown(host: string, { by, query = '' }: { by?: Member; query?: string } = {}) {
  const { body } = await requestAsHost(stoa, `/api/main-menu${query}`, {
    headers: { host, ...(by && { authorization: `Bearer ${by.token}` }) },
  })
  return (body.payload as { items: { label: string; href: string; items: { label: string; href: string }[] }[] }).items
}
const labels = async (...about: Parameters<typeof shown>) => (await shown(...about)).map(({ label }) => label)

test('a saved menu is read back, and the order is the list’s, whatever the ids are', async () => {
  const { name, host } = await newDomain()
  expect((await get(name)).payload.menu).toMatchObject({ revision: 0, items: [], author: '', savedAt: null })
  const first = [link('b', '/b'), link('a', '/a')]
  const saved = await save({ name, revision: 0, items: first })
  expect(saved.body.payload.menu).toMatchObject({ revision: 1, author: 'chief', items: first })
  const moved = await save({ name, revision: 1, items: [link('new', '/new'), ...first.toReversed()] })
  expect(moved.body.payload.menu.items.map(({ id }: MenuItem) => id)).toEqual(['new', 'a', 'b'])
  expect((await get(name)).payload.menu).toMatchObject({ revision: 2 })
  expect(await labels(host)).toEqual(['new', 'a', 'b'])
  // The same again changes nothing.
  expect((await save({ name, revision: 0, items: moved.body.payload.menu.items })).body.payload.menu.revision).toBe(2)
})

test('of two admins at once, the second learns what the first has saved', async () => {
  const { name } = await newDomain()
  await save({ name, revision: 0, items: [link('first', '/1')] })
  const late = await save({ name, revision: 0, items: [link('second', '/2')] })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    code: 'EDIT_CONFLICT',
    details: { menu: { revision: 1, items: [{ id: 'first' }] } },
  })
  const both = await Promise.all(['x', 'y'].map((id) => save({ name, revision: 1, items: [link(id, '/')] })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('entries follow renamed communities and posts; those that readers may not open are hidden and marked', async () => {
  const { name, host } = await newDomain()
  const { tokenName, communityId, flairId } = await newCommunity('BOATS')
  const postId = await newPost(communityId, 'The ferry')
  const items: Item[] = [
    { id: 'c', kind: 'community', target: tokenName, items: [{ id: 't', kind: 'topic', target: flairId }] },
    { id: 'p', kind: 'post', target: postId },
    { id: 'gone', kind: 'post', target: 'x'.repeat(20) },
  ]
  const { menu } = (await save({ name, revision: 0, items })).body.payload
  expect(menu.targets.map(({ problem }: { problem: string | null }) => problem)).toEqual([null, null, null, 'missing'])
  const [community, post, ...rest] = await shown(host)
  expect(rest).toEqual([])
  expect(community?.items[0]?.href).toBe(`${community?.href}?flair=${flairId}`)
  expect(post?.label).toBe('The ferry')

  const slugged = { tokenName, urlSlug: 'sailing-boats', title: 'Sailing boats' }
  await stoa.call('communityEdit', slugged, { token: admin.token })
  await change(postId, { title: 'The new ferry' })
  expect(await shown(host, { by: member })).toMatchObject([
    { label: 'Sailing boats', href: '/bbs/sailing-boats', items: [{ href: `/bbs/sailing-boats?flair=${flairId}` }] },
    { label: 'The new ferry' },
  ])

  await change(postId, { status: PostStatus.hiddenByAdmin })
  await stoa.call('flairDelete', { tokenName, flairId }, { token: admin.token })
  const other = await stoa.member('eve')
  expect(await labels(host, { by: other })).toEqual(['Sailing boats'])
  expect((await shown(host, { by: other }))[0]?.items).toEqual([])
  const { targets } = (await get(name)).payload.menu
  expect(targets).toMatchObject([
    { problem: null },
    { problem: 'missing' },
    { problem: 'hidden' },
    { problem: 'missing' },
  ])
})

test('entries are for roles and languages, with a label for each language', async () => {
  const { name, host } = await newDomain()
  const { communityId } = await newCommunity('SHEDS')
  const moderator = await stoa.member('mo', { join: ['SHEDS'] })
  const role = { moderator: true, permissions: ['hideContent' as const] }
  await stoa.app.services.memberships.setRole(communityId, moderator.id, role)
  const audiences = ['everyone', 'visitors', 'members', 'moderators', 'admins'] as const
  await save({
    name,
    revision: 0,
    items: [
      ...audiences.map((audience) => link(audience, `/${audience}`, { audience })),
      link('german', '/de', { languages: ['de'], labels: { en: 'In German', de: 'Deutsch' } }),
    ],
  })
  expect(await labels(host)).toEqual(['everyone', 'visitors'])
  expect(await labels(host, { by: member })).toEqual(['everyone', 'members'])
  expect(await labels(host, { by: moderator })).toEqual(['everyone', 'members', 'moderators'])
  expect(await labels(host, { by: admin })).toEqual(['everyone', 'members', 'moderators', 'admins'])
  expect((await labels(host, { query: '?language=de-AT' })).at(-1)).toBe('Deutsch')
})

test('a domain’s admin edits that menu only; without a name it is the host’s', async () => {
  const { name, host } = await newDomain()
  const other = await newDomain()
  const gardener = await stoa.member('gardener')
  await stoa.app.services.accounts.setDomainAdmin('gardener', name)
  const sent = (at: string, by: Member) =>
    requestAsHost(stoa, '/api/main-menu', {
      headers: {
        host: at,
        origin: `http://${at}`,
        'content-type': 'application/json',
        authorization: `Bearer ${by.token}`,
      },
      requestBody: JSON.stringify({ revision: 0, items: [link('rules', '/pages/rules')] }),
    })
  expect((await sent(host, gardener)).status).toBe(200)
  expect((await sent(other.host, gardener)).status).toBe(403)
  expect((await save({ name: other.name, revision: 0, items: [] }, gardener)).body.code).toBe('FORBIDDEN')
  expect((await save({ name, revision: 1, items: [] }, member)).body.code).toBe('FORBIDDEN')
  expect((await get(other.name, gardener)).code).toBe('FORBIDDEN')
  expect((await get('nowhere')).code).toBe('DOMAIN_NOT_FOUND')
  expect([await labels(host), await labels(other.host)]).toEqual([['rules'], []])
})

test('dangerous addresses, deeper items and repeated ids are refused by path', async () => {
  const { name } = await newDomain()
  const check = async (items: unknown) => {
    const input = { name, items } as CallInput<'menuCheck'>
    const { details } = (await stoa.call('menuCheck', input, { token: admin.token })).body
    return (details as { field: string }[] | undefined)?.map(({ field }) => field)
  }
  expect(
    await check([link('a', 'javascript:alert(1)'), link('b', '/', { items: [link('c', '//evil.example')] })]),
  ).toEqual(['items.0.target', 'items.1.items.0.target'])
  expect(await check([link('a', '/', { items: [{ ...link('b', '/'), items: [link('c', '/')] } as never] })])).toEqual([
    'items.0.items.0.items',
  ])
  expect(await check([link('a', '/', { items: [link('a', '/')] })])).toEqual(['items.0.items.0.id'])
  expect(await check([link('a', '/', { labels: {} })])).toEqual(['items.0.labels'])
  expect(await check('menu')).toEqual(['items'])
  expect(await check([link('a', 'mailto:chief@forum.example')])).toBeUndefined()
})

test('an absolute address of the own site keeps its path', async () => {
  const { name, host } = await newDomain()
  const addresses = [`http://${host}/forum/rules/?a=1#b`, `http://${host}`, `http://${host}.evil.example/x`]
  await save({ name, revision: 0, items: addresses.map((address, index) => link(`l${index}`, address)) })
  expect((await shown(host)).map(({ href }) => href)).toEqual(['/forum/rules/?a=1#b', '/', addresses[2]])
})

test('a single-community domain’s menu shows nothing of other communities', async () => {
  const own = await newCommunity('TREES')
  const foreign = await newCommunity('STONES')
  const postId = await newPost(foreign.communityId, 'A secret stone')
  const { name, host } = await newDomain({ isSingleTokenDomain: true, defaultTokenName: 'TREES' })
  const items: Item[] = [
    { id: 'own', kind: 'community', target: own.tokenName },
    { id: 'foreign', kind: 'community', target: foreign.tokenName },
    { id: 'topic', kind: 'topic', target: foreign.flairId },
    { id: 'post', kind: 'post', target: postId },
  ]
  const { menu } = (await save({ name, revision: 0, items })).body.payload
  expect(menu.targets.map(({ problem }: { problem: string | null }) => problem)).toEqual([
    null,
    ...['missing', 'missing', 'missing'],
  ])
  expect(JSON.stringify(menu)).not.toContain('secret')
  expect(await shown(host, { by: admin })).toMatchObject([{ href: '/' }])
})

test('main-menu.json has the visitors’ menu at a stable address, and for good at one with its hash', async () => {
  const { name, host } = await newDomain()
  await save({ name, revision: 0, items: [link('rules', '/r'), link('staff', '/s', { audience: 'admins' })] })
  const stable = await requestAsHost(stoa, '/main-menu.json', { headers: { host } })
  expect(stable.body).toMatchObject({ items: [{ label: 'rules', href: '/r' }] })
  expect(JSON.stringify(stable.body)).not.toContain('staff')
  expect(stable.headers['cache-control']).not.toContain('immutable')
  const href = String(stable.body.href)
  const hashed = await requestAsHost(stoa, href, { headers: { host } })
  expect(hashed.headers['cache-control']).toContain('immutable')
  expect(hashed.body).toEqual(stable.body)
  await save({ name, revision: 1, items: [link('news', '/n')] })
  const outdated = await requestAsHost(stoa, href, { headers: { host } })
  expect(outdated.headers['cache-control']).not.toContain('immutable')
  const empty = await requestAsHost(stoa, '/main-menu.json', { headers: { host: 'forum.example' } })
  expect(empty.body).toMatchObject({ items: [] })
})
