import { type EntityType, PostStatus, REMINDER_MAX_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

/** Less than an hour, so that access tokens stay valid. */
const STEP = 5000

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { notifications } = notificationRecipients(() => forum.stoa)
const { signedUp, merge } = mergeActions(() => forum.stoa, 'saver')

type Person = { id: string; token: string }

const inSteps = (steps: number) => forum.stoa.clock.now() + steps * STEP
const save = ({ token }: Person, postId: string, isSaved = true) =>
  forum.stoa.call('postSave', { postId, save: isSaved }, { token })
const remindOf = ({ token }: Person, input: { entityType: EntityType; entityId: string; remindAt: number | null }) =>
  forum.stoa.call('saveRemind', input, { token })
const remind = (person: Person, entityId: string, remindAt: number | null) =>
  remindOf(person, { entityType: 'Post', entityId, remindAt })
const saved = async ({ token }: Person) => (await forum.stoa.call('savedList', {}, { token })).body.payload.items
const reminders = async (person: Person) => {
  await forum.stoa.app.jobs.drain()
  return (await notifications(person)).filter(({ kind }) => kind === 'reminder')
}
async function pass(steps: number) {
  forum.stoa.clock.advance(steps * STEP)
  await forum.stoa.app.jobs.drain()
}

test('a reminder of a saved item is shown in the list and comes once, at its time', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.bea.token, { postId, content: 'Worth reading' })
  await save(reader, postId)
  await forum.stoa.call('commentSave', { commentId, save: true }, { token: reader.token })
  const at = inSteps(3)
  expect((await remind(reader, postId, at)).body.payload).toEqual({ remindAt: at })
  await remindOf(reader, { entityType: 'Comment', entityId: commentId, remindAt: inSteps(5) })
  expect((await saved(reader)).find(({ id }) => id === postId)).toMatchObject({ remindAt: at })
  await pass(2)
  expect(await reminders(reader)).toEqual([])
  await pass(2)
  expect(await reminders(reader)).toMatchObject([{ post: { id: postId }, comment: null, actors: [], actorCount: 0 }])
  expect((await saved(reader)).find(({ id }) => id === postId)).not.toHaveProperty('remindAt')
  await pass(2)
  expect(await reminders(reader)).toMatchObject([{ comment: { id: commentId }, excerpt: 'Worth reading' }, {}])
  await pass(48)
  expect(await reminders(reader)).toHaveLength(2)
})

test('another time replaces it, and none or unsaving ends it', async () => {
  const reader = await signedUp()
  const [changed, ended, unsaved] = [await forum.newPost(), await forum.newPost(), await forum.newPost()]
  for (const postId of [changed, ended, unsaved]) {
    await save(reader, postId)
    await remind(reader, postId, inSteps(1))
  }
  await remind(reader, changed, inSteps(10))
  expect((await remind(reader, ended, null)).body.payload).toEqual({ remindAt: null })
  await save(reader, unsaved, false)
  await pass(2)
  expect(await reminders(reader)).toEqual([])
  await save(reader, unsaved)
  await pass(10)
  expect((await reminders(reader)).map(({ post }) => post?.id)).toEqual([changed])
})

test('whoever opens the dialog again sees the present reminder, and only they', async () => {
  const [reader, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  const seen = async ({ token }: typeof reader) =>
    (await forum.stoa.call('saveRemindGet', { entityId: postId }, { token })).body.payload.remindAt
  await save(reader, postId)
  await save(other, postId)
  expect(await seen(reader)).toBeNull()
  await remind(reader, postId, inSteps(1))
  expect([await seen(reader), await seen(other)]).toEqual([inSteps(1), null])
  await remind(reader, postId, null)
  expect(await seen(reader)).toBeNull()
})

test('only what is saved, and only times within a year', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  expect((await remind(reader, postId, inSteps(1))).body.code).toBe('NOT_FOUND')
  await save(reader, postId)
  expect((await remindOf(reader, { entityType: 'Comment', entityId: postId, remindAt: inSteps(1) })).body.code).toBe(
    'NOT_FOUND',
  )
  for (const at of [forum.stoa.clock.now(), forum.stoa.clock.now() + REMINDER_MAX_MS + 1]) {
    expect((await remind(reader, postId, at)).body.details).toMatchObject([{ field: 'remindAt' }])
  }
})

test('nothing comes about what is no longer visible', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  await save(reader, postId)
  await remind(reader, postId, inSteps(1))
  const status = PostStatus.hiddenByAdmin
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: postId }).update({ status }),
  )
  await pass(2)
  expect(await reminders(reader)).toEqual([])
})

test('a reminder survives a merge, and comes to the main account', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  await save(other, postId)
  await remind(other, postId, inSteps(1))
  await merge(main, other)
  expect(await saved(main)).toMatchObject([{ id: postId, remindAt: inSteps(1) }])
  await remind(main, postId, inSteps(4))
  await pass(2)
  expect(await reminders(main)).toEqual([])
  await pass(3)
  expect(await reminders(main)).toMatchObject([{ post: { id: postId } }])
})

test.each([
  { ofMain: 1, ofOther: 5 },
  { ofMain: 5, ofOther: 1 },
])('after a merge each reminder of an item comes at its time: $ofMain, $ofOther', async ({ ofMain, ofOther }) => {
  const [main, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  for (const person of [main, other]) await save(person, postId)
  await remind(main, postId, inSteps(ofMain))
  await remind(other, postId, inSteps(ofOther))
  const [first, second] = [inSteps(1), inSteps(5)]
  await merge(main, other)
  expect(await saved(main)).toMatchObject([{ id: postId, remindAt: first }])
  await pass(2)
  expect(await reminders(main)).toMatchObject([{ post: { id: postId }, count: 1 }])
  expect(await saved(main)).toMatchObject([{ id: postId, remindAt: second }])
  await pass(4)
  expect(await reminders(main)).toMatchObject([{ post: { id: postId }, count: 2 }])
})
