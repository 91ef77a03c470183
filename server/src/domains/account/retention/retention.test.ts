import type { RetentionKind } from '@stoa/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import type { OldData } from '../../../platform/database/old-rows.ts'
import { retentionRepository } from './repository.ts'
import { createRetention } from './service.ts'

let forum: Forum
beforeEach(async () => {
  forum = await startForum()
})
afterEach(() => forum.stoa.close().then(() => forum.issuer.close()))

const tokenName = 'FORUM'

/** Calls as somebody, whose tokens end while tests let days pass. */
async function as(person: { id: string }): Promise<{ token: string }> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
  return { token: signedIn.accessToken }
}
const set = async (kind: RetentionKind, days: number, person: { id: string } = forum.admin) =>
  forum.stoa.call('networkRetentionSet', { kind, days }, await as(person))
const kept = async (kind: RetentionKind) => {
  const { body } = await forum.stoa.call('networkRetention', {}, await as(forum.admin))
  return body.payload.items.find((one) => one.kind === kind)
}
const run = (kind: RetentionKind) => forum.stoa.app.services.retention.run(kind)
const rows = async (table: string) => Number((await forum.stoa.database.read(table).count({ n: '*' }))[0]?.n)
const check = () => forum.stoa.app.services.integrity.check()
const pass = (days: number) => forum.stoa.clock.advance(days * DAY_MS)

async function edit(postId: string, text: string, person = forum.ada): Promise<void> {
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
  const input = { tokenName, postId, title: 'A long title', postContent, saveAsDraft: false }
  expect((await forum.stoa.call('postEdit', input, await as(person))).status).toBe(200)
}
async function hide(input: { postId?: string; commentId?: string }, person: { id: string }, hidden = true) {
  const { postId, commentId = '' } = input
  const by = await as(person)
  const { status } = postId
    ? await forum.stoa.call('postDelete', { tokenName, postId, hidden }, by)
    : await forum.stoa.call('commentDelete', { tokenName, commentId, hidden }, by)
  expect(status).toBe(200)
}

test('network admins change a period, the log names it, and too short ones are refused', async () => {
  expect(await kept('notifications')).toMatchObject({ days: 90, defaultDays: 90, rows: null, ranAt: null })
  expect((await set('revisions', 30)).body.payload.items).toContainEqual(
    expect.objectContaining({ kind: 'revisions', days: 30 }),
  )
  expect((await set('revisions', 30)).status).toBe(200)
  const refused = await set('revisions', 1)
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect((await set('revisions', 0)).status).toBe(200)
  expect((await set('revisions', 30, forum.moderator)).body.code).toBe('FORBIDDEN')
  const { body } = await forum.stoa.call('networkLog', {}, await as(forum.admin))
  const acts = body.payload.items.map(({ detail }) => detail).filter((detail) => detail.startsWith('keeps'))
  expect(acts).toEqual(['keeps revisions forever', 'keeps revisions 30 days'])
  const periods = body.payload.items.filter(({ act }) => act === 'keeps').map(({ about, days }) => [about, days])
  expect(periods).toEqual([
    ['revisions', 0],
    ['revisions', 30],
  ])
})

test('former texts of posts and comments end with their period, and later ones still show their changes', async () => {
  const { ada, bea, stoa } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await edit(postId, 'First change')
  const { id: commentId } = await forum.say(bea.token, { postId, content: 'Before' })
  await stoa.call('commentEdit', { tokenName, commentId, content: 'After' }, { token: bea.token })
  pass(20)
  await edit(postId, 'Second change')
  expect([await rows('post_revisions'), await rows('comment_revisions')]).toEqual([2, 1])
  await run('revisions')
  expect(await kept('revisions')).toMatchObject({ rows: 3, removed: 0, ranAt: stoa.clock.now() })
  await set('revisions', 10)
  await run('revisions')
  expect(await kept('revisions')).toMatchObject({ rows: 1, removed: 2 })
  const { items } = (await stoa.call('postRevisionList', { postId }, await as(ada))).body.payload
  const revisionId = items[0]?.id ?? ''
  const { revision, ...versions } = (await stoa.call('postRevisionGet', { postId, revisionId }, await as(ada))).body
    .payload
  expect(revision.id).toBe(revisionId)
  expect(JSON.stringify(versions.before)).toContain('First change')
  expect(JSON.stringify(versions.after)).toContain('Second change')
  expect(await check()).toEqual([])
})

test('former texts stay while a decision about them is pending', async () => {
  const { ada, bea, stoa } = forum
  const [postId, reported] = [
    await forum.newPost({ publisherId: ada.id }),
    await forum.newPost({ publisherId: ada.id }),
  ]
  for (const id of [postId, reported]) await edit(id, 'Harmless now')
  const { id: commentId } = await forum.say(bea.token, { postId, content: 'Bad words' })
  await stoa.call('commentEdit', { tokenName, commentId, content: 'Good words' }, { token: bea.token })
  const report = { tokenName, reportReason: 'spam' } as const
  await stoa.call('reportCreate', { ...report, reportedType: 'Post', reportedPostId: reported }, { token: bea.token })
  const ofComment = { ...report, reportedType: 'Comment', reportedCommentId: commentId } as const
  expect((await stoa.call('reportCreate', ofComment, { token: ada.token })).status).toBe(200)
  await set('revisions', 10)
  pass(11)
  await run('revisions')
  expect(await kept('revisions')).toMatchObject({ rows: 2, removed: 1 })
  expect(await stoa.database.read('post_revisions').pluck('post_id')).toEqual([reported])
  await stoa.database.transaction(({ connection }) => connection('report_items').update({ open_key: null }))
  await run('revisions')
  expect(await kept('revisions')).toMatchObject({ rows: 0, removed: 2 })
})

test('what authors have hidden is erased, unless it was restored, hidden later or reported', async () => {
  const { ada, bea, stoa } = forum
  const [gone, restored] = [await forum.newPost({ publisherId: ada.id }), await forum.newPost({ publisherId: ada.id })]
  const postId = await forum.newPost({ publisherId: ada.id })
  const say = async (content: string) => (await forum.say(bea.token, { postId, content })).id
  const [erased, back, reported] = [await say('Erase me'), await say('Keep me'), await say('Bad words')]
  const { id: reply } = await forum.say(ada.token, { postId, replyToCommentId: erased, content: 'A reply' })
  const report = { tokenName, reportedType: 'Comment', reportedCommentId: reported, reportReason: 'spam' } as const
  expect((await stoa.call('reportCreate', report, { token: ada.token })).status).toBe(200)
  for (const id of [gone, restored]) await hide({ postId: id }, ada)
  for (const commentId of [erased, back, reported]) await hide({ commentId }, bea)
  await set('hiddenContent', 30)
  pass(20)
  await hide({ postId: restored }, ada, false)
  await hide({ commentId: back }, bea, false)
  await hide({ commentId: back }, bea)
  pass(11)
  await run('hiddenContent')
  const texts = await stoa.database.read('comments').whereIn('id', [erased, back, reported, reply]).orderBy('id')
  expect(texts.map(({ content }) => content)).toEqual(['', 'Keep me', 'Bad words', 'A reply'])
  expect(texts[0]?.publisher_id).toBe('')
  const titles = await stoa.database.read('posts').whereIn('id', [gone, restored]).orderBy('id')
  expect(titles.map(({ title }) => title === '')).toEqual([true, false])
  expect(await kept('hiddenContent')).toMatchObject({ removed: 2, rows: 2 })
  expect(await check()).toEqual([])
  pass(30)
  await run('hiddenContent')
  expect(await kept('hiddenContent')).toMatchObject({ removed: 1, rows: 1 })
  expect(await check()).toEqual([])
})

test('numbers and acts of admins end with their periods', async () => {
  const { stoa } = forum
  const now = stoa.clock.now()
  const hourOf = (days: number) => Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS
  await stoa.database.transaction(async ({ connection }) => {
    const numbers = { visits: 1, page_views: 1, sign_ups: 0, new_posts: 0, new_comments: 0, members: 0 }
    const about = { domain_name: '', community_id: '', new_reports: 0, decisions: 0, decision_ms: 0 }
    const hours = Array.from({ length: 300 }, (_, index) => hourOf(200) + index * HOUR_MS)
    for (const hour of [...hours, hourOf(1)]) await connection('hourly_numbers').insert({ ...about, ...numbers, hour })
    const day = { time_zone: 'UTC', community_id: '', in_day: 1, in_week: 1, in_month: 1 }
    for (const days of [200, 1]) await connection('member_days').insert({ ...day, day: hourOf(days) })
  })
  await set('views', 92)
  await set('log', 365)
  await run('views')
  expect([await rows('hourly_numbers'), await rows('member_days')]).toEqual([1, 1])
  expect(await kept('views')).toMatchObject({ removed: 301, rows: 2 })
  pass(400)
  await set('views', 0)
  await run('log')
  expect(await kept('log')).toMatchObject({ removed: 2, rows: 1 })
})

test('two runs at once delete every batch of a long list', async () => {
  const { stoa, ada } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await stoa.database.transaction(async ({ connection }) => {
    for (let count = 0; count < 250; count += 1) {
      const row = { id: stoa.app.ids.next(), post_id: postId, editor_id: ada.id, title: '', content: '{"blocks":[]}' }
      await connection('post_revisions').insert({ ...row, created_at: stoa.clock.now() })
    }
  })
  await set('revisions', 7)
  pass(8)
  await Promise.all([run('revisions'), run('revisions')])
  expect(await rows('post_revisions')).toBe(0)
})

test('a period that is extended while the job runs counts at once', async () => {
  const { database, clock, app } = forum.stoa
  let batches = 0
  const endless: OldData = {
    async forget({ connection }) {
      batches += 1
      if (batches === 3) await retentionRepository(connection).save('revisions', { days: 0 })
      return { removed: 1, after: '' }
    },
    count: async () => 5,
  }
  const none: OldData[] = []
  const data = { views: none, log: none, notifications: none, discardedDrafts: none, hiddenContent: none }
  const { operatorLog } = app.services
  await set('revisions', 7)
  await createRetention({ database, clock, operatorLog, data: { ...data, revisions: [endless] } }).run('revisions')
  expect(batches).toBe(3)
  expect(await kept('revisions')).toMatchObject({ days: 0, removed: 3, rows: 5 })
})
