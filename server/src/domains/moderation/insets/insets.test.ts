import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSETS_MAX, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallOptions, sendRequest, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedPost } from '../../../../test/seed-post.ts'
import { picture, upload } from '../../../../test/uploads.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'

const HOUSE = 'http://forum.example'
const SCRIPT = 'http://script.example'
const EMPTY = 'http://garden.example'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const ALLOWED = { cookie: 'stoa_consent=1.ads' }
const data = mkdtempSync(join(tmpdir(), 'stoa-insets-'))
let stoa: TestApp
let admin: { id: string; token: string }
let communityId: string
let image: string

beforeAll(async () => {
  mkdirSync(join(data, 'domains'))
  const write = (name: string, config: object) => writeFileSync(join(data, name), JSON.stringify(config))
  write('config.json', { ads: { provider: 'house' }, consent: 'required' })
  write('domains/garden.json', { origin: EMPTY, defaultTokenName: 'GARDEN' })
  write('domains/script.json', {
    ...{ origin: SCRIPT, defaultTokenName: 'FORUM' },
    ads: { provider: 'script', scriptUrl: 'https://scripts.example/a.js?x=1&y=2' },
  })
  stoa = await startTestApp({ STOA_DATA: data, STOA_URL: HOUSE, STOA_TRUSTED_PROXIES: 'loopback' })
  await stoa.app.services.domains.ensureDefaultCommunity()
  communityId = (await stoa.app.services.communities.require('FORUM')).id
  admin = await stoa.member('admin_demo', { networkAdmin: true })
  image = (await upload(stoa, admin.token, { bytes: await picture() })).url
})
afterAll(async () => {
  await stoa.close()
  rmSync(data, { recursive: true })
})

const from = (origin: string, headers: Record<string, string> = ALLOWED): CallOptions => ({
  headers: { host: new URL(origin).host, 'user-agent': BROWSER, ...headers },
})
const byAdmin = () => ({ token: admin.token })
const example = (changes: object = {}) => ({
  ...{ name: 'Tea', image, alt: 'A cup of tea', link: 'https://tea.example/', startsAt: 0, endsAt: null, share: 10 },
  ...changes,
})
const save = (changes: object = {}, before?: { id: string; revision: number }) => {
  const known = before && { insetId: before.id, revision: before.revision }
  return stoa.call('insetSave', { name: 'default', inset: example(changes), ...known }, byAdmin())
}
const shown = async (options = from(HOUSE), ...[postId, nextPostId]: string[]) =>
  (await stoa.call('insetShown', { ...(postId && { postId }), ...(nextPostId && { nextPostId }) }, options)).body
    .payload
const clear = async () => {
  const { items } = (await stoa.call('insetList', { name: 'default' }, byAdmin())).body.payload
  for (const { id } of items) await stoa.call('insetDelete', { name: 'default', insetId: id }, byAdmin())
}

test('ads of a domain are shown there, between their dates, with their share', async () => {
  await clear()
  expect((await shown()).state).toBe('empty')
  const now = stoa.clock.now()
  const { id } = (await save()).body.payload.inset
  await save({ name: 'Later', startsAt: now + 1000 })
  await save({ name: 'Earlier', endsAt: now })
  const { state, items } = await shown()
  expect(state).toBe('ready')
  expect(items).toEqual([{ id, image, alt: 'A cup of tea', link: 'https://tea.example/', share: 10 }])
  stoa.clock.advance(1000)
  expect((await shown()).items).toHaveLength(2)
  expect(await shown(from(EMPTY))).toEqual({ provider: 'none', state: 'noProvider', items: [] })
})

test('nothing before consent, and none with Do Not Track or Global Privacy Control', async () => {
  await clear()
  await save()
  for (const headers of [
    {},
    { cookie: 'stoa_consent=1.statistics' },
    { ...ALLOWED, dnt: '1' },
    { ...ALLOWED, 'sec-gpc': '1' },
  ]) {
    expect(await shown(from(HOUSE, headers as Record<string, string>))).toEqual({
      provider: 'house',
      state: 'noConsent',
      items: [],
    })
  }
  expect((await shown()).state).toBe('ready')
  // This domain doesn’t ask, so ads run until the visitor refuses them.
  expect((await shown(from(SCRIPT, {}))).state).toBe('ready')
  expect((await shown(from(SCRIPT, { cookie: 'stoa_consent=1' }))).state).toBe('noConsent')
})

test('none on hidden, pending or reported posts', async () => {
  await clear()
  await save()
  const post = await seedPost(stoa, { communityId })
  expect((await shown(from(HOUSE), post)).state).toBe('ready')
  for (const status of [PostStatus.hiddenByAdmin, PostStatus.pending, PostStatus.draft]) {
    expect((await shown(from(HOUSE), await seedPost(stoa, { communityId, status }))).state).toBe('noContent')
  }
  expect((await shown(from(HOUSE), stoa.app.ids.next())).state).toBe('noContent')
  const ben = await stoa.member('ben_demo', { join: ['FORUM'] })
  const report = { tokenName: 'FORUM', reportedPostId: post, reportReason: 'spam' as const }
  const reported = await stoa.call('reportCreate', { ...report, reportedType: 'Post' }, { token: ben.token })
  expect(reported.status).toBe(200)
  expect((await shown(from(HOUSE), post)).state).toBe('noContent')
  // Nor between two posts, if either is.
  const clean = await seedPost(stoa, { communityId })
  const other = await seedPost(stoa, { communityId })
  const pending = await seedPost(stoa, { communityId, status: PostStatus.pending })
  expect((await shown(from(HOUSE), clean, other)).state).toBe('ready')
  for (const [above, below] of [
    [post, clean],
    [clean, post],
    [pending, clean],
    [clean, pending],
  ] as const) {
    expect((await shown(from(HOUSE), above, below)).state).toBe('noContent')
  }
})

test('views and presses count once each, without bots and without consent', async () => {
  await clear()
  const { id } = (await save()).body.payload.inset
  const count = (kind: 'view' | 'click', viewId: string, options = from(HOUSE)) =>
    stoa.call('insetCount', { insetId: id, viewId: viewId.repeat(32), kind }, options)
  await Promise.all([count('view', 'a'), count('view', 'a')])
  await count('view', 'a')
  await count('click', 'a')
  await count('click', 'a')
  await count('view', 'b')
  await count('view', 'c', from(HOUSE, { ...ALLOWED, 'user-agent': 'Googlebot/2.1' }))
  await count('view', 'd', from(HOUSE, {}))
  await count('view', 'e', from(HOUSE, { ...ALLOWED, dnt: '1' }))
  // Another domain’s visitors don’t see it.
  await count('view', 'f', from(SCRIPT))
  const { items } = (await stoa.call('insetList', { name: 'default' }, byAdmin())).body.payload
  expect(items).toEqual([expect.objectContaining({ id, views: 2, clicks: 1 })])
})

test('a network adds so many views and presses a day; further ones get the same response', async () => {
  await clear()
  const { id } = (await save()).body.payload.inset
  const count = (kind: 'view' | 'click', number: number, address = '203.0.113.1') => {
    const viewId = number.toString(16).padStart(32, '0')
    const options = from(HOUSE, { ...ALLOWED, 'x-forwarded-for': address })
    return stoa.call('insetCount', { insetId: id, viewId, kind }, options)
  }
  const numbers = async () => {
    const { items } = (await stoa.call('insetList', { name: 'default' }, byAdmin())).body.payload
    return items.flatMap(({ views, clicks }) => [views, clicks])
  }
  const { limit } = POLICIES.insetClicksByNetwork
  for (let number = 0; number < limit; number += 1) await count('click', number)
  expect(await numbers()).toEqual([0, limit])
  // The same press again uses nothing up, and one beyond the limit says nothing about it.
  const [again, beyond] = [await count('click', 0), await count('click', limit)]
  expect([again.status, beyond.status, beyond.body]).toEqual([200, 200, again.body])
  await count('view', 0)
  await count('click', limit + 1, '203.0.113.2')
  expect(await numbers()).toEqual([1, limit + 1])
  expect(JSON.stringify(await stoa.database.read('event_counts'))).not.toContain('203.0.113')
  stoa.clock.advance(DAY_MS)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: admin.id, site: '', lasting: true })
  admin = { ...admin, token: signedIn.accessToken }
  await count('click', limit + 2)
  expect(await numbers()).toEqual([1, limit + 2])
})

test('a change keeps the numbers; the picture is public while an ad shows it', async () => {
  await clear()
  const own = (await upload(stoa, admin.token, { bytes: await picture({ width: 80 }) })).url
  const status = async () => (await sendRequest(stoa.url + own, { method: 'GET', headers: {} })).status
  expect(await status()).toBe(404)
  const { inset } = (await save({ image: own })).body.payload
  const { id } = inset
  expect(await status()).toBe(200)
  await stoa.call('insetCount', { insetId: id, viewId: 'a'.repeat(32), kind: 'view' }, from(HOUSE))
  const changed = (await save({ image: own, name: 'Coffee' }, inset)).body.payload.inset
  expect(changed).toMatchObject({ id, name: 'Coffee', views: 1, revision: 2 })
  await stoa.call('insetDelete', { name: 'default', insetId: id }, byAdmin())
  expect(await status()).toBe(404)
  expect((await save({}, changed)).body.code).toBe('NOT_FOUND')
})

test('of two admins who change the same ad, the second sees what the first has saved', async () => {
  await clear()
  const { inset } = (await save()).body.payload
  expect(inset.revision).toBe(1)
  expect((await save({ name: 'Coffee' }, inset)).body.payload.inset.revision).toBe(2)
  const late = await save({ name: 'Juice' }, inset)
  expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect(late.body.details).toMatchObject({ inset: { id: inset.id, name: 'Coffee', revision: 2 } })
  // The same again changes nothing, whatever it was based on.
  expect((await save({ name: 'Coffee' }, inset)).body.payload.inset.revision).toBe(2)
  const both = await Promise.all([
    save({ name: 'Water' }, { ...inset, revision: 2 }),
    save({ name: 'Milk' }, { ...inset, revision: 2 }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const blind = { name: 'default', insetId: inset.id, inset: example({ name: 'Rum' }) }
  expect((await stoa.call('insetSave', blind, byAdmin())).body.details).toEqual([
    { field: 'revision', message: 'Needed for an ad that is there.' },
  ])
})

test('a domain has at most so many ads, which can still be changed', async () => {
  await clear()
  const { inset } = (await save()).body.payload
  const row = { domain_name: 'default', name: 'Tea', image_url: image, image_text: 'Tea', link: 'https://tea.example/' }
  const rows = Array.from({ length: INSETS_MAX - 1 }, () => ({ ...row, id: stoa.app.ids.next(), share: 1 }))
  await stoa.database.transaction(({ connection }) =>
    connection.batchInsert(
      'house_insets',
      rows.map((one) => ({ ...one, starts_at: 0, ends_at: 0 })),
      50,
    ),
  )
  const refused = await save()
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect((await save({ share: 20 }, inset)).status).toBe(200)
  await stoa.database.transaction(({ connection }) =>
    connection('house_insets').where({ domain_name: 'default' }).del(),
  )
})

test('only pictures of the forum and web links are accepted', async () => {
  for (const changes of [
    { image: 'https://elsewhere.example/a.png' },
    { image: '/media/../api/x' },
    { link: 'javascript:alert(1)' },
    { share: 0 },
    { startsAt: 5, endsAt: 5 },
  ]) {
    expect([changes, (await save(changes)).status]).toEqual([changes, 400])
  }
})

test('domain admins manage those of their domain only', async () => {
  await clear()
  const cleo = await stoa.member('cleo_demo')
  await stoa.app.services.accounts.setDomainAdmin('cleo_demo', 'garden')
  const input = { name: 'default', inset: example() }
  expect((await stoa.call('insetSave', input, { token: cleo.token })).body.code).toBe('FORBIDDEN')
  expect((await stoa.call('insetList', { name: 'default' }, { token: cleo.token })).body.code).toBe('FORBIDDEN')
  const { id } = (await save()).body.payload.inset
  expect((await stoa.call('insetDelete', { name: 'default', insetId: id }, { token: cleo.token })).body.code).toBe(
    'FORBIDDEN',
  )
  expect((await stoa.call('insetDelete', { name: 'garden', insetId: id }, byAdmin())).body.code).toBe('NOT_FOUND')
  expect((await stoa.call('insetList', { name: 'nowhere' }, byAdmin())).body.code).toBe('DOMAIN_NOT_FOUND')
})

test('a script runs in a frame of its own origin', async () => {
  expect(await shown(from(SCRIPT))).toEqual({ provider: 'script', state: 'ready', items: [] })
  const get = (origin: string, path = '/inset-frame?place=text') =>
    sendRequest(stoa.url + path, { method: 'GET', headers: { host: new URL(origin).host } })
  const { status, headers, text } = await get(SCRIPT)
  const policy = headers.get('content-security-policy') ?? ''
  expect(status).toBe(200)
  expect(policy).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; /)
  expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation|script-src[^;]*'(self|unsafe)/)
  expect(policy).toContain(`frame-ancestors ${SCRIPT}`)
  expect(policy).toContain('https://scripts.example')
  expect(text).toContain('<script async src="https://scripts.example/a.js?x=1&amp;y=2">')
  for (const [origin, path] of [
    [HOUSE, '/inset-frame?place=text'],
    [EMPTY, '/inset-frame?place=text'],
    [SCRIPT, '/inset-frame'],
    [SCRIPT, '/inset-frame?place=%22'],
  ] as const) {
    expect([origin, path, (await get(origin, path)).status]).toEqual([origin, path, 404])
  }
})
