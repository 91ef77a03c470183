import { SETUP_LINK_TTL_MS } from '@stoa/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { newestMail } from '../../../../test/mailbox.ts'
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

test('a forum to which an operator has given an owner is open', async () => {
  const token = await begun()
  const { id } = await stoa.member('chosen')
  expect(await phase()).toBe('unclaimed')
  await stoa.app.services.bans.setOwner({ tokenName: 'FORUM', personId: id, owner: true })
  expect(await phase()).toBe('open')
  expect(await codeOf(stoa.call('setupClaim', owner(token), { headers }))).toBe('SETUP_DONE')
  await stoa.app.services.setup.begin()
  await stoa.app.services.bans.setOwner({ tokenName: 'FORUM', personId: id, owner: false })
  expect(await phase()).toBe('open')
})

test('another process sees at once that the forum was claimed and opened', async () => {
  const by = await claimed()
  const { database, clock, settings } = stoa
  const other = createApp({ database, clock, config: readConfig(settings), logger: createLogger('silent') })
  expect(await other.services.setup.phase()).toBe('guided')
  await stoa.call('setupFinish', {}, by)
  expect(await other.services.setup.phase()).toBe('open')
})

test('a name or address that is taken is refused, and the link stays valid', async () => {
  const token = await begun()
  await stoa.app.services.accounts.create({ username: 'ada', email: 'mail@example.com', passwordHash: null })
  expect(await codeOf(stoa.call('setupClaim', owner(token), { headers }))).toBe('USERNAME_EXISTS')
  const taken = await stoa.call('setupClaim', { ...owner(token, 'bea'), email: 'mail@example.com' }, { headers })
  expect(taken.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'email' }] })
  expect((await stoa.call('setupClaim', owner(token, 'bea'), { headers })).status).toBe(200)
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
