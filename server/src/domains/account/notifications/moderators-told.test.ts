import { type CallInput, CommentStatus, type Notification, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/logging/logger.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import { SETTLE_QUEUE } from '../../content/checks/index.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { begin, confirm, choose, mailedAfter, mails, signInAgain, write } = mailRecipients(() => forum)
beforeEach(async () => {
  await begin()
  await confirm(forum.moderator)
  await forum.stoa.database.transaction(async ({ connection }) => {
    await connection('comments').where({ status: CommentStatus.pending }).del()
    await connection('report_items').del()
  })
})

/** Runs all jobs that are due. */
async function work(): Promise<void> {
  await forum.stoa.app.background.settled()
  forum.stoa.clock.advance(10_000)
  await forum.stoa.app.jobs.drain()
  await forum.stoa.app.background.settled()
}

async function waiting(person: { token: string }, tab: 'all' | 'unread' = 'unread'): Promise<Notification[]> {
  const { body } = await forum.stoa.call('notificationList', { tab }, { token: person.token })
  return body.payload.items.filter(({ kind }) => kind === 'queue')
}

/** Everybody for whom a notification of a queue is stored, seen or not. */
async function toldIds(): Promise<string[]> {
  const ids = await forum.stoa.database.read('notifications').where({ kind: 'queue' }).pluck('recipient_id')
  return ids.toSorted()
}

/** A comment that needs approval. */
async function hold(
  content: string,
  { by = forum.ada, tokenName = 'GUARDED', communityId = forum.guardedId } = {},
): Promise<string> {
  const postId = await forum.newPost({ communityId })
  const { body } = await forum.stoa.call('commentCreate', { tokenName, postId, content }, { token: by.token })
  return body.payload.comment.id
}

async function approve(...ids: string[]): Promise<void> {
  const { token } = forum.moderator
  const { items } = (await forum.stoa.call('queueList', { tokenName: 'GUARDED' }, { token })).body.payload
  const itemIds = items.flatMap((item) => (ids.includes(item.comment?.id ?? '') ? [item.id] : []))
  const input: CallInput<'queueDecide'> = { tokenName: 'GUARDED', itemIds, decision: 'approve' }
  expect((await forum.stoa.call('queueDecide', input, { token })).body.payload.decided).toHaveLength(ids.length)
}

test('what waits in a community is one notification that counts, and ends when the queue is empty', async () => {
  const first = await hold('One')
  const second = await hold('Two')
  await work()
  expect(await waiting(forum.moderator)).toMatchObject([
    { count: 2, actors: [], actorCount: 0, community: { tokenName: 'GUARDED' }, excerpt: '', decision: null },
  ])
  // Authors and other members aren't told, nor are admins while the community has a moderator.
  expect(await toldIds()).toEqual([forum.moderator.id])
  await approve(first)
  await work()
  expect(await waiting(forum.moderator)).toHaveLength(1)
  await approve(second)
  await work()
  expect(await waiting(forum.moderator)).toEqual([])
  expect(await waiting(forum.moderator, 'all')).toMatchObject([{ read: true }])
  // What is decided before anybody could be told isn't told.
  const third = await hold('Three')
  await approve(third)
  await work()
  expect(await waiting(forum.moderator)).toEqual([])
})

test('nobody is told of a report about what they wrote, or of themselves', async () => {
  const { moderator, bea, stoa } = forum
  const second = await stoa.member('second_mod', { join: ['FORUM'] })
  await stoa.app.services.memberships.setRole(forum.communityId, second.id, {
    moderator: true,
    permissions: ['hideContent'],
  })
  const { id: reportedCommentId } = await forum.say(moderator.token, { postId: await forum.newPost() })
  const about = { tokenName: 'FORUM', reportReason: 'spam' } as const
  const report = { ...about, reportedType: 'Comment', reportedCommentId } as const
  await stoa.call('reportCreate', report, { token: bea.token })
  await work()
  expect([await waiting(moderator), (await waiting(second)).map(({ count }) => count)]).toEqual([[], [1]])
  const member = { ...about, reportedType: 'User', reportedUserId: moderator.id } as const
  await stoa.call('reportCreate', member, { token: bea.token })
  await work()
  expect([await waiting(moderator), (await waiting(second)).map(({ count }) => count)]).toEqual([[], [2]])
  // Without the permission it is gone.
  await stoa.app.services.memberships.setRole(forum.communityId, second.id, { moderator: false, permissions: [] })
  expect(await waiting(second)).toEqual([])
})

/** A person's mails of this test after some time. */
const mailed = async (person = forum.moderator, time = 6 * MINUTE_MS) =>
  (await mailedAfter(time)).filter((mail) => mail.includes(`To: ${person.id}@`))

test('moderators are mailed only if they choose so, and not about what was decided meanwhile', async () => {
  await hold('One')
  await work()
  expect(await mailed()).toEqual([])
  await choose(forum.moderator, { queue: true })
  const decided = await hold('Two')
  await work()
  await approve(decided, ...(await heldIds()).filter((id) => id !== decided))
  await work()
  expect(await mailed()).toEqual([])
  await hold('Three')
  await hold('Four')
  await work()
  const [mail = '', ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail).toMatch(/Subject:.*2 items wait in/s)
  expect(mail).toContain('/bbs/GUARDED/tab/reports')
  expect(mail).not.toContain('Three')
})

async function heldIds(): Promise<string[]> {
  const { token } = forum.moderator
  const { items } = (await forum.stoa.call('queueList', { tokenName: 'GUARDED' }, { token })).body.payload
  return items.flatMap(({ comment }) => comment?.id ?? [])
}

test('network admins are told and mailed of what waits in a community without moderators', async () => {
  const { stoa, admin, ada } = forum
  const communityId = await seedCommunity(stoa, { tokenName: 'LONELY' })
  await write('communities', { id: communityId }, { approve_comments: 1 })
  await stoa.call('communityJoin', { tokenName: 'LONELY', join: true }, { token: ada.token })
  await confirm(admin)
  await choose(admin, { queue: true, digest: true })
  await hold('One', { tokenName: 'LONELY', communityId })
  await hold('Two', { tokenName: 'LONELY', communityId })
  await work()
  expect(await toldIds()).toEqual([admin.id])
  expect(await waiting(admin)).toMatchObject([{ count: 2, community: { tokenName: 'LONELY' } }])
  const [mail = '', ...others] = await mailed(admin)
  expect(others).toEqual([])
  expect(mail).toMatch(/Subject:.*2 items wait in/s)
  expect(mail).not.toContain('Two')
})

test('network admins are told of what the only moderator may not decide', async () => {
  const { stoa, admin, ada, bea, moderator, guardedId } = forum
  await stoa.call('communityJoin', { tokenName: 'GUARDED', join: true }, { token: bea.token })
  // The moderator's own comment.
  const { id: reportedCommentId } = await forum.say(moderator.token, {
    tokenName: 'GUARDED',
    postId: await forum.newPost({ communityId: guardedId }),
  })
  const report = { tokenName: 'GUARDED', reportReason: 'spam', reportedType: 'Comment', reportedCommentId } as const
  expect((await stoa.call('reportCreate', report, { token: bea.token })).status).toBe(200)
  await work()
  expect(await toldIds()).toEqual([admin.id])
  expect(await waiting(admin)).toMatchObject([{ count: 1, community: { tokenName: 'GUARDED' } }])
  // Nobody moderates stories there.
  const status = PostStatus.hiddenByPublisher
  const storyId = await forum.newPost({ communityId: guardedId, publisherId: ada.id, status, kind: 'story' })
  await write('posts', { id: storyId }, { former_status: PostStatus.pending })
  const restored = { tokenName: 'GUARDED', postId: storyId, hidden: false }
  expect((await stoa.call('postDelete', restored, { token: ada.token })).status).toBe(200)
  await work()
  expect(await waiting(admin)).toMatchObject([{ count: 2 }])
  expect(await toldIds()).toEqual([admin.id])
  await write('posts', { id: storyId }, { status })
})

test('those who can judge an appeal are told of it; without any, the network admins', async () => {
  const { stoa, admin, ada, moderator, guardedId } = forum
  const appealOne = async () => {
    const commentId = await hold('Hidden')
    const input = { tokenName: 'GUARDED', commentId, hidden: true, reason: 'spam' } as const
    expect((await stoa.call('commentDelete', input, { token: moderator.token })).status).toBe(200)
    await work()
    await stoa.database.transaction(({ connection }) => connection('notifications').del())
    const { items } = (await stoa.call('decisionList', {}, { token: ada.token })).body.payload
    const about = { activityId: items[0]?.activityId ?? '', text: 'It was fine.' }
    expect((await stoa.call('appealCreate', about, { token: ada.token })).status).toBe(200)
    await work()
    return toldIds()
  }
  expect(await appealOne()).toEqual([admin.id])
  const judge = await stoa.member('second_judge', { join: ['GUARDED'] })
  const role = { moderator: true, permissions: ['hideContent' as const] }
  await stoa.app.services.memberships.setRole(guardedId, judge.id, role)
  expect(await appealOne()).toEqual([judge.id])
  await stoa.app.services.memberships.setRole(guardedId, judge.id, { moderator: false, permissions: [] })
  await stoa.database.transaction(({ connection }) => connection('appeals').del())
})

test('a mail counts what waits when it is sent', async () => {
  await choose(forum.moderator, { queue: true })
  const ids = [await hold('One'), await hold('Two'), await hold('Three')]
  await work()
  await approve(...ids.slice(1))
  await work()
  const [mail = '', ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail).toMatch(/Subject:.*1 item waits in/s)
})

test('mails and digests leave out queues that are empty, also for those who are not told on the site', async () => {
  const { stoa, moderator } = forum
  const notificationSettings = { email: { queue: true, digest: true }, onSite: { queue: false } }
  await stoa.call('notificationSettings', { notificationSettings }, { token: moderator.token })
  const decided = await hold('One')
  await work()
  await approve(decided)
  await work()
  expect(await mailed()).toEqual([])
  expect(await mailed(moderator, 7 * DAY_MS)).toEqual([])
  // The digest counts, too.
  const more = { email: { queue: false, digest: true } }
  await stoa.call('notificationSettings', { notificationSettings: more }, { token: moderator.token })
  const ids = [await hold('Two'), await hold('Three')]
  await work()
  await approve(...ids.slice(1))
  await work()
  const [digest = ''] = await mailed(moderator, 7 * DAY_MS)
  expect(digest).toMatch(/1 item waits in/)
})

test('what its author takes back is neither shown as unread nor mailed', async () => {
  const { stoa, moderator, ada, guardedId } = forum
  await choose(moderator, { queue: true })
  await write('communities', { id: guardedId }, { approve_posts: 1 })
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Waits for approval' } }] })
  const makePost = async () => {
    const input = { tokenName: 'GUARDED', title: 'Waits', postContent }
    const { body } = await stoa.call('postCreate', input, { token: ada.token })
    return { postId: body.payload.post.id }
  }
  const makeComment = async () => ({ commentId: await hold('Mine') })
  for (const [make, call] of [
    [makePost, 'postDelete'],
    [makePost, 'contentDelete'],
    [makeComment, 'commentDelete'],
    [makeComment, 'contentDelete'],
  ] as const) {
    const made = await make()
    await work()
    expect(await waiting(moderator)).toHaveLength(1)
    const input = { tokenName: 'GUARDED', ...made, ...(call === 'contentDelete' ? {} : { hidden: true }) }
    expect((await stoa.call(call, input as CallInput<typeof call>, { token: ada.token })).status).toBe(200)
    await work()
    expect(await waiting(moderator)).toEqual([])
  }
  await write('communities', { id: guardedId }, { approve_posts: 0 })
  expect(await mailed()).toEqual([])
})

test('an earlier notification of overdue items ends with the queue, too', async () => {
  const { stoa, moderator, guardedId } = forum
  const id = await hold('Old')
  await work()
  const about = { recipient_id: moderator.id, kind: 'queue' }
  const row = await stoa.database.read('notifications').where(about).first()
  const target_id = sha256(`overdue ${guardedId}`).slice(0, 20)
  await stoa.database.transaction(({ connection }) =>
    connection('notifications').insert({ ...row, id: stoa.app.ids.next(), target_id }),
  )
  const unread = () =>
    stoa.database
      .read('notifications')
      .where({ ...about, unread: 1 })
      .pluck('target_id')
  expect((await unread()).toSorted()).toEqual([guardedId, target_id].toSorted())
  await approve(id)
  await work()
  expect(await unread()).toEqual([])
})

test('a queue is settled once for all its moderators, and only changes are announced', async () => {
  const { stoa, moderator, guardedId } = forum
  const { memberships, notifications } = stoa.app.services
  const all = [moderator.id]
  const settle = async () => {
    const changed: string[] = []
    const stop = stoa.app.events.subscribe(({ name, event }) => {
      if (name === 'notification.changed') changed.push((event as { userId: string }).userId)
    })
    const queries = await queriesOf(stoa, () => notifications.settleQueue(guardedId))
    await stoa.app.background.settled()
    stop()
    return { queries: queries.length, changed: changed.toSorted() }
  }
  const settleAfterDecisions = async () => {
    const ids = [await hold('One'), await hold('Two')]
    await work()
    expect(await toldIds()).toEqual(all.toSorted())
    for (const id of ids) await approve(id)
    await stoa.app.background.settled()
    const jobs = await stoa.database.read('jobs').where({ kind: SETTLE_QUEUE.name })
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([{ communityId: guardedId }])
    return settle()
  }
  const one = await settleAfterDecisions()
  expect(one.changed).toEqual(all)
  for (let n = 0; n < 5; n += 1) {
    const { id } = await stoa.member(`helper_${n}`, { join: ['GUARDED'] })
    await memberships.setRole(guardedId, id, { moderator: true, permissions: ['hideContent'] })
    all.push(id)
  }
  const many = await settleAfterDecisions()
  expect(many).toEqual({ queries: one.queries, changed: all.toSorted() })
  expect((await settle()).changed).toEqual([])
  for (const id of all.slice(1)) await memberships.setRole(guardedId, id, { moderator: false, permissions: [] })
})

test('of several servers one tells and mails, once, also after one of them died in between', async () => {
  const { stoa, moderator } = forum
  const { settings, clock, database } = stoa
  await choose(moderator, { queue: true })
  const other = createApp({ config: readConfig(settings), database, clock, logger: createLogger('silent') })
  // The notification can't be stored at first, so the job stays.
  await database.transaction(({ connection }) =>
    connection('users').where({ id: moderator.id }).update({ notification_settings: '{' }),
  )
  await hold('One')
  await work()
  await database.transaction(({ connection }) =>
    connection('users').where({ id: moderator.id }).update({ notification_settings: '{"email":{"queue":true}}' }),
  )
  expect(await waiting(moderator)).toEqual([])
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(MINUTE_MS)
    await Promise.all([stoa.app.jobs.drain(), other.jobs.drain()])
    // A mail that is still being sent a minute later would be sent again.
    await Promise.all([stoa.app.background.settled(), other.background.settled()])
  }
  await signInAgain()
  expect(await waiting(moderator)).toMatchObject([{ count: 1 }])
  expect(await mails()).toHaveLength(1)
})
