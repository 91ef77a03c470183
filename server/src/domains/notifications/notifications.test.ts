import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** Nobody is told anything yet. */
beforeEach(async () => {
  await forum.stoa.app.background.settled()
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (const table of ['notifications', 'notification_causes', 'notification_mails', 'follows'])
      await connection(table).del()
  })
})

type Person = Forum['ada']

async function told({ token }: Person, input: CallInput<'notificationList'> = {}) {
  await forum.stoa.app.background.settled()
  return (await forum.stoa.call('notificationList', input, { token })).body.payload.items
}
const unread = async ({ token }: Person) => (await forum.stoa.call('me', {}, { token })).body.payload.unread

test('whoever wrote a post or comment is told of answers, once by each, and nobody of their own', async () => {
  const { ada, bea, moderator } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id: own } = await forum.say(ada.token, { postId, content: 'First' })
  expect(await told(ada)).toEqual([])
  await forum.say(bea.token, { postId, content: 'Well\nsaid' })
  const { id: reply } = await forum.say(bea.token, { postId, replyToCommentId: own, content: 'I agree' })
  await forum.say(moderator.token, { postId, replyToCommentId: own, content: 'So do I' })
  const items = await told(ada)
  expect(items).toMatchObject([
    {
      kind: 'reply',
      read: false,
      count: 2,
      actorCount: 2,
      actors: [{ userId: moderator.id }, { userId: bea.id }],
      comment: { parentCommentId: own },
      excerpt: 'So do I',
      community: { tokenName: 'FORUM' },
      decision: null,
    },
    { kind: 'reply', count: 1, actors: [{ userId: bea.id }], post: { id: postId }, excerpt: 'Well said' },
  ])
  expect(await unread(ada)).toEqual({ notifications: 2, unseen: 2 })
  expect(await told(bea)).toEqual([])
  expect(reply).not.toBe('')
})
