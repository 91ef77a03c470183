import { type CallInput, CommentStatus, type Notification } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/logging/logger.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { begin, confirm, choose, mailedAfter, mails, signInAgain } = mailRecipients(() => forum)
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

/** A comment that needs approval. */
async function hold(content: string, by = forum.ada): Promise<string> {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const input = { tokenName: 'GUARDED', postId, content }
  const { body } = await forum.stoa.call('commentCreate', input, { token: by.token })
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
  for (const person of [forum.ada, forum.bea, forum.admin]) expect(await waiting(person)).toEqual([])
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

/** The moderator's mails of this test after some minutes. */
const mailed = async () =>
  (await mailedAfter(6 * MINUTE_MS)).filter((mail) => mail.includes(`To: ${forum.moderator.id}@`))

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
    await other.background.settled()
  }
  await signInAgain()
  expect(await waiting(moderator)).toMatchObject([{ count: 1 }])
  expect(await mails()).toHaveLength(1)
})
