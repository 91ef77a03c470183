import { type CallInput, type EventPayloads, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

type Heard = EventPayloads['queue.changed'] & { room: string }

let forum: Forum
/** A moderator of stories only. */
let ofStories: { id: string; token: string }
let strictId: string
beforeAll(async () => {
  forum = await startForum()
  const { member, app } = forum.stoa
  ofStories = await member('mod_stories', { join: ['FORUM'] })
  strictId = await seedCommunity(forum.stoa, { tokenName: 'STRICT', approvePosts: true })
  for (const [communityId, userId, permission] of [
    [forum.communityId, ofStories.id, 'hidePremiumContent'],
    [strictId, ofStories.id, 'hidePremiumContent'],
    [strictId, forum.moderator.id, 'hideContent'],
  ] as const) {
    await app.services.memberships.setRole(communityId, userId, { moderator: true, permissions: [permission] })
  }
  for (const { token } of [ofStories, forum.moderator, forum.ada]) {
    await forum.stoa.call('communityJoin', { tokenName: 'STRICT', join: true }, { token })
  }
})
afterAll(() => forum.stoa.close())

/** What moderators are notified of during some work. */
async function toldBy(work: () => Promise<unknown>): Promise<Heard[]> {
  await forum.stoa.app.background.settled()
  const heard: Heard[] = []
  const stop = forum.stoa.app.events.subscribe(({ name, room, event }) => {
    if (name === 'queue.changed' && event.change === 'opened') heard.push({ room, ...event })
  })
  await work()
  await forum.stoa.app.background.settled()
  stop()
  return heard
}
/** The ids announced to a person on the forum and on partners' sites. */
const idsFor = (heard: Heard[], { id }: { id: string }) => ({
  forum: heard.flatMap(({ room, subjectIds }) => (room === `account:${id}` ? subjectIds : [])),
  sites: heard.flatMap(({ room, subjectIds }) => (room.startsWith(`user:${id}:`) ? subjectIds : [])),
})
const report = (token: string, about: Partial<CallInput<'reportCreate'>>) =>
  forum.stoa.call(
    'reportCreate',
    { tokenName: 'FORUM', reportReason: 'spam', reportedType: 'Comment', ...about } as CallInput<'reportCreate'>,
    { token },
  )

test('moderators who decide about reports are notified of a comment’s first report, without its reporter', async () => {
  const { id: reportedCommentId } = await forum.say(forum.ada.token, { postId: await forum.newPost() })
  const heard = await toldBy(() => report(forum.bea.token, { reportedCommentId }))
  for (const person of [forum.moderator, forum.admin]) {
    expect(idsFor(heard, person)).toEqual({ forum: [reportedCommentId], sites: [reportedCommentId] })
  }
  expect(idsFor(heard, ofStories)).toEqual({ forum: [], sites: [] })
  expect(heard[0]).toMatchObject({ tokenName: 'FORUM', by: { id: '', displayName: '' }, until: 0 })
  expect(JSON.stringify(heard)).not.toContain(forum.bea.id)
  expect(heard.every(({ userId }) => userId !== forum.ada.id)).toBe(true)
  const cem = await forum.stoa.member('new_reporter', { join: ['FORUM'] })
  expect(await toldBy(() => report(cem.token, { reportedCommentId }))).toEqual([])
})

test('sites aren’t notified that a person was reported', async () => {
  const about = { reportedType: 'User' as const, reportedUserId: forum.ada.id }
  const heard = await toldBy(() => report(forum.bea.token, about))
  expect(idsFor(heard, forum.moderator)).toEqual({ forum: [forum.ada.id], sites: [] })
})

test('pending comments are announced together', async () => {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const ids: string[] = []
  const heard = await toldBy(async () => {
    const made = await Promise.all(
      ['One', 'Two', 'Three'].map((content) =>
        forum.stoa.call('commentCreate', { tokenName: 'GUARDED', postId, content }, { token: forum.ada.token }),
      ),
    )
    ids.push(...made.map(({ body }) => body.payload.comment.id))
  })
  const { forum: onForum, sites } = idsFor(heard, forum.moderator)
  expect([onForum.toSorted(), sites.toSorted()]).toEqual([ids.toSorted(), ids.toSorted()])
})

test('a pending comment that its author hides and restores is announced again', async () => {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const input = { tokenName: 'GUARDED', postId, content: 'Hello again' }
  const { body } = await forum.stoa.call('commentCreate', input, { token: forum.ada.token })
  const { id: commentId } = body.payload.comment
  const setHidden = (hidden: boolean) => forum.hide(forum.ada.token, { tokenName: 'GUARDED', commentId, hidden })
  expect(await toldBy(() => setHidden(true))).toEqual([])
  expect(idsFor(await toldBy(() => setHidden(false)), forum.moderator).forum).toEqual([commentId])
})

test('a pending post or story is announced to those who can approve it, but not on sites', async () => {
  const { token, id: publisherId } = forum.ada
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Hello.' } }] })
  let postId = ''
  const created = await toldBy(async () => {
    const input = { tokenName: 'STRICT', title: 'Boats', postContent }
    postId = (await forum.stoa.call('postCreate', input, { token })).body.payload.post.id
  })
  expect(idsFor(created, forum.moderator)).toEqual({ forum: [postId], sites: [] })
  expect(idsFor(created, ofStories)).toEqual({ forum: [], sites: [] })

  const status = PostStatus.hiddenByPublisher
  const storyId = await forum.newPost({ communityId: strictId, publisherId, status, kind: 'story' })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: storyId }).update({ former_status: PostStatus.pending }),
  )
  const restored = await toldBy(() =>
    forum.stoa.call('postDelete', { tokenName: 'STRICT', postId: storyId, hidden: false }, { token }),
  )
  expect(idsFor(restored, ofStories)).toEqual({ forum: [storyId], sites: [] })
  expect(idsFor(restored, forum.moderator)).toEqual({ forum: [], sites: [] })
})
