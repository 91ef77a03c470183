import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SETUP_LINK_TTL_MS } from '@stoa/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { newestMail } from '../../../../test/mailbox.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { createLogger } from '../../../platform/logging/logger.ts'

let stoa: TestApp
beforeEach(async () => {
  stoa = await startTestApp()
  await stoa.app.services.domains.ensureDefaultCommunity()
})
afterEach(() => stoa.close())

const PASSWORD = 'A-new-forum-1'
const owner = (token: string, username = 'ada') => ({
  token,
  username,
  email: `${username}@example.com`,
  password: PASSWORD,
})
const headers = { origin: 'http://localhost:3000' }
const phase = () => stoa.app.services.setup.phase()

/** Starts the set-up, as the first start of a server does, and returns the printed link's secret. */
async function begun(): Promise<string> {
  const { setup } = stoa.app.services
  await setup.begin()
  return String(await setup.newLink())
}

async function claimed() {
  const { body } = await stoa.call('setupClaim', owner(await begun()), { headers })
  return { token: body.payload.accessToken }
}

const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code

test('a link makes the owner, who is network admin and a member, and signs in', async () => {
  const token = await begun()
  expect((await stoa.call('setupLinkCheck', { token })).status).toBe(200)
  const claim = await stoa.call('setupClaim', owner(token), { headers })
  expect(claim.status).toBe(200)
  expect(claim.headers.get('set-cookie')).toContain('stoa')
  const me = (await stoa.call('me', {}, { token: claim.body.payload.accessToken })).body.payload
  expect(me.user).toMatchObject({ username: 'ada', networkAdmin: true, tokenOwner: ['FORUM'] })
  expect(me.user.joinedCommunities).toEqual(['FORUM'])
  const { community } = (await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload
  expect(community).toMatchObject({ creatorID: me.user.id, numberOfMembers: 1 })
  // The address is confirmed: it signs in.
  const signIn = await stoa.call('authSignIn', { login: 'ada@example.com', password: PASSWORD }, { headers })
  expect(signIn.status).toBe(200)
})

test('a link works once, and the others stop working with it', async () => {
  const first = await begun()
  const second = String(await stoa.app.services.setup.newLink())
  expect(await codeOf(stoa.call('setupLinkCheck', { token: first }))).toBeUndefined()
  await stoa.call('setupClaim', owner(second), { headers })
  for (const token of [first, second]) {
    expect(await codeOf(stoa.call('setupLinkCheck', { token }))).toBe('SETUP_DONE')
    expect(await codeOf(stoa.call('setupClaim', owner(token, 'bea'), { headers }))).toBe('SETUP_DONE')
  }
  expect(await stoa.app.services.setup.newLink()).toBeNull()
  expect(await stoa.app.services.accounts.profilesByUsername(['bea'])).toEqual([])
})

test('of claims at once, with one link or several, exactly one succeeds', async () => {
  const tokens = [await begun(), String(await stoa.app.services.setup.newLink())]
  const claims = await Promise.all(
    [0, 1, 2, 3].map((at) => stoa.call('setupClaim', owner(tokens[at % 2] ?? '', `person_${at}`), { headers })),
  )
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await stoa.app.services.accounts.adminIds()).toHaveLength(1)
  expect(await stoa.app.services.accounts.listByUsername('', { limit: 10 })).toHaveLength(1)
})

test('wrong and expired links are refused', async () => {
  const token = await begun()
  expect(await codeOf(stoa.call('setupLinkCheck', { token: 'wrong' }))).toBe('SETUP_LINK_INVALID')
  expect(await codeOf(stoa.call('setupClaim', owner('wrong'), { headers }))).toBe('SETUP_LINK_INVALID')
  stoa.clock.advance(SETUP_LINK_TTL_MS)
  expect(await codeOf(stoa.call('setupLinkCheck', { token }))).toBe('SETUP_LINK_INVALID')
  expect(await codeOf(stoa.call('setupClaim', owner(token), { headers }))).toBe('SETUP_LINK_INVALID')
  expect(await phase()).toBe('unclaimed')
  const fresh = String(await stoa.app.services.setup.newLink())
  expect((await stoa.call('setupClaim', owner(fresh), { headers })).status).toBe(200)
})

test('only the hash of a link is stored', async () => {
  const token = await begun()
  const rows = await stoa.database.read('setup_links').select('token_hash')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows).toHaveLength(1)
})

test('until somebody owns the forum, nobody can sign up, found a community or write', async () => {
  await begun()
  const account = { username: 'eve', email: 'eve@example.com', password: PASSWORD }
  expect(await codeOf(stoa.call('authSignUp', account, { headers }))).toBe('SETUP_PENDING')
  expect(await codeOf(stoa.call('communityCreate', { tokenName: 'GARDEN', title: 'Garden' }))).toBe('SETUP_PENDING')
  expect(await codeOf(stoa.call('commentCreate', { tokenName: 'FORUM', content: 'First', postId: 'x' }))).toBe(
    'SETUP_PENDING',
  )
  expect((await stoa.call('communityList', {})).status).toBe(200)
})

test('feeds, the site map and preview pictures wait until the forum is open', async () => {
  const paths = ['/feed.atom', '/bbs/FORUM/feed.atom', '/sitemap.xml', '/preview/communities/FORUM.png']
  const codes = () => Promise.all(paths.map(async (path) => (await fetch(stoa.url + path)).status))
  const by = await claimed()
  expect(await codes()).toEqual([403, 403, 403, 403])
  await stoa.call('setupFinish', {}, by)
  expect(await codes()).toEqual([200, 200, 200, 200])
})

test('the guide records its steps, and opens the forum for good', async () => {
  const by = await claimed()
  expect(await phase()).toBe('guided')
  const steps = { name: 'open', topics: 'open', joining: 'open', email: 'open', site: 'open', invite: 'open' }
  expect((await stoa.call('setupGet', {}, by)).body.payload).toMatchObject({ isOpen: false, steps, sites: [] })
  await stoa.call('setupStep', { step: 'topics', state: 'skipped' }, by)
  await stoa.call('setupStep', { step: 'name', state: 'done' }, by)
  const site = await stoa.call('setupSite', { address: 'https://gazette.example/a/b?c' }, by)
  expect(site.body.payload).toEqual({ origin: 'https://gazette.example' })
  const { payload } = (await stoa.call('setupGet', {}, by)).body
  expect(payload.steps).toEqual({ ...steps, topics: 'skipped', name: 'done' })
  expect(payload.sites).toEqual(['https://gazette.example'])
  expect((await stoa.call('setupFinish', {}, by)).status).toBe(200)
  expect(await phase()).toBe('open')
  expect((await stoa.call('setupGet', {}, by)).body.payload.isOpen).toBe(true)
})

test('the guide can be used in a forum from before there was one', async () => {
  const { token } = await stoa.member('old_admin', { networkAdmin: true })
  const { payload } = (await stoa.call('setupStep', { step: 'site', state: 'done' }, { token })).body
  expect(payload).toMatchObject({ isOpen: true, steps: { site: 'done', name: 'open' } })
  expect(await phase()).toBe('open')
})

test('a forum with accounts or posts isn’t new', async () => {
  await stoa.member('somebody')
  await stoa.app.services.setup.begin()
  expect(await phase()).toBe('open')
  expect(await stoa.app.services.setup.newLink()).toBeNull()
})

test('a forum in which an operator has created an account is open, and its links stop working', async () => {
  const token = await begun()
  await stoa.app.services.accounts.create({ username: 'chosen', email: '', passwordHash: null })
  expect(await codeOf(stoa.call('setupLinkCheck', { token }))).toBe('SETUP_DONE')
  expect(await codeOf(stoa.call('setupClaim', owner(token), { headers }))).toBe('SETUP_DONE')
  expect(await stoa.app.services.setup.newLink()).toBeNull()
  expect(await phase()).toBe('open')
  await stoa.app.services.setup.begin()
  expect(Number((await stoa.database.read('setup_state').first()).finished_at)).toBe(stoa.clock.now())
})

test('another process sees at once that the forum was claimed and opened', async () => {
  const by = await claimed()
  const { database, clock, settings } = stoa
  const other = createApp({ database, clock, config: readConfig(settings), logger: createLogger('silent') })
  expect(await other.services.setup.phase()).toBe('guided')
  await stoa.call('setupFinish', {}, by)
  expect(await other.services.setup.phase()).toBe('open')
})

test('a name that is taken is refused, and the link stays valid', async () => {
  const token = await begun()
  const likeCommunity = { ...owner(token, 'forum'), password: 'A-new-place-1' }
  expect(await codeOf(stoa.call('setupClaim', likeCommunity, { headers }))).toBe('USERNAME_OF_COMMUNITY')
  expect((await stoa.call('setupClaim', owner(token), { headers })).status).toBe(200)
})

test('a repeated claim gets the first response', async () => {
  const token = await begun()
  const claim = () => stoa.call('setupClaim', owner(token), { headers: { ...headers, 'idempotency-key': 'claim' } })
  const first = await claim()
  expect(first.status).toBe(200)
  const again = await claim()
  expect([again.status, again.body.payload]).toEqual([200, first.body.payload])
})

test('an owner who still needs a second factor for admin rights can use the guide until the forum is open', async () => {
  await stoa.close()
  stoa = await startTestApp({ STOA_ADMINS_NEED_SECOND_FACTOR: '1' })
  await stoa.app.services.domains.ensureDefaultCommunity()
  const by = await claimed()
  expect((await stoa.call('me', {}, by)).body.payload.user.networkAdmin).toBe(false)
  const writer = await stoa.member('writer')
  expect(await codeOf(stoa.call('setupGet', {}, { token: writer.token }))).toBe('FORBIDDEN')
  expect(await codeOf(stoa.call('setupFinish', {}, { token: writer.token }))).toBe('FORBIDDEN')
  expect((await stoa.call('setupGet', {}, by)).body.payload.isOpen).toBe(false)
  expect((await stoa.call('setupStep', { step: 'name', state: 'done' }, by)).status).toBe(200)
  expect((await stoa.call('setupSite', { address: 'https://gazette.example' }, by)).status).toBe(200)
  expect((await stoa.call('setupMailTest', {}, by)).body.payload.error).toBe('')
  expect((await stoa.call('setupFinish', {}, by)).status).toBe(200)
  expect(await phase()).toBe('open')
  expect(await codeOf(stoa.call('setupGet', {}, by))).toBe('FORBIDDEN')
})

test('a forum in public refuses sites of its own network and other ports; a local one takes them', async () => {
  const local = await claimed()
  const site = { address: 'http://localhost:4001/article' }
  expect((await stoa.call('setupSite', site, local)).body.payload.origin).toBe('http://localhost:4001')
  await stoa.close()
  stoa = await startTestApp({ STOA_URL: 'https://forum.example' })
  await stoa.app.services.domains.ensureDefaultCommunity()
  const { token } = await stoa.member('ada', { networkAdmin: true })
  const add = async (address: string) => (await stoa.call('setupSite', { address }, { token })).body
  for (const address of [
    'http://localhost',
    'http://10.0.0.8',
    'http://[::1]',
    'http://2130706433',
    'https://news.example:8443',
  ]) {
    const details = [{ field: 'address', message: expect.stringContaining('public address') }]
    expect([address, await add(address)]).toMatchObject([address, { code: 'VALIDATION_FAILED', details }])
  }
  expect((await add('https://gazette.example:443/a')).payload).toEqual({ origin: 'https://gazette.example' })
  expect((await stoa.call('setupGet', {}, { token })).body.payload.sites).toEqual(['https://gazette.example'])
})

test('on a further domain the guide is about the community of that domain', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-setup-'))
  mkdirSync(join(data, 'domains'))
  const garden = { origin: 'http://garden.example', defaultTokenName: 'GARDEN', domainDisplayName: 'Garden' }
  writeFileSync(join(data, 'domains/garden.json'), JSON.stringify(garden))
  await stoa.close()
  stoa = await startTestApp({ STOA_DATA: data, STOA_URL: 'http://forum.example' })
  try {
    await stoa.app.services.domains.ensureDefaultCommunity()
    const { token } = await stoa.member('ada', { networkAdmin: true })
    const onGarden = { host: 'garden.example', authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const requestBody = JSON.stringify({ address: 'https://gazette.example' })
    expect((await requestAsHost(stoa, '/api/setup/site', { headers: onGarden, requestBody })).status).toBe(200)
    const sitesOf = async (host: string) =>
      (await requestAsHost(stoa, '/api/setup', { headers: { ...onGarden, host } })).body.payload
    expect(await sitesOf('garden.example')).toMatchObject({ sites: ['https://gazette.example'] })
    expect(await sitesOf('forum.example')).toMatchObject({ sites: [] })
    const origins = await stoa.app.services.partnerOrigins.list(null)
    const { id } = await stoa.app.services.communities.require('GARDEN')
    expect(origins).toMatchObject([{ communityId: id, origin: 'https://gazette.example' }])
  } finally {
    rmSync(data, { recursive: true })
  }
})

test('without its default community the forum says how far it is', async () => {
  const by = await claimed()
  await stoa.database.transaction(({ connection }) =>
    connection('communities').where({ token_name: 'FORUM' }).update({ token_name: 'FORMER', url_slug: 'former' }),
  )
  expect((await stoa.call('setupGet', {}, by)).body.payload).toMatchObject({ isOpen: false, sites: [] })
})

test('the test mail arrives', async () => {
  const by = await claimed()
  expect((await stoa.call('setupMailTest', {}, by)).body.payload).toEqual({ to: 'ada@example.com', error: '' })
  expect((await newestMail(stoa, 'ada@example.com')).subject).toBe('Stoa can send email')
})

test('a mail server’s error is shown as it is', async () => {
  // Nothing listens on this port.
  const forum = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { id, token } = await forum.member('ada', { networkAdmin: true })
  try {
    await forum.app.services.domains.ensureDefaultCommunity()
    const send = async () => (await forum.call('setupMailTest', {}, { token })).body.payload
    expect(await send()).toMatchObject({ to: '', error: expect.stringContaining('no confirmed email') })
    await forum.database.transaction(({ connection }) =>
      connection('users').where({ id }).update({ email: 'ada@example.com', email_key: 'ada@example.com' }),
    )
    expect(await send()).toMatchObject({ to: 'ada@example.com', error: expect.stringContaining('ECONNREFUSED') })
    expect((await forum.call('setupGet', {}, { token })).body.payload.hasMailServer).toBe(true)
  } finally {
    await forum.close()
  }
})
