import type { CallInput, CallOutput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { HOUR_MS } from '../../../platform/clock.ts'
import { Hopeless, jobKind } from '../../../platform/jobs/queue.ts'
import { createCertificateCheck } from './certificate.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close().then(() => forum.issuer.close()))

const asAdmin = () => ({ token: forum.admin.token })

test('the state of the installation’s parts, and failed jobs, which can be retried', async () => {
  const { stoa } = forum
  const kind = jobKind<object>('fail for good')
  let mayWork = false
  stoa.app.jobs.leased(kind, {
    leaseMs: 1000,
    async run() {
      if (!mayWork) throw new Hopeless('It can’t work.')
    },
  })
  await stoa.database.transaction(async (tx) => stoa.app.jobs.enqueue(tx, kind, { payload: {} }))
  await stoa.app.jobs.drain()
  const health = async () => (await stoa.call('networkHealth', {}, asAdmin())).body.payload.health
  const before = await health()
  expect(before.parked).toMatchObject([
    { kind: 'fail for good', state: 'parked', lastError: 'It can’t work.', tries: 1 },
  ])
  expect(before.queues).toContainEqual({ kind: 'fail for good', waiting: 0, parked: 1 })
  expect(before).toMatchObject({
    redis: null,
    storage: 'folder',
    certificate: null,
    mail: { hasServer: false, failed: 0 },
  })
  expect(before.database.ms).toBeGreaterThanOrEqual(0)
  expect(before.disk.freeBytes).toBeGreaterThan(0)
  mayWork = true
  const jobId = before.parked[0]?.id ?? ''
  expect((await stoa.call('networkJobRetry', { jobId }, asAdmin())).body.payload).toEqual({ isRetried: true })
  await stoa.app.jobs.drain()
  expect((await health()).parked).toEqual([])
  expect((await stoa.call('networkJobRetry', { jobId }, asAdmin())).body.payload).toEqual({ isRetried: false })
})

test('the public address’s certificate: none without https, a problem where nothing answers', async () => {
  expect(createCertificateCheck({ url: 'http://forum.example' })(0)).toBeNull()
  const check = createCertificateCheck({ url: 'https://127.0.0.1:1' })
  expect(await check(0)).toEqual({ validUntil: null, problem: 'ECONNREFUSED' })
})

test('people by username, page by page, with roles and bans', async () => {
  const { stoa, bea } = forum
  await stoa.app.services.accounts.setDomainAdmin('cem_demo', 'garden')
  await stoa.database.transaction(({ connection }) =>
    connection('bans').insert([
      { community_id: forum.communityId, user_id: bea.id, until: 0, created_at: 1 },
      { community_id: forum.guardedId, user_id: bea.id, until: stoa.clock.now() - HOUR_MS, created_at: 1 },
    ]),
  )
  const first = (await stoa.call('networkPeople', { limit: 3 }, asAdmin())).body.payload
  expect(first.items.map(({ username }) => username)).toEqual(['ada_demo', 'admin_demo', 'bea_demo'])
  expect(first.items[1]).toMatchObject({ networkAdmin: true, adminDomain: null, bans: 0 })
  expect(first.items[2]).toMatchObject({ networkAdmin: false, bans: 1 })
  const second = (await stoa.call('networkPeople', { limit: 3, cursor: first.cursor ?? '' }, asAdmin())).body.payload
  expect(second.items.map(({ username }) => username)).toEqual(['cem_demo', 'mod_demo'])
  expect(second.items[0]).toMatchObject({ adminDomain: 'garden' })
  expect(second.hasMore).toBe(false)
  const found = (await stoa.call('networkPeople', { query: 'MOD' }, asAdmin())).body.payload
  expect(found.items.map(({ username }) => username)).toEqual(['mod_demo'])
})

test('registered sites by address, page by page', async () => {
  const { partnerOrigins } = forum.stoa.app.services
  for (const host of ['c.example', 'a.example', 'b.example:8080'])
    await partnerOrigins.register(forum.communityId, `https://${host}`)
  await partnerOrigins.register(forum.guardedId, 'https://a.example')
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const input: CallInput<'networkOrigins'> = { limit: 2, ...(cursor !== null && { cursor }) }
    const page: CallOutput<'networkOrigins'> = (await forum.stoa.call('networkOrigins', input, asAdmin())).body.payload
    seen.push(...page.items.map(({ origin, tokenName }) => `${origin} ${tokenName}`))
    cursor = page.cursor
  } while (cursor !== null)
  expect(seen).toHaveLength(new Set(seen).size)
  expect(seen.filter((line) => line.startsWith('https://a.'))).toHaveLength(2)
  expect(seen).toContain('https://b.example:8080 FORUM')
  const found = (await forum.stoa.call('networkOrigins', { query: 'B.ex' }, asAdmin())).body.payload
  expect(found.items.map(({ origin }) => origin)).toEqual(['https://b.example:8080'])
})

test('the log has decisions and operators’ commands in their order, and can be filtered', async () => {
  const { stoa, ada, moderator } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id: commentId } = await forum.say(ada.token, { postId, content: 'Hello there.' })
  await forum.hide(moderator.token, { commentId, reason: 'spam' })
  stoa.clock.advance(1000)
  await stoa.database.transaction((tx) =>
    stoa.app.services.operatorLog.record(tx, { action: 'renamed', userId: ada.id }),
  )
  const { items } = (await stoa.call('networkLog', {}, asAdmin())).body.payload
  expect(items.slice(0, 2)).toMatchObject([
    { action: null, detail: 'renamed', act: 'renamed', about: '', person: 'ada_demo', actor: '', tokenName: '' },
    { action: 'commentHidden', act: null, actor: 'mod_demo', person: 'ada_demo', tokenName: 'FORUM', commentId },
  ])
  const page = (await stoa.call('networkLog', { limit: 1 }, asAdmin())).body.payload
  const next = (await stoa.call('networkLog', { limit: 1, cursor: page.cursor ?? '' }, asAdmin())).body.payload
  expect(next.items[0]?.action).toBe('commentHidden')
  const filtered = (await stoa.call('networkLog', { community: 'FORUM', group: 'comments' }, asAdmin())).body.payload
  expect(filtered.items[0]?.action).toBe('commentHidden')
  const elsewhere = (await stoa.call('networkLog', { community: 'GUARDED', group: 'comments' }, asAdmin())).body.payload
  expect(elsewhere.items).toEqual([])
})

test('the log has what admins do to the installation, with the admin', async () => {
  const { stoa } = forum
  const send = asAdmin()
  await stoa.app.services.servedDomains.prepare()
  const name = 'default'
  const { settings } = (await stoa.call('domainGet', { name }, send)).body.payload.domain
  await stoa.call('domainSave', { name, baseVersion: 1, settings: { ...settings, money: false } }, send)
  await stoa.call('domainPublish', { name, version: 2 }, send)
  await stoa.call('domainCreate', { name: 'park', host: 'park.example' }, send)
  await stoa.call('domainHostEdit', { name: 'park', host: 'www.park.example', action: 'add' }, send)
  await stoa.call('domainDelete', { name: 'park' }, send)
  await stoa.call('menuSave', { name, revision: 0, items: [] }, send)
  const texts = { en: { title: 'Rules', postContent: '{"blocks":[]}' } }
  const { page } = (await stoa.call('pageSave', { domainName: name, slug: 'rules', texts }, send)).body.payload
  const about = { domainName: name, pageId: page.id, revision: page.revision }
  await stoa.call('pagePublish', { ...about, publish: true }, send)
  await stoa.call('pageDelete', { domainName: name, pageId: page.id }, send)
  const image = '/media/demo/tea.webp'
  const ad = { name: 'Tea', image, alt: 'Tea', link: 'https://tea.example', startsAt: 0, endsAt: null, share: 10 }
  const { inset } = (await stoa.call('insetSave', { name, inset: ad }, send)).body.payload
  await stoa.call('insetDelete', { name, insetId: inset.id }, send)
  const jobId = stoa.app.ids.next()
  const times = { run_at: stoa.clock.now() + HOUR_MS, created_at: 1 }
  const job = { id: jobId, kind: 'send mail', payload: '{"mailId":"x"}', state: 'parked', tries: 100, last_error: '' }
  await stoa.database.transaction(({ connection }) => connection('jobs').insert({ ...job, ...times }))
  await stoa.call('networkJobRetry', { jobId }, send)
  await stoa.call('viewAsStart', { role: 'moderator' }, send)
  const { items } = (await stoa.call('networkLog', {}, send)).body.payload
  const acts = items.filter(({ action, actor, person }) => action === null && actor === 'admin_demo' && person === '')
  // An earlier test has retried a job, too.
  expect(
    acts
      .map(({ detail }) => detail)
      .toReversed()
      .slice(-13),
  ).toEqual([
    'saved domain default',
    'published domain default',
    'turned off money of default',
    'created domain park',
    'added host of park',
    'deleted domain park',
    'saved menu of default',
    'published page of default',
    'deleted page of default',
    'saved ad of default',
    'deleted ad of default',
    `retried job ${jobId}`,
    'viewed as moderator',
  ])
  // For pages in any language.
  expect(acts.slice(0, 3).map(({ act, about, days }) => ({ act, about, days }))).toEqual([
    { act: 'viewedAs', about: 'moderator', days: null },
    { act: 'retriedJob', about: jobId, days: null },
    { act: 'deletedAd', about: 'default', days: null },
  ])
  expect(acts.filter(({ act }) => act === null)).toEqual([])
})

test('emails that couldn’t be sent, with their reason', async () => {
  const { stoa } = forum
  const row = { kind: 'send mail', payload: '{"mailId":"x"}', run_at: stoa.clock.now() + HOUR_MS, created_at: 1 }
  await stoa.database.transaction(({ connection }) =>
    connection('jobs').insert([
      { ...row, id: stoa.app.ids.next(), state: 'parked', tries: 100, last_error: 'The mailbox is full.' },
      { ...row, id: stoa.app.ids.next(), state: 'waiting', tries: 0, last_error: '' },
    ]),
  )
  const { items } = (await stoa.call('networkMail', {}, asAdmin())).body.payload
  expect(items).toMatchObject([{ state: 'parked', lastError: 'The mailbox is full.' }])
  // Those tried again are listed, too; each is on one page only, the newest first.
  const failed = Array.from({ length: 6 }, (_, index) => ({
    ...{ ...row, id: stoa.app.ids.next(), state: index % 2 === 0 ? 'waiting' : 'parked', tries: 1 },
    ...{ kind: index % 3 === 0 ? 'send news' : 'send mail', last_error: `Reason ${index}` },
  }))
  await stoa.database.transaction(({ connection }) => connection('jobs').insert(failed))
  const reasons: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const asked: { limit: number; cursor?: string } = { limit: 3, ...(cursor !== null && { cursor }) }
    const { payload } = (await stoa.call('networkMail', asked, asAdmin())).body
    reasons.push(...payload.items.map(({ lastError }) => lastError))
    cursor = payload.cursor
    pages += 1
  } while (cursor !== null)
  expect([pages, reasons]).toEqual([3, [...[5, 4, 3, 2, 1, 0].map((one) => `Reason ${one}`), 'The mailbox is full.']])
  const { health } = (await stoa.call('networkHealth', {}, asAdmin())).body.payload
  expect(health.mail.failed).toBe(7)
  expect((await stoa.call('networkMail', { cursor: 'x' }, asAdmin())).body.code).toBe('CURSOR_INVALID')
})

test('files of everybody, newest first, and nothing for others', async () => {
  const { stoa } = forum
  expect((await stoa.call('networkFiles', {}, asAdmin())).body.payload).toEqual({
    items: [],
    cursor: null,
    hasMore: false,
  })
  for (const name of [
    'networkHealth',
    'networkPeople',
    'networkOrigins',
    'networkFiles',
    'networkMail',
    'networkLog',
  ] as const)
    expect((await stoa.call(name, {}, { token: forum.moderator.token })).status).toBe(403)
})
