import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostDocument, PostStatus } from '@stoa/contract'
import { contentBlock } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { readConfig } from '../config.ts'
import { createPasswords } from '../domains/people/auth/sessions/passwords.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { hasDemo, loadDemo } from './load-demo.ts'
import { DEMO_PASSWORD, people } from './people.ts'
import { type PartnerSite, refuseDemo, startPartnerSite } from './start-demo.ts'

let stoa: TestApp
let site: PartnerSite
let blocker: Server
const folder = mkdtempSync(join(tmpdir(), 'stoa-demo-'))

const load = () =>
  loadDemo({
    config: readConfig({ STOA_DATA: folder, STOA_SECRET: 'x'.repeat(32) }),
    database: stoa.database,
    logger: createLogger('silent'),
    partnerUrl: site.url,
    now: stoa.clock.now(),
  })

beforeAll(async () => {
  stoa = await startTestApp()
  blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  site = await startPartnerSite(join(import.meta.dirname, '../../..'), {
    host: '127.0.0.1',
    forumUrl: stoa.url,
    port: (blocker.address() as AddressInfo).port,
  })
  await stoa.app.services.servedDomains.prepare()
  await load()
})
afterAll(async () => {
  site.server.close()
  blocker.close()
  rmSync(folder, { recursive: true })
  await stoa.close()
})

test('it loads only once', async () => {
  const before = await stoa.database.read('posts').count({ count: '*' }).first()
  await load()
  expect(await stoa.database.read('posts').count({ count: '*' }).first()).toEqual(before)
  expect(await hasDemo(stoa.app)).toBe(true)
})

test('there is money, in balanced books', async () => {
  const { accounts, domainSettings, integrity, memberships, wallets } = stoa.app.services
  const { domain } = await domainSettings.get('operator', 'default')
  expect(domain.settings).toMatchObject({ money: true, stakingButton: true })
  const [emi] = await accounts.profilesByUsername(['demo_emi'])
  const viewer = await memberships.viewer(emi?.id ?? '', '')
  if (!viewer) throw new Error('demo_emi is missing')
  // Tips spend credit first.
  expect(await wallets.walletOf(viewer)).toMatchObject({
    balance: { FORUM: '45000000' },
    creditBalance: { FORUM: '17500000' },
  })
  const tips = await stoa.database.read('posts').where('tips', '>', 0).pluck('tips')
  expect(tips.map(Number).toSorted((one, other) => one - other)).toEqual([1_000_000, 7_500_000, 12_000_000])
  expect(await integrity.check()).toEqual([])
})

test('notifications are spread over weeks, and accounts have an address', async () => {
  const rows = await stoa.database.read('notification_causes').select('created_at', 'to_mail')
  const days = new Set(rows.map(({ created_at }) => Math.floor((stoa.clock.now() - Number(created_at)) / 86_400_000)))
  expect(rows.length).toBeGreaterThan(20)
  expect(days.size).toBeGreaterThan(8)
  expect(Math.max(...days)).toBeGreaterThan(14)
  expect(rows.every(({ to_mail }) => Number(to_mail) === 0)).toBe(true)
  const ids = await stoa.app.services.accounts.profilesByUsername(['demo_ada'])
  const emails = await stoa.app.services.accounts.emailsById(ids.map(({ id }) => id))
  expect([...emails.values()]).toEqual(['ada@lower-mill.example'])
})

test('in production a database is refused while its privileged demo accounts have their known passwords', async () => {
  const passwords = createPasswords()
  const safe = await passwords.hash('another one, nobody knows it')
  const { accounts } = stoa.app.services
  const known = await passwords.hash(DEMO_PASSWORD)
  const withRights = people.filter(({ role }) => role !== 'member' && role !== 'banned').map(({ username }) => username)
  const setPassword = async (username: string, hash: string) => {
    const id = (await accounts.credentials(username))?.userId ?? ''
    await stoa.database.transaction((tx) => accounts.setPassword(tx, id, hash))
  }
  for (const username of withRights) {
    await expect(refuseDemo(stoa.app.services)).rejects.toThrow(`knows the password of ${username}.`)
    await setPassword(username, safe)
  }
  await refuseDemo(stoa.app.services)
  for (const username of withRights) await setPassword(username, known)
})

test('a database in which somebody else uses a demo name is accepted', async () => {
  const other = await startTestApp()
  onTestFinished(() => other.close())
  const { accounts, memberships } = other.app.services
  await seedCommunity(other)
  const passwordHash = await createPasswords().hash(DEMO_PASSWORD)
  for (const { username } of people) {
    const viewer = await memberships.viewer(await accounts.create({ username, email: null, passwordHash }), '')
    if (viewer) await memberships.join(viewer, { tokenName: 'FORUM', join: true })
  }
  await refuseDemo(other.app.services)
})

test('every counter matches its rows', async () => {
  const { read } = stoa.database
  const [posts, comments, reactions, votes, options] = await Promise.all([
    read('posts'),
    read('comments'),
    read('reactions'),
    read('poll_votes'),
    read('poll_options'),
  ])
  const of = (id: string, name: string) => reactions.filter((row) => row.entity_id === id && row.name === name).length
  for (const row of [...posts, ...comments]) {
    expect([row.up_count, row.down_count]).toEqual([of(row.id, 'thumb-up'), of(row.id, 'thumb-down')])
  }
  for (const row of posts) {
    expect(row.num_comments).toBe(comments.filter(({ post_id, status }) => post_id === row.id && status === 0).length)
  }
  for (const row of options) {
    const own = votes.filter((vote) => vote.post_id === row.post_id && vote.option_index === row.option_index)
    expect(row.vote_count).toBe(own.length)
  }
  const published = posts.filter((row) => row.status === PostStatus.published)
  const communities = await read('communities')
  expect(communities.map((row) => row.total_posts)).toEqual(
    communities.map(({ id }) => published.filter((row) => row.community_id === id).length),
  )
})

test('nothing happens in the future, and something happened today', async () => {
  const rows = [...(await stoa.database.read('posts')), ...(await stoa.database.read('comments'))]
  const times = rows.map((row) => row.created_at)
  expect(Math.max(...times)).toBeLessThanOrEqual(stoa.clock.now())
  const { payload } = (await stoa.call('postList', { since: 'today', sort: 'hot' })).body
  expect(payload.items.length).toBeGreaterThan(2)
})

test('every kind of block occurs', async () => {
  const posts = await stoa.database.read('posts')
  const shown = posts.flatMap((row) => (JSON.parse(row.content) as PostDocument).blocks.map((block) => block.type))
  const known = contentBlock.options.map((option) => option.shape.type.value)
  // Only older documents contain these.
  expect(known.filter((type) => !shown.includes(type))).toEqual(['checklist', 'simpleImage'])
})

test('people sign in with the password given in the README', async () => {
  for (const { username } of people) expect(username).toMatch(/^demo_/)
  const { status } = await stoa.call('authSignIn', { login: 'demo_ada', password: DEMO_PASSWORD })
  expect(status).toBe(200)
})

test('the partner’s article has a thread, a poll, and the title of its page', async () => {
  const url = `${site.url}/articles/footbridge-reopens.html`
  const { post, comments } = (await stoa.call('articleThread', { community: 'FORUM', url })).body.payload
  expect(post).toMatchObject({
    title: 'The footbridge reopens after eleven months',
    status: PostStatus.unlisted,
    pollTotalVoters: 4,
    heroImage: { url: stoa.app.services.media.picture(`${site.url}/footbridge.png`) },
    publisherName: 'The Lower Mill Gazette',
    publisherImageUrl: stoa.app.services.media.picture(`${site.url}/icon.png`),
  })
  expect(comments.items.length).toBeGreaterThan(2)
  expect(comments.items.flatMap((comment) => comment.replies.items).length).toBeGreaterThan(1)
})

test('the partner’s site uses both addresses and forbids inline code', async () => {
  const response = await fetch(`${site.url}/?x=1`)
  const html = await response.text()
  expect(html).toContain(`src="${stoa.url}/embed.js"`)
  expect(html).toContain(`url="${site.url}/articles/footbridge-reopens.html"`)
  expect(html).not.toMatch(/\{[A-Z_]+\}|<style|style=|<script>| on\w+=/)
  expect(response.headers.get('content-security-policy')).toContain(`script-src ${stoa.url};`)
  expect((await fetch(`${site.url}/../../package.json`)).status).toBe(404)
})

test('moderators have a report to decide', async () => {
  const ben = await stoa.app.services.accounts.profilesByUsername(['demo_ben'])
  const viewer = await stoa.app.services.memberships.viewer(ben[0]?.id ?? '', '')
  if (!viewer) throw new Error('demo_ben is missing')
  const { items } = await stoa.app.services.reports.list(viewer, { tokenName: 'FORUM', status: 'open' })
  expect(items).toMatchObject([{ reportedType: 'Comment', count: 2 }])
})
