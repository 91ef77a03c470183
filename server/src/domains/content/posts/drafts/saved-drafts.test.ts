import { type CallInput, DRAFTS_MAX, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../../test/forum.ts'
import { DAY_MS } from '../../../../platform/clock.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const blocks = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
const empty = '{"blocks":[]}'

async function saved(input: Partial<CallInput<'postCreate'>> = {}, token = forum.ada.token) {
  const draft = { tokenName: 'FORUM', title: 'Unfinished', postContent: empty, saveAsDraft: true, ...input }
  const { status, body } = await forum.stoa.call('postCreate', draft, { token })
  expect([status, body.code]).toEqual([200, undefined])
  return body.payload.post
}

const edit = (postId: string, input: Partial<CallInput<'postEdit'>> = {}, token = forum.ada.token) =>
  forum.stoa.call(
    'postEdit',
    { tokenName: 'FORUM', postId, title: 'Finished', postContent: blocks('Done'), ...input },
    { token },
  )

const postsOf = async () => (await forum.stoa.app.services.communities.get('FORUM')).totalPosts

test('a draft may be incomplete, and readers can’t find it', async () => {
  const before = await postsOf()
  const heard: string[] = []
  const stop = forum.stoa.app.events.subscribe(({ name, room }) => heard.push(`${name} ${room}`))
  const draft = await saved()
  stop()
  expect(draft).toMatchObject({ status: 9, title: 'Unfinished' })
  expect(await postsOf()).toBe(before)
  expect(heard).toEqual([])
  for (const options of [{}, { token: forum.bea.token }]) {
    expect((await forum.stoa.call('postGet', { idOrSlug: draft.id }, options)).status).toBe(404)
  }
  const own = await forum.stoa.call('postList', { type: 'userDraft', tokenName: 'FORUM' }, { token: forum.ada.token })
  expect(own.body.payload.items.map(({ id }) => id)).toContain(draft.id)
})

test('an edited draft stays a draft, whether the edit says so or not', async () => {
  const before = await postsOf()
  const { id } = await saved()
  expect((await edit(id)).body.payload.post).toMatchObject({ status: 9, title: 'Finished', revision: 1 })
  expect((await edit(id, { saveAsDraft: true })).body.payload.post).toMatchObject({ status: 9, revision: 2 })
  expect((await forum.stoa.call('postGet', { idOrSlug: id })).status).toBe(404)
  expect(await postsOf()).toBe(before)
})

test('a draft is published by saving it with another status, dated then, under its last name only', async () => {
  const before = await postsOf()
  const { id } = await saved({ title: 'A working title' })
  forum.stoa.clock.advance(1000)
  const { body } = await edit(id, { title: 'The real title', saveAsDraft: false })
  expect(body.payload.post).toMatchObject({
    status: 0,
    slugUrl: 'the-real-title',
    createdAt: forum.stoa.clock.now(),
    editedAt: null,
  })
  expect(await postsOf()).toBe(before + 1)
  expect((await forum.stoa.call('postGet', { idOrSlug: 'a-working-title', tokenName: 'FORUM' })).status).toBe(404)
  expect(await forum.stoa.database.read('post_revisions').where({ post_id: id })).toEqual([])
})

test('a published post can’t become a draft again', async () => {
  const { id } = await saved({ saveAsDraft: false, postContent: blocks('Said') })
  expect((await edit(id, { saveAsDraft: true })).body.payload.post.status).toBe(0)
})

test('required fields are checked when the draft is published', async () => {
  const { id } = await saved()
  const refused = await edit(id, { postContent: empty, saveAsDraft: false })
  expect([refused.status, refused.body.details]).toMatchObject([
    400,
    [{ field: 'postContent', message: 'Must not be empty.' }],
  ])
  expect((await edit(id, { postContent: empty })).status).toBe(200)
})

test('an author who has left the community can’t publish drafts there, and loses none', async () => {
  const cem = await forum.stoa.member('cem_drafts', { join: ['FORUM'] })
  const { id } = await saved({}, cem.token)
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: false }, { token: cem.token })
  expect((await edit(id, { saveAsDraft: false }, cem.token)).body.code).toBe('JOIN_REQUIRED')
  expect((await edit(id, {}, cem.token)).body.payload.post.status).toBe(9)
})

test('a poll can be removed until somebody has voted', async () => {
  const { id } = await saved({ pollOptions: ['Yes', 'No'] })
  expect((await edit(id)).body.payload.post.pollOptions).toEqual(['Yes', 'No'])
  expect((await edit(id, { pollOptions: null })).body.payload.post.pollOptions).toBeNull()
  expect((await edit(id, { pollOptions: null })).status).toBe(200)
  await edit(id, { pollOptions: ['A', 'B'], saveAsDraft: false })
  await forum.stoa.call('postVote', { postId: id, selectedOptionIndex: 0 }, { token: forum.bea.token })
  expect((await edit(id, { pollOptions: null })).body.code).toBe('POLL_LOCKED')
  const alone = await saved({ pollOptions: ['Yes', 'No'] })
  const refused = await edit(alone.id, { postContent: empty, pollOptions: null, saveAsDraft: false })
  expect(refused.body.code).toBe('VALIDATION_FAILED')
})

test('at most 200 drafts per person; existing ones can still be saved', async () => {
  const hoarder = await forum.stoa.member('hoarder', { join: ['FORUM'] })
  const { id } = await saved({}, hoarder.token)
  for (let made = 1; made < DRAFTS_MAX; made += 1) {
    await forum.newPost({ status: PostStatus.draft, publisherId: hoarder.id })
  }
  const draft = { tokenName: 'FORUM', title: 'One more', postContent: empty }
  const refused = await forum.stoa.call('postDraftSave', draft, { token: hoarder.token })
  expect([refused.status, refused.body.code]).toEqual([409, 'DRAFT_LIMIT'])
  const again = await forum.stoa.call('postDraftSave', { ...draft, postId: id }, { token: hoarder.token })
  expect(again.status).toBe(200)
  // Discarding and restoring is no way around.
  const target = { tokenName: 'FORUM', postId: id }
  await forum.stoa.call('postDraftDelete', target, { token: hoarder.token })
  await forum.newPost({ status: PostStatus.draft, publisherId: hoarder.id })
  const restored = await forum.stoa.call('postDelete', { ...target, hidden: false }, { token: hoarder.token })
  expect([restored.status, restored.body.code]).toEqual([409, 'DRAFT_LIMIT'])
})

test('discarded drafts are deleted after 30 days with all that belongs to them, restored and hidden posts stay', async () => {
  const { stoa } = forum
  const author = await stoa.member('discarder', { join: ['FORUM'] })
  const parentPostId = await forum.newPost()
  const draft = () => saved({ parentPostId, pollOptions: ['Yes', 'No'] }, author.token)
  const [gone, restored] = [await draft(), await draft()]
  const hidden = await forum.newPost({ publisherId: author.id })
  for (const { id } of [gone, restored, { id: hidden }]) {
    const about = { tokenName: 'FORUM', postId: id, hidden: true }
    expect((await stoa.call('postDelete', about, { token: author.token })).status).toBe(200)
  }
  const tables = {
    posts: 'id',
    polls: 'post_id',
    poll_options: 'post_id',
    post_slugs: 'post_id',
    post_ancestors: 'post_id',
  }
  const rowsOf = async (id: string) =>
    (
      await Promise.all(
        Object.entries(tables).map(
          async ([table, column]) => (await stoa.database.read(table).where(column, id)).length,
        ),
      )
    ).reduce((sum, count) => sum + count, 0)
  stoa.clock.advance(29 * DAY_MS)
  await stoa.app.services.retention.run('discardedDrafts')
  expect(await rowsOf(gone.id)).toBeGreaterThan(4)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: author.id, site: '', lasting: true })
  const back = { tokenName: 'FORUM', postId: restored.id, hidden: false }
  expect((await stoa.call('postDelete', back, { token: signedIn.accessToken })).status).toBe(200)
  stoa.clock.advance(2 * DAY_MS)
  await stoa.app.services.retention.run('discardedDrafts')
  expect([await rowsOf(gone.id), (await rowsOf(restored.id)) > 4, await rowsOf(hidden)]).toEqual([0, true, 2])
  const wrong = await stoa.app.services.integrity.check()
  expect(wrong).toEqual([])
})
