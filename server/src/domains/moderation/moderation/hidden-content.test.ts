import { CommentStatus, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients } from '../../../../test/live-clients.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { moderatorActions } from '../../../../test/moderators.ts'

let forum: Forum
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'hides')
const { ban: banBy } = moderatorActions(() => forum)
type Person = Awaited<ReturnType<typeof signedUp>>

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const ban = (whom: Person, about: Parameters<typeof banBy>[1]) => banBy(whom, about, forum.admin)
const settled = () => forum.stoa.app.background.settled()
const postOf = (id: string) => forum.stoa.database.read('posts').where({ id }).first()

async function newPost({ token }: Person, status: number = PostStatus.published): Promise<string> {
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })
  const input = { tokenName: 'FORUM', title: 'Mine to remove', postContent }
  const { id } = (await forum.stoa.call('postCreate', input, { token })).body.payload.post
  await forum.stoa.database.transaction(({ connection }) => connection('posts').where({ id }).update({ status }))
  return id
}

/** Deletes the account and returns the receipt. */
async function leave(person: Person, content: 'keep' | 'remove') {
  forum.stoa.clock.advance(1001)
  const asked = await forum.stoa.call('userDelete', { confirm: person.username, content }, { token: person.token })
  await forum.stoa.app.jobs.drain()
  return asked.body.payload.receipt
}

describe('posts removed by their author stay removed', () => {
  test('when the ban is lifted from another account of the person', async () => {
    const [main, other] = [await signedUp(), await signedUp()]
    const postId = await newPost(main)
    await merge(main, other)
    await ban(main, { hideContent: true })
    await settled()
    await undo(main, other)
    await leave(main, 'remove')
    await ban(other, { ban: false })
    await settled()
    expect(await postOf(postId)).toMatchObject({ status: PostStatus.hiddenByAdmin, title: '' })
  })

  test('when restoring was in progress', async () => {
    const person = await signedUp()
    const postId = await newPost(person)
    await ban(person, { hideContent: true })
    await settled()
    await forum.stoa.database.transaction(({ connection }) =>
      connection('content_hides').where({ user_id: person.id }).update({ state: 'restoring' }),
    )
    await leave(person, 'remove')
    await forum.stoa.app.jobs.drain()
    expect(await postOf(postId)).toMatchObject({ status: PostStatus.hiddenByAdmin, hidden_by: '', title: '' })
  })
})

test('unpublished content is deleted with the account even if hidden, and counted as a draft', async () => {
  const person = await signedUp()
  const unseen = [
    await newPost(person, PostStatus.pending),
    await newPost(person, PostStatus.waitingForTranscript),
    await newPost(person, PostStatus.scheduled),
  ]
  const draft = await newPost(person, PostStatus.draft)
  const seen = await newPost(person)
  await ban(person, { hideContent: true })
  await settled()
  const receipt = await leave(person, 'keep')
  for (const id of [...unseen, draft]) expect(await postOf(id)).toMatchObject({ title: '' })
  expect(await postOf(seen)).toMatchObject({ title: 'Mine to remove' })
  expect(receipt).toMatchObject({ removed: { drafts: 4 }, keptWithoutName: { posts: 1 } })
})

test('a pending comment becomes pending again, without an event', async () => {
  const { stoa, guardedId, ada, admin } = forum
  const postId = await forum.newPost({ communityId: guardedId })
  const input = { tokenName: 'GUARDED', postId, content: 'Waits' }
  const { id, status } = (await stoa.call('commentCreate', input, { token: ada.token })).body.payload.comment
  expect(status).toBe(CommentStatus.pending)
  const live = createLiveClients(stoa.url)
  const page = await live.connect({ watch: { postIds: [postId] } })
  for (const hide of [true, false]) {
    const decision = { tokenName: 'GUARDED', banUserId: ada.id, ban: hide, hideContent: hide }
    await stoa.call('userBan', decision, { token: admin.token })
    await settled()
  }
  // Events arrive in order: once this one has arrived, so have all earlier ones.
  const last = await stoa.call('commentCreate', { ...input, content: 'Seen' }, { token: admin.token })
  await page.hears(1)
  live.leave()
  expect(page.events.map((event) => JSON.stringify(event).includes(last.body.payload.comment.id))).toEqual([true])
  expect((await stoa.database.read('comments').where({ id }).first()).status).toBe(CommentStatus.pending)
})

test('content hidden through one of a person’s accounts is attributed to the person, and changing the ban keeps it', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const said = await forum.say(other.token, { postId: await forum.newPost() })
  await ban(other, { hideContent: true })
  await settled()
  await merge(main, other)
  const asked = { tokenName: 'FORUM', memberId: main.id }
  const { standing } = (await forum.stoa.call('communityStanding', asked, { token: forum.admin.token })).body.payload
  expect(standing.contentHidden).toBe(true)
  const changed = await ban(main, { timeframe: 7, hideContent: standing.contentHidden })
  await settled()
  expect(changed.body.payload.standing.contentHidden).toBe(true)
  const row = await forum.stoa.database.read('comments').where({ id: said.id }).first()
  expect(row.status).toBe(CommentStatus.hiddenByAdmin)
})
