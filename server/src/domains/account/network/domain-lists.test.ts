import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallInput, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { seedPost } from '../../../../test/seed-post.ts'

const data = mkdtempSync(join(tmpdir(), 'stoa-lists-'))
let stoa: TestApp
/** Admins: of a domain with one community, of another one, of the default domain with all, and of the network. */
let gus: { token: string }
let hal: { token: string }
let dee: { token: string }
let nan: { token: string }

beforeAll(async () => {
  mkdirSync(join(data, 'domains'))
  const write = (name: string, config: object) => writeFileSync(join(data, name), JSON.stringify(config))
  write('config.json', {})
  const single = (host: string, defaultTokenName: string) => ({
    ...{ origin: `http://${host}.example`, isSingleTokenDomain: true, defaultTokenName },
  })
  write('domains/garden.json', single('garden', 'GARDEN'))
  write('domains/harbor.json', single('harbor', 'BOATS'))
  stoa = await startTestApp({ STOA_DATA: data, STOA_URL: 'http://forum.example' })
  const { accounts } = stoa.app.services
  const garden = await seedCommunity(stoa, { tokenName: 'GARDEN', title: 'Garden' })
  const boats = await seedCommunity(stoa, { tokenName: 'BOATS', title: 'Boats' })
  const admin = async (username: string, domain: string) => {
    const person = await stoa.member(username)
    await accounts.setDomainAdmin(username, domain)
    return person
  }
  gus = await admin('gus_demo', 'garden')
  hal = await admin('hal_demo', 'harbor')
  dee = await admin('dee_demo', '')
  nan = await stoa.member('nan_demo', { networkAdmin: true })
  const gia = await stoa.member('gia_demo', { join: ['GARDEN'] })
  await stoa.member('ben_demo', { join: ['BOATS'] })
  const cas = await stoa.member('cas_demo')
  const postId = await seedPost(stoa, { communityId: garden, publisherId: cas.id })
  const dan = await stoa.member('dan_demo')
  const eve = await stoa.member('eve_demo')
  await seedPost(stoa, { communityId: garden, publisherId: eve.id, status: PostStatus.draft })
  await stoa.member('sam_demo')
  await accounts.setDomainAdmin('cas_demo', 'harbor')
  await stoa.database.transaction(async ({ connection }) => {
    const said = { content: 'Said there', mentions: '[]', status: 0, is_listed: 1, active_at: 1, created_at: 1 }
    const comment = { id: stoa.app.ids.next(), post_id: postId, community_id: garden, publisher_id: dan.id }
    await connection('comments').insert({ ...comment, ...said })
    await connection('bans').insert([
      { community_id: boats, user_id: gia.id, until: 0, created_at: 1 },
      { community_id: garden, user_id: dan.id, until: 0, created_at: 1 },
    ])
    const email = 'gia@mill.example'
    await connection('users').where({ id: gia.id }).update({ email, email_key: email })
  })
})
afterAll(async () => {
  await stoa.close()
  rmSync(data, { recursive: true })
})

const people = async (by: { token: string }, input: CallInput<'networkPeople'> = {}) =>
  (await stoa.call('networkPeople', input, { token: by.token })).body
const communities = async (by: { token: string }, input: CallInput<'networkCommunities'> = {}) =>
  (await stoa.call('networkCommunities', input, { token: by.token })).body
const names = (body: { payload: { items: { username: string }[] } }) => body.payload.items.map((one) => one.username)
const tokenNames = (body: { payload: { items: { tokenName: string }[] } }) =>
  body.payload.items.map((one) => one.tokenName).toSorted()

test('a domain’s admin sees who joined or wrote in its communities, and nobody else', async () => {
  expect(names(await people(gus))).toEqual(['cas_demo', 'dan_demo', 'gia_demo'])
  expect(names(await people(gus, { domain: 'garden', query: 'G' }))).toEqual(['gia_demo'])
  expect(names(await people(gus, { query: 'ben' }))).toEqual([])
  expect(names(await people(hal))).toEqual(['ben_demo'])
  // The default domain shows all communities. Who has written a draft only, or nothing, isn’t there.
  expect(names(await people(dee))).toEqual(['ben_demo', 'cas_demo', 'dan_demo', 'gia_demo'])
})

test('nothing about people’s addresses, bans or roles elsewhere leaks', async () => {
  const { items } = (await people(gus)).payload
  expect(items.map(({ email, adminDomain, bans }) => ({ email, adminDomain, bans }))).toEqual([
    { email: null, adminDomain: null, bans: 0 },
    { email: null, adminDomain: null, bans: 1 },
    { email: null, adminDomain: null, bans: 0 },
  ])
  const all = (await people(nan, { domain: 'garden' })).payload.items
  expect(all.map(({ adminDomain }) => adminDomain)).toEqual(['harbor', null, null])
  expect(all[2]?.email).toBe('gia@mill.example')
})

test('a domain’s communities are those that it shows, wherever its admin asks', async () => {
  expect(tokenNames(await communities(gus))).toEqual(['GARDEN'])
  expect(tokenNames(await communities(gus, { query: 'boats' }))).toEqual([])
  expect(tokenNames(await communities(hal))).toEqual(['BOATS'])
  expect(tokenNames(await communities(dee))).toEqual(['BOATS', 'GARDEN'])
  expect(tokenNames(await communities(nan, { domain: 'harbor' }))).toEqual(['BOATS'])
  const elsewhere = { token: gus.token, headers: { host: 'harbor.example' } }
  expect(tokenNames((await stoa.call('networkCommunities', {}, elsewhere)).body)).toEqual(['GARDEN'])
})

test('other domains are refused, whether or not they exist', async () => {
  for (const domain of ['harbor', 'default', 'nowhere']) {
    expect([domain, (await people(gus, { domain })).code]).toEqual([domain, 'FORBIDDEN'])
    expect([domain, (await communities(gus, { domain })).code]).toEqual([domain, 'FORBIDDEN'])
  }
  expect((await people(nan, { domain: 'nowhere' })).code).toBe('DOMAIN_NOT_FOUND')
})

test('pages of a domain’s people have each once, and cursors hold for their list only', async () => {
  const first = (await people(gus, { limit: 2 })).payload
  expect(first.hasMore).toBe(true)
  const cursor = first.cursor ?? ''
  expect(names(await people(gus, { limit: 2, cursor }))).toEqual(['gia_demo'])
  expect((await people(hal, { cursor })).code).toBe('CURSOR_INVALID')
  const all = (await people(nan, { limit: 1 })).payload
  expect((await people(gus, { cursor: all.cursor ?? '' })).code).toBe('CURSOR_INVALID')
})
