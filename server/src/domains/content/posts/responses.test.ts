import { type CallInput, THREAD_MAX_LENGTH } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { fillLater } from '../../../platform/database/migrations/column-types.ts'
import { ancestorRepository } from './ancestors.ts'
import { erasePost } from './erasing-repository.ts'
import { erasedSlug } from './repository.ts'

let forum: Forum
const TEXT = '{"blocks":[{"type":"paragraph","data":{"text":"Words"}}]}'

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

async function write(token: string, about: { title: string; parentPostId?: string; saveAsDraft?: boolean }) {
  const input = { tokenName: 'FORUM', kind: 'community', postContent: TEXT, ...about } as const
  const { status, body } = await forum.stoa.call('postCreate', input, { token })
  expect(status).toBe(200)
  return body.payload.post.id
}
async function below(postId: string, token?: string): Promise<number> {
  const { body } = await forum.stoa.call('postGet', { idOrSlug: postId }, token ? { token } : {})
  return body.payload.post.totalDescendants
}
async function titles(input: object, token?: string): Promise<string[]> {
  const { body } = await forum.stoa.call('postList', input, token ? { token } : {})
  return body.payload.items.map(({ title }) => title)
}
const hide = (postId: string, hidden: boolean) =>
  forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden }, { token: forum.ada.token })

/** Bea's post, which Ada answers, whom Bea answers in turn. */
async function thread() {
  const first = await write(forum.bea.token, { title: 'First' })
  const answer = await write(forum.ada.token, { title: 'Answer', parentPostId: first })
  const back = await write(forum.bea.token, { title: 'Back', parentPostId: answer })
  return { first, answer, back }
}

test('responses are listed under their post, oldest first, page by page', async () => {
  const { first, answer } = await thread()
  await write(forum.ada.token, { title: 'Another', parentPostId: first })
  expect(await titles({ type: 'responses', parentPostId: first })).toEqual(['Answer', 'Another'])
  expect(await titles({ type: 'responses', parentPostId: answer })).toEqual(['Back'])
  const page = await forum.stoa.call('postList', { type: 'responses', parentPostId: first, limit: 1 })
  expect(page.body.payload.hasMore).toBe(true)
  const cursor = page.body.payload.cursor ?? ''
  expect(await titles({ type: 'responses', parentPostId: first, limit: 1, cursor })).toEqual(['Another'])
})

test('responses are also listed with the fields of comments', async () => {
  const { first, answer } = await thread()
  const posts = await forum.stoa.call('responseList', { postId: first })
  expect(posts.body.payload.items.map(({ id }) => id)).toEqual([answer])
  const { items } = (await forum.stoa.call('superCommentList', { postId: first })).body.payload
  expect(items).toMatchObject([{ id: answer, postId: first, publisherId: forum.ada.id, content: 'Answer\nWords' }])
  await hide(answer, true)
  forum.stoa.clock.advance(2000)
  expect((await forum.stoa.call('superCommentList', { postId: first })).body.payload.items).toEqual([])
  expect((await forum.stoa.call('superCommentList', { postId: answer })).body.code).toBe('POST_NOT_FOUND')
})

test('responses of one person, to a post or anywhere', async () => {
  const { first, answer, back } = await thread()
  const other = await write(forum.bea.token, { title: 'Not Bea’s own', parentPostId: answer })
  const ids = async (input: CallInput<'responseList'>) => {
    const lists = [
      (await forum.stoa.call('responseList', input)).body,
      (await forum.stoa.call('superCommentList', input)).body,
    ]
    const [posts, comments] = lists.map(({ code, payload }) => code ?? payload.items.map(({ id }) => id))
    expect(comments).toEqual(posts)
    return posts
  }
  const [ada, bea] = [forum.ada.id, forum.bea.id]
  expect(await ids({ postId: first, userId: ada })).toEqual([answer])
  expect(await ids({ postId: first, userId: bea })).toEqual([])
  expect(await ids({ postId: answer, userId: bea })).toEqual([back, other])
  expect(await ids({ userId: bea, tokenName: 'GUARDED' })).toEqual([])
  const { items } = (await forum.stoa.call('superCommentList', { userId: bea, limit: 100 })).body.payload
  expect(items.slice(-2)).toMatchObject([
    { id: back, postId: answer, publisherId: bea },
    { id: other, postId: answer, publisherId: bea },
  ])
  expect(items.every((item) => item.publisherId === bea)).toBe(true)
  const page = (await forum.stoa.call('responseList', { userId: bea, limit: 1 })).body.payload
  expect(page.items).toHaveLength(1)
  const next = { userId: bea, limit: 1, cursor: page.cursor ?? '' }
  expect((await forum.stoa.call('responseList', next)).body.payload.items[0]?.id).not.toBe(page.items[0]?.id)
  expect(await ids({ ...next, userId: ada })).toBe('CURSOR_INVALID')
  expect(await ids({})).toBe('VALIDATION_FAILED')
  const refused = await fetch(`${forum.stoa.url}/api/responses`)
  const message = 'Name a post, a person or a community.'
  expect((await refused.json()).details).toEqual([{ field: 'tokenName', message }])
})

test('responses in a community and in a status, for those who may read them', async () => {
  const { stoa, ada, bea, moderator, admin } = forum
  const { first, answer } = await thread()
  const hidden = await write(ada.token, { title: 'Hidden', parentPostId: first })
  const draft = await write(ada.token, { title: 'Not yet', parentPostId: first, saveAsDraft: true })
  const by = { tokenName: 'FORUM', postId: hidden, hidden: true, reason: 'spam' } as const
  expect((await stoa.call('postDelete', by, { token: moderator.token })).status).toBe(200)
  const ids = async (input: CallInput<'responseList'>, token?: string) => {
    const options = token === undefined ? {} : { token }
    const { code, payload } = (await stoa.call('responseList', { limit: 100, ...input }, options)).body
    const comments = (await stoa.call('superCommentList', { limit: 100, ...input }, options)).body
    expect(comments.code ?? comments.payload.items.map(({ id }) => id)).toEqual(
      code ?? payload.items.map(({ id }) => id),
    )
    return code ?? payload.items.map(({ id }) => id)
  }
  const published = await ids({ tokenName: 'FORUM' })
  expect(published).toContain(answer)
  expect(published).not.toContain(hidden)
  expect(published).not.toContain(first)
  expect(await ids({ tokenName: 'GUARDED' })).toEqual([])
  expect(await ids({ tokenName: 'FORUM', status: 0 })).toEqual(published)
  expect(await ids({ tokenName: 'NOWHERE' })).toBe('COMMUNITY_NOT_FOUND')

  const status = 1
  for (const input of [{ tokenName: 'FORUM' }, { postId: first }, { tokenName: 'FORUM', userId: ada.id }]) {
    expect((await ids({ ...input, status }, moderator.token)).slice(-1)).toEqual([hidden])
    expect((await ids({ ...input, status }, admin.token)).slice(-1)).toEqual([hidden])
    expect(await ids({ ...input, status })).toBe('AUTH_REQUIRED')
    expect(await ids({ ...input, status }, bea.token)).toBe('FORBIDDEN')
  }
  expect(await ids({ postId: first, userId: bea.id, status }, moderator.token)).toEqual([])
  // Without a community, only its author and admins list them.
  expect(await ids({ userId: ada.id, status }, moderator.token)).toBe('FORBIDDEN')
  expect(await ids({ userId: ada.id, status }, admin.token)).toContain(hidden)
  expect(await ids({ userId: ada.id, status }, ada.token)).toContain(hidden)
  expect(await ids({ postId: first, userId: ada.id, status }, ada.token)).toEqual([hidden])

  expect(await ids({ postId: first, userId: ada.id, status: 9 }, ada.token)).toEqual([draft])
  expect(await ids({ tokenName: 'FORUM', userId: ada.id, status: 9 }, moderator.token)).toBe('FORBIDDEN')
  expect(await ids({ tokenName: 'FORUM', status: 9 }, admin.token)).toBe('FORBIDDEN')
  expect(await ids({ tokenName: 'FORUM', status: 10 }, admin.token)).toBe('VALIDATION_FAILED')

  const page = (await stoa.call('responseList', { tokenName: 'FORUM', limit: 1 })).body.payload
  const cursor = page.cursor ?? ''
  expect(await ids({ tokenName: 'FORUM', cursor })).toEqual(published.slice(1))
  expect(await ids({ tokenName: 'FORUM', cursor, status }, admin.token)).toBe('CURSOR_INVALID')
})

test('nobody lists an erased response', async () => {
  const { stoa, ada, moderator } = forum
  const { first } = await thread()
  const postId = await write(ada.token, { title: 'Erased', parentPostId: first })
  const about = { tokenName: 'FORUM', postId }
  const hiding = { ...about, hidden: true, reason: 'spam' } as const
  expect((await stoa.call('postDelete', hiding, { token: moderator.token })).status).toBe(200)
  await stoa.database.transaction(async ({ connection }) => {
    const row = await connection('posts').where({ id: postId }).first()
    await erasePost(connection, { ...row, slug: erasedSlug(postId) })
  })
  for (const { token } of [ada, moderator]) {
    const input = { postId: first, userId: ada.id, status: 1 }
    expect((await stoa.call('responseList', input, { token })).body.payload.items).toEqual([])
  }
})

test('a job marks responses that an older server writes', async () => {
  const { stoa } = forum
  const { answer } = await thread()
  await stoa.database.transaction(async ({ connection }) => {
    await connection('posts').where({ id: answer }).update({ is_response: 0 })
    await fillLater(connection, { migration: 9998, table: 'posts', columns: ['is_response'] })
    await connection('jobs').where({ kind: 'fill-derived-columns' }).update({ run_at: 0 })
  })
  const isListed = async () => {
    stoa.clock.advance(2000)
    const { items } = (await stoa.call('responseList', { tokenName: 'FORUM', limit: 100 })).body.payload
    return items.some(({ id }) => id === answer)
  }
  expect(await isListed()).toBe(false)
  await stoa.app.jobs.drain()
  expect(await isListed()).toBe(true)
})

test('a draft can’t be published as a response once its post is hidden', async () => {
  const { token } = forum.bea
  const first = await write(forum.ada.token, { title: 'Soon hidden' })
  const postId = await write(token, { title: 'Too late', parentPostId: first, saveAsDraft: true })
  await hide(first, true)
  const at = { tokenName: 'FORUM', postId, scheduledAt: forum.stoa.clock.now() + 60_000 }
  expect((await forum.stoa.call('postDraftSchedule', at, { token })).status).not.toBe(200)
  expect((await forum.stoa.call('postDraftPublish', { tokenName: 'FORUM', postId }, { token })).status).not.toBe(200)
  const edit = { tokenName: 'FORUM', postId, title: 'Too late', postContent: TEXT, saveAsDraft: false }
  expect((await forum.stoa.call('postEdit', edit, { token })).status).not.toBe(200)
  await hide(first, false)
  expect((await forum.stoa.call('postDraftPublish', { tokenName: 'FORUM', postId }, { token })).status).toBe(200)
})

test('each post counts its published responses, through every change of status', async () => {
  const { first, answer, back } = await thread()
  expect([await below(first), await below(answer), await below(back)]).toEqual([2, 1, 0])
  await hide(answer, true)
  expect([await below(first), await titles({ type: 'responses', parentPostId: first })]).toEqual([1, []])
  await hide(answer, false)
  const draft = await write(forum.ada.token, { title: 'Draft', parentPostId: first, saveAsDraft: true })
  expect(await below(first)).toBe(2)
  await forum.stoa.call('postDraftPublish', { tokenName: 'FORUM', postId: draft }, { token: forum.ada.token })
  expect(await below(first)).toBe(3)
  expect((await forum.stoa.app.services.integrity.check()).filter(({ check }) => check.startsWith('posts.'))).toEqual(
    [],
  )
})

test('a thread contains the posts responded to, with gaps where the viewer can’t see them', async () => {
  const { first, answer, back } = await thread()
  const read = async (token?: string) => {
    const { body } = await forum.stoa.call('postThread', { postId: back }, token ? { token } : {})
    return body.payload.items.map((post) => post?.id ?? null)
  }
  expect(await read()).toEqual([first, answer, back])
  await hide(answer, true)
  expect(await read()).toEqual([first, null, back])
  expect(await read(forum.ada.token)).toEqual([first, answer, back])
  await forum.stoa.call('postDelete', { tokenName: 'FORUM', postId: back, hidden: true }, { token: forum.bea.token })
  const refused = await forum.stoa.call('postThread', { postId: back })
  expect([refused.status, refused.body.code]).toEqual([404, 'POST_NOT_FOUND'])
})

test('a long thread shows the nearest posts only', async () => {
  const ids: string[] = [await write(forum.bea.token, { title: '0' })]
  for (let index = 1; index <= THREAD_MAX_LENGTH; index += 1) {
    const id = await forum.newPost()
    await forum.stoa.database.transaction((tx) => ancestorRepository(tx.connection).insert(id, ids.at(-1) ?? ''))
    ids.push(id)
  }
  const { body } = await forum.stoa.call('postThread', { postId: ids.at(-1) ?? '' })
  expect(body.payload.items.map((post) => post?.id)).toEqual(ids.slice(-THREAD_MAX_LENGTH))
})

test('related posts are those of the topic, then of the community; never the post itself', async () => {
  const { admin } = forum
  const made = await forum.stoa.call('flairCreate', { tokenName: 'GUARDED', name: 'Boats' }, { token: admin.token })
  const flair_id = made.body.payload.flair.id
  const about = { communityId: forum.guardedId, publisherId: forum.bea.id }
  const [one, other] = [await forum.newPost(about), await forum.newPost(about)]
  const elsewhere = await forum.newPost(about)
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').whereIn('id', [one, other]).update({ flair_id }),
  )
  const { body } = await forum.stoa.call('postList', { type: 'related', postId: one })
  expect(body.payload.items.map(({ id }) => id).slice(0, 2)).toEqual([other, elsewhere])
  expect(body.payload.items.map(({ id }) => id)).not.toContain(one)
})

test('a list about a post requires one that the viewer can see, and accepts nothing else', async () => {
  const draft = await write(forum.bea.token, { title: 'Unseen', saveAsDraft: true })
  const code = async (input: object, token?: string) =>
    (await forum.stoa.call('postList', input, token ? { token } : {})).body.code
  for (const about of [
    { type: 'responses', parentPostId: draft },
    { type: 'related', postId: draft },
  ]) {
    expect(await code(about)).toBe('POST_NOT_FOUND')
    expect(await code(about, forum.ada.token)).toBe('POST_NOT_FOUND')
    expect(await code(about, forum.bea.token)).toBeUndefined()
  }
  expect(await code({ type: 'responses' })).toBe('VALIDATION_FAILED')
  expect(await code({ type: 'related', postId: draft, sort: 'top' })).toBe('VALIDATION_FAILED')
  expect(await code({ type: 'all', parentPostId: draft })).toBe('VALIDATION_FAILED')
})
