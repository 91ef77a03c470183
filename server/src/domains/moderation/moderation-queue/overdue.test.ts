import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailsOf } from '../../../../test/mails.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** Runs what is due after a time. */
async function after(milliseconds: number): Promise<void> {
  const { stoa } = forum
  await stoa.app.background.settled()
  stoa.clock.advance(milliseconds)
  await stoa.app.jobs.drain()
  await stoa.app.background.settled()
}

async function tokenOf({ id }: { id: string }): Promise<string> {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  return signedIn.accessToken
}

async function overdue(person: { id: string }) {
  const token = await tokenOf(person)
  const { items } = (await forum.stoa.call('notificationList', { tab: 'unread' }, { token })).body.payload
  return items.flatMap((item) => (item.overdue === undefined ? [] : [item]))
}

async function hold(content: string): Promise<string> {
  const input = { tokenName: 'GUARDED', postId: await forum.newPost({ communityId: forum.guardedId }), content }
  const { body } = await forum.stoa.call('commentCreate', input, { token: await tokenOf(forum.ada) })
  return body.payload.comment.id
}

test('moderators are told once a day while items have waited for three days', async () => {
  const { stoa, moderator, admin, ada } = forum
  const ids = [await hold('First'), await hold('Second')]
  await after(2 * DAY_MS)
  const late = await hold('Third')
  await after(DAY_MS - HOUR_MS)
  expect(await overdue(moderator)).toEqual([])
  await after(HOUR_MS)
  expect(await overdue(moderator)).toMatchObject([
    { kind: 'overdue', overdue: 2, community: { tokenName: 'GUARDED' }, actors: [], actorCount: 0 },
  ])
  // Only those who decide, not the admins of the network as well.
  expect([await overdue(admin), await overdue(ada)]).toEqual([[], []])
  const [first] = await overdue(moderator)
  const { id, at } = first ?? { id: '', at: 0 }

  // Once a day, as one item.
  await after(12 * HOUR_MS)
  expect(await overdue(moderator)).toMatchObject([{ id, at }])
  await after(12 * HOUR_MS)
  expect(await overdue(moderator)).toMatchObject([{ id, overdue: 2, count: 2 }])
  await after(DAY_MS)
  expect(await overdue(moderator)).toMatchObject([{ id, overdue: 3, count: 3 }])

  // Decided: it is settled, and nothing comes any more.
  const token = await tokenOf(moderator)
  const { items } = (await stoa.call('queueList', { tokenName: 'GUARDED' }, { token })).body.payload
  expect(items.map((item) => item.subjectId).toSorted()).toEqual([...ids, late].toSorted())
  const itemIds = items.map((item) => item.id)
  await stoa.call('queueDecide', { tokenName: 'GUARDED', itemIds, decision: 'approve' }, { token })
  await after(HOUR_MS)
  expect(await overdue(moderator)).toEqual([])
  await after(5 * DAY_MS)
  expect(await overdue(moderator)).toEqual([])
  expect(await stoa.database.read('jobs').where({ kind: 'remind of waiting items' })).toEqual([])
})

test('a repeated job tells nobody twice', async () => {
  const { stoa, moderator, guardedId } = forum
  await hold('Fourth')
  await after(3 * DAY_MS)
  const before = await overdue(moderator)
  expect(before).toMatchObject([{ overdue: 1 }])
  await stoa.database.transaction(({ connection }) =>
    connection('jobs').where({ kind: 'remind of waiting items', job_key: guardedId }).update({ run_at: 1 }),
  )
  await after(HOUR_MS)
  expect(await overdue(moderator)).toEqual(before)
})

test.each([true, false])('they are told by email and on their devices, if they want to (%s)', async (isWanted) => {
  const { stoa, moderator } = forum
  const service = await startPushService(forum)
  const token = await tokenOf(moderator)
  await stoa.database.transaction(async ({ connection }) => {
    await connection('users')
      .where({ id: moderator.id })
      .update({ email: 'mod@mail.example', email_key: 'mod@mail.example' })
  })
  // Not of what is new.
  const switches = { queue: false, overdue: isWanted }
  await stoa.call('notificationSettings', { notificationSettings: { email: switches, push: switches } }, { token })
  await service.subscribe({ token })
  await hold(`Kept waiting ${isWanted}`)
  expect(await service.after(MINUTE_MS)).toEqual([])
  const before = (await mailsOf(stoa)).length
  const pushed = [...(await service.after(3 * DAY_MS)), ...(await service.after(MINUTE_MS))]
  const tag = `community:${forum.guardedId}`
  expect(pushed).toEqual(isWanted ? [expect.objectContaining({ tag, do: 'show' })] : [])
  const { show } = (await stoa.call('pushPending', { tag }, { token: await tokenOf(moderator) })).body.payload
  expect(show.map(({ title }) => title)).toEqual(
    isWanted ? [expect.stringMatching(/items? (?:has|have) waited for three days in /)] : [],
  )
  await after(10 * MINUTE_MS)
  const mails = (await mailsOf(stoa)).slice(before)
  const told = mails.filter((mail) => /mod@mail\.example/.test(mail) && /waited for three days/.test(mail))
  expect(told).toHaveLength(isWanted ? 1 : 0)
  await service.close()
})
