import { type CallOutput, PostStatus } from '@stoa/contract'
import { ROLES } from '@stoa/contract/fixtures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { mayRead, startReadingScene } from '../../../../test/matrices/permission-reading.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { markRepository } from './repository.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'keeper')

type Person = { id: string; token: string }

const savePost = ({ token }: { token: string }, postId: string, save = true) =>
  forum.stoa.call('postSave', { postId, save }, { token })
const saveComment = ({ token }: { token: string }, commentId: string, save = true) =>
  forum.stoa.call('commentSave', { commentId, save }, { token })
const list = async ({ token }: { token: string }, input: { limit?: number; cursor?: string } = {}) =>
  (await forum.stoa.call('savedList', input, { token })).body.payload
const idsOf = ({ items }: CallOutput<'savedList'>) => items.map(({ id }) => id)
/** Ids on all pages. */
async function allOf(
  ask: (input: { limit: number; cursor?: string }) => Promise<{ body: { payload: CallOutput<'savedList'> } }>,
) {
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { payload } = (await ask({ limit: 100, ...(cursor ? { cursor } : {}) })).body
    found.push(...idsOf(payload))
    cursor = payload.cursor
  }
  return found
}
const rowsOf = ({ id }: Person) => forum.stoa.database.read('saves').where({ user_id: id })
const setStatus = (table: 'posts' | 'comments', id: string, status: number) =>
  forum.stoa.database.transaction(({ connection }) => connection(table).where({ id }).update({ status }))

test('posts and comments are in one list, last saved first, page by page', async () => {
  const reader = await signedUp()
  const wanted: string[] = []
  for (let number = 0; number < 5; number += 1) {
    const postId = await forum.newPost()
    const { id: commentId } = await forum.say(forum.ada.token, { postId })
    forum.stoa.clock.advance(1)
    expect((await savePost(reader, postId)).body.payload).toEqual({ saved: true })
    // Items saved in the same millisecond have a fixed order, too.
    expect((await saveComment(reader, commentId)).body.payload).toEqual({ saved: true })
    wanted.unshift(...[postId, commentId].toSorted().toReversed())
  }
  const found = await allOf((input) => forum.stoa.call('savedList', { ...input, limit: 3 }, { token: reader.token }))
  expect(found).toEqual(wanted)
  const { items } = await list(reader)
  for (const { id, post, comment } of items) {
    expect(comment?.id ?? post.id).toBe(id)
    expect(comment?.postId ?? post.id).toBe(post.id)
  }
})

test('each page costs the same', async () => {
  const { id: user_id } = await signedUp()
  const about = { user_id, entity_type: 'Post', community_id: forum.communityId }
  const rows = Array.from({ length: 200 }, (_, index) => ({ ...about, entity_id: `deep${index}`, saved_at: index }))
  await forum.stoa.database.transaction(({ connection }) => connection.batchInsert('saves', rows, 100))
  for (const communityId of [null, forum.communityId]) {
    await expectIndexRanges(forum.stoa, {
      table: 'saves',
      rows: 6,
      work: (connection) =>
        markRepository(connection, 'saved').page(
          { userIds: [user_id], communityId },
          { position: [50, 'deep50'], limit: 5 },
        ),
    })
  }
})

test('saving or removing twice has the effect of once', async () => {
  const reader = await signedUp()
  const [first, second] = [await forum.newPost(), await forum.newPost()]
  for (const postId of [first, second, first]) {
    forum.stoa.clock.advance(1)
    await savePost(reader, postId)
  }
  expect(idsOf(await list(reader))).toEqual([second, first])
  for (const _ of [1, 2]) expect((await savePost(reader, second, false)).body.payload).toEqual({ saved: false })
  expect(idsOf(await list(reader))).toEqual([first])
})

test('concurrent saves create one', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const answers = await Promise.all(Array.from({ length: 5 }, () => savePost(reader, postId)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await rowsOf(reader)).toHaveLength(1)
})

test('invisible items are omitted, can be removed, and return when they become visible again', async () => {
  const reader = await signedUp()
  const [postId, otherId] = [await forum.newPost(), await forum.newPost()]
  const { id: commentId } = await forum.say(forum.ada.token, { postId })
  const { id: underOther } = await forum.say(forum.ada.token, { postId: otherId })
  for (const id of [postId, otherId]) await savePost(reader, id)
  for (const id of [commentId, underOther]) await saveComment(reader, id)
  await setStatus('posts', postId, PostStatus.hiddenByAdmin)
  expect(idsOf(await list(reader)).toSorted()).toEqual([otherId, underOther].toSorted())
  await setStatus('comments', underOther, 1)
  expect(idsOf(await list(reader))).toEqual([otherId])
  expect((await savePost(reader, postId)).body.code).toBe('POST_NOT_FOUND')
  expect((await saveComment(reader, underOther)).body.code).toBe('COMMENT_NOT_FOUND')
  expect((await saveComment(reader, underOther, false)).body.payload).toEqual({ saved: false })
  await setStatus('posts', postId, PostStatus.published)
  await setStatus('comments', underOther, 0)
  expect(idsOf(await list(reader)).toSorted()).toEqual([postId, otherId, commentId].toSorted())
})

test('a post’s id isn’t accepted as a comment’s, and vice versa', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.ada.token, { postId })
  expect((await savePost(reader, commentId)).body.code).toBe('POST_NOT_FOUND')
  expect((await saveComment(reader, postId)).body.code).toBe('COMMENT_NOT_FOUND')
  await savePost(reader, postId)
  await saveComment(reader, postId, false)
  expect(idsOf(await list(reader))).toEqual([postId])
})

test('the viewer’s facts contain their saves, and nobody else’s', async () => {
  const [reader, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.ada.token, { postId })
  await savePost(reader, postId)
  await saveComment(reader, commentId)
  const facts = async ({ token }: Person) =>
    (await forum.stoa.call('viewerFacts', { postIds: postId, commentIds: commentId }, { token })).body.payload.saved
  expect((await facts(reader))?.toSorted()).toEqual([postId, commentId].toSorted())
  expect(await facts(other)).toBeUndefined()
  const { body } = await forum.stoa.call('postGet', { idOrSlug: postId }, { token: reader.token })
  expect(body.payload.viewerFacts?.saved).toEqual([postId])
  expect((await forum.thread(postId, { token: reader.token })).viewerFacts?.saved).toEqual([commentId])
  expect((await forum.thread(postId, { token: other.token })).viewerFacts?.saved).toBeUndefined()
  await setStatus('posts', postId, PostStatus.hiddenByAdmin)
  expect(await facts(reader)).toBeUndefined()
})

test('a person’s other pages are updated, and nobody is notified', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost({ publisherId: forum.bea.id })
  const { id: entityId } = await forum.say(forum.bea.token, { postId })
  const heard: { name: string; room: string; event: object }[] = []
  const end = forum.stoa.app.events.subscribe((event) => void heard.push(event))
  const before = await forum.stoa.database.read('notification_causes').select('cause_id')
  await saveComment(reader, entityId)
  await saveComment(reader, entityId)
  await saveComment(reader, entityId, false)
  await saveComment(reader, entityId, false)
  await forum.stoa.app.jobs.drain()
  end()
  const room = `viewer:${reader.id}:${postId}`
  const event = { userId: reader.id, postId, entityId }
  expect(heard).toMatchObject([
    { name: 'viewer.saved', room, event: { ...event, saved: true } },
    { name: 'viewer.saved', room, event: { ...event, saved: false } },
  ])
  expect(await forum.stoa.database.read('notification_causes').select('cause_id')).toEqual(before)
})

test('items saved with any account of a person are saved by the person, once', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const [both, mains, others] = [await forum.newPost(), await forum.newPost(), await forum.newPost()]
  for (const [person, postId] of [
    [main, both],
    [main, mains],
    [other, others],
    [other, both],
  ] as const) {
    forum.stoa.clock.advance(1)
    await savePost(person, postId)
  }
  await merge(main, other)
  expect(idsOf(await list(main))).toEqual([both, others, mains])
  const first = await list(main, { limit: 1 })
  expect(idsOf(await list(main, { limit: 1, cursor: first.cursor ?? '' }))).toEqual([others])
  const facts = await forum.stoa.call('viewerFacts', { postIds: `${both},${others}` }, { token: main.token })
  expect(facts.body.payload.saved?.toSorted()).toEqual([both, others].toSorted())
  // Already saved: the row stays with the account that saved it.
  await savePost(main, others)
  expect(await rowsOf(main)).toHaveLength(2)
  await savePost(main, both, false)
  expect(idsOf(await list(main))).toEqual([others, mains])
  await undo(main, other)
  expect(idsOf(await list(main))).toEqual([mains])
  expect(await rowsOf(other)).toMatchObject([{ entity_id: others }])
})

test('an item saved with two accounts concurrently is listed once', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  for (const person of [main, other]) await savePost(person, postId)
  await merge(main, other)
  expect(idsOf(await list(main))).toEqual([postId])
})

test('saves are deleted with their account', async () => {
  const reader = await signedUp()
  await savePost(reader, await forum.newPost())
  const { username: confirm } = reader
  await forum.stoa.call('userDelete', { confirm, content: 'keep' }, { token: reader.token })
  expect(await rowsOf(reader)).toEqual([])
})

test('another community’s site can neither save nor remove', async () => {
  const site = 'https://elsewhere.example'
  const postId = await forum.newPost()
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: forum.bea.id, site, lasting: false })
  const { communities, partnerOrigins } = forum.stoa.app.services
  const about = { tokenName: 'ELSE', title: 'Else', urlSlug: 'else', about: '', creatorId: '' }
  await partnerOrigins.register(await communities.create(about), site)
  const there = { token: signedIn.accessToken, headers: { origin: site } }
  expect((await forum.stoa.call('postSave', { postId, save: true }, there)).body.code).toBe('SITE_BOUND')
  await savePost(forum.bea, postId)
  expect((await forum.stoa.call('postSave', { postId, save: false }, there)).body.code).toBe('SITE_BOUND')
  expect((await forum.stoa.call('savedList', {}, there)).body.code).toBe('SITE_BOUND')
})

test('each role sees of its saves what the permission table allows', async () => {
  const scene = await startReadingScene()
  const wrong: unknown[] = []
  for (const role of ROLES) {
    if (role === 'visitor') continue
    const { id: user_id, token } = scene.people[role]
    const rows = scene.items.map(({ kind, postId, commentId }, index) => {
      const [entity_type, entity_id] = kind === 'comment' ? ['Comment', commentId] : ['Post', postId]
      return { user_id, entity_id, entity_type, community_id: '', saved_at: index }
    })
    await scene.stoa.database.transaction(({ connection }) => connection.batchInsert('saves', rows, 100))
    const shown = await allOf((input) => scene.stoa.call('savedList', input, { token }))
    for (const thing of scene.items) {
      if (shown.includes(thing.commentId || thing.postId) !== mayRead(role, thing)) wrong.push({ role, thing })
    }
  }
  await scene.stoa.close()
  expect(wrong).toEqual([])
}, 60_000)
