import { type CallInput, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../../test/forum.ts'
import { mailsOf } from '../../../../../test/mails.ts'
import { seedPost } from '../../../../../test/seed-post.ts'

let forum: Forum
const A_WHILE_MS = 60_000

beforeAll(async () => {
  forum = await startForum()
  await forum.stoa.database.transaction(({ connection }) =>
    connection('communities').where({ id: forum.communityId }).update({ approve_posts: 1 }),
  )
})
afterAll(() => forum.stoa.close())

/** A post that waits for approval, written by Ada through the call. */
async function waitingPost(title: string): Promise<string> {
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Text' } }] })
  const { body } = await forum.stoa.call(
    'postCreate',
    { tokenName: 'FORUM', title, postContent },
    { token: forum.ada.token },
  )
  expect(body).toMatchObject({ payload: { post: { status: PostStatus.pending } } })
  return body.payload.post.id
}

const decide = (
  postId: string,
  approve: boolean,
  about: Partial<CallInput<'postApprove'>> & { token?: string } = {},
) => {
  const { token = forum.moderator.token, ...input } = about
  return forum.stoa.call('postApprove', { postId, approve, ...input }, { token })
}

async function idsOf(input: CallInput<'postList'>, token?: string): Promise<string[]> {
  forum.stoa.clock.advance(2000)
  const { body } = await forum.stoa.call('postList', { limit: 100, ...input }, token ? { token } : {})
  return body.payload.items.map(({ id }) => id)
}

const waiting = () => idsOf({ type: 'pending', tokenName: 'FORUM' }, forum.moderator.token)
const shown = () => idsOf({ type: 'all', tokenName: 'FORUM', sort: 'new' })
const postsOfForum = async () => (await forum.stoa.app.services.communities.get('FORUM')).totalPosts

test.each([true, false])('open pages of the author learn of the decision (approved: %s)', async (approve) => {
  const postId = await waitingPost('Watched by its author')
  const heard: string[] = []
  const stop = forum.stoa.app.events.subscribe(({ name, room }) => heard.push(`${name} ${room}`))
  await decide(postId, approve)
  stop()
  expect(heard).toContain(`post.changed account:${forum.ada.id}`)
})

test('an approved post is first in the feed, counted once, and no longer pending', async () => {
  const postId = await waitingPost('Written a while ago')
  forum.stoa.clock.advance(A_WHILE_MS)
  const later = await forum.newPost()
  const count = await postsOfForum()
  expect(await waiting()).toContain(postId)
  const list = { type: 'pending', tokenName: 'FORUM' } as const
  const { body: queue } = await forum.stoa.call('postList', list, { token: forum.moderator.token })
  expect(queue.payload.items.find(({ id }) => id === postId)?.publisherSince).toEqual(expect.any(Number))
  expect(await shown()).not.toContain(postId)
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await decide(postId, true)
    expect([status, body.payload.post.status]).toEqual([200, PostStatus.published])
  }
  const feed = await shown()
  expect(feed.indexOf(postId)).toBeLessThan(feed.indexOf(later))
  expect(await waiting()).not.toContain(postId)
  expect(await postsOfForum()).toBe(count + 1)
  expect((await forum.stoa.call('postGet', { idOrSlug: postId })).status).toBe(200)
})

test('a rejected post stays visible to its author and moderators, hidden by the community', async () => {
  const count = await postsOfForum()
  const postId = await waitingPost('Not this one')
  expect((await decide(postId, false)).body.payload.post.status).toBe(PostStatus.hiddenByAdmin)
  expect(await waiting()).not.toContain(postId)
  expect(await postsOfForum()).toBe(count)
  const read = (token?: string) => forum.stoa.call('postGet', { idOrSlug: postId }, token ? { token } : {})
  expect([(await read(forum.ada.token)).status, (await read(forum.bea.token)).status, (await read()).status]).toEqual([
    200, 404, 404,
  ])
})

test('a second moderator can’t reverse a decision, and is told of it', async () => {
  const postId = await waitingPost('Two at once')
  await decide(postId, true)
  const { status, body } = await decide(postId, false, { token: forum.admin.token })
  expect([status, body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect(body.details).toMatchObject({ post: { id: postId, status: PostStatus.published } })
})

test('concurrent approvals publish it once', async () => {
  const count = await postsOfForum()
  const postId = await waitingPost('At the same moment')
  const answers = await Promise.all([decide(postId, true), decide(postId, true, { token: forum.admin.token })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await postsOfForum()).toBe(count + 1)
})

test('nobody else decides: not its author, and for others it doesn’t exist', async () => {
  const postId = await waitingPost('Mine')
  expect((await decide(postId, true, { token: forum.ada.token })).body.code).toBe('FORBIDDEN')
  expect((await decide(postId, true, { token: forum.bea.token })).body.code).toBe('POST_NOT_FOUND')
  expect((await decide(postId, true, { userId: forum.ada.id })).body.code).toBe('ACTOR_MISMATCH')
  expect((await decide('0'.repeat(20), true)).body.code).toBe('POST_NOT_FOUND')
  expect(await waiting()).toContain(postId)
})

test('pending items are listed for those who decide about their kind: stories for some, posts for others', async () => {
  const postId = await waitingPost('A post')
  const storyId = await seedPost(forum.stoa, {
    communityId: forum.communityId,
    publisherId: forum.ada.id,
    status: 5,
    kind: 'story',
  })
  const editor = await forum.stoa.member('story_editor', { join: ['FORUM'] })
  const decides = await forum.stoa.member('decides_both', { join: ['FORUM'] })
  const { memberships } = forum.stoa.app.services
  await memberships.setRole(forum.communityId, editor.id, { permissions: ['hidePremiumContent'] })
  await memberships.setRole(forum.communityId, decides.id, { permissions: ['hidePremiumContent', 'hideContent'] })
  const found = async (token: string) => {
    const ids = await idsOf({ type: 'pending', tokenName: 'FORUM' }, token)
    const reads = await Promise.all(ids.map((idOrSlug) => forum.stoa.call('postGet', { idOrSlug }, { token })))
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
    return [ids.includes(postId), ids.includes(storyId)]
  }
  expect(await found(forum.moderator.token)).toEqual([true, false])
  expect(await found(editor.token)).toEqual([false, true])
  expect(await found(decides.token)).toEqual([true, true])
})

// The last one: what came before is of last month then, sessions too.
test('a post that was pending for days is as new as any when it is approved', async () => {
  const postId = await waitingPost('Written last month')
  forum.stoa.clock.advance(40 * 24 * 60 * A_WHILE_MS)
  await forum.stoa.app.services.posts.refreshHot()
  const { token } = await forum.stoa.member('mod_later', { join: ['FORUM'] })
  const { id } = (await forum.stoa.call('me', {}, { token })).body.payload.user
  await forum.stoa.app.services.memberships.setRole(forum.communityId, id, { permissions: ['hideContent'] })
  expect((await decide(postId, true, { token })).status).toBe(200)
  for (const sort of ['top', 'hot'] as const)
    expect(await idsOf({ tokenName: 'FORUM', sort, since: 'today' })).toContain(postId)
})

test('undoing an approval takes back its notification and mail', async () => {
  const { stoa, ada, moderator } = forum
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: ada.id }).update({ email: 'ada@mail.example', email_key: 'ada@mail.example' }),
  )
  for (const person of [ada, moderator]) {
    const { signedIn } = await stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
    person.token = signedIn.accessToken
  }
  const postId = await waitingPost('Approved by mistake')
  await decide(postId, true)
  const told = async () => {
    await stoa.app.background.settled()
    await stoa.app.jobs.drain()
    const { items } = (await stoa.call('notificationList', {}, { token: ada.token })).body.payload
    return items.filter(({ post }) => post?.id === postId).map(({ decision }) => decision?.action)
  }
  expect(await told()).toEqual(['postApproved'])
  const log = await stoa.database.read('mod_activities').where({ post_id: postId, action: 'postApproved' }).first('id')
  const undo = { tokenName: 'FORUM', activityIds: [log?.id as string] }
  expect((await stoa.call('moderationUndo', undo, { token: moderator.token })).body.status).toBe('success')
  expect(await told()).toEqual([])
  stoa.clock.advance(5 * 60_000)
  await stoa.app.jobs.drain()
  await stoa.app.background.settled()
  expect((await mailsOf(stoa)).filter((mail) => mail.includes('Approved by mistake'))).toEqual([])
})
