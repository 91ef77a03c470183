import { type CallInput, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'

let forum: Forum
let [flairId, otherId] = ['', '']
beforeAll(async () => {
  forum = await startForum()
  const flair = async (name: string) =>
    (await forum.stoa.call('flairCreate', { tokenName: 'FORUM', name }, forum.admin)).body.payload.flair.id
  flairId = await flair('Boats')
  otherId = await flair('Oars')
})
afterAll(() => forum.stoa.close())
const { signedUp, merge } = mergeActions(() => forum.stoa, 'logged')

type Filter = Omit<CallInput<'communityActivity'>, 'tokenName'>
const log = async (filter: Filter = {}, { token } = forum.moderator) =>
  (await forum.stoa.call('communityActivity', { tokenName: 'FORUM', limit: 100, ...filter }, { token })).body.payload
    .items
const pin = (postId: string, isPinned = true) =>
  forum.stoa.call('postPin', { tokenName: 'FORUM', postId, isPinned }, forum.admin)
/** Creates a post by Ada with a topic. */
async function post(): Promise<string> {
  const input = { tokenName: 'FORUM', title: 'Spring', postContent: text('Hello there'), flairId }
  return (await forum.stoa.call('postCreate', input, forum.ada)).body.payload.post.id
}
const text = (words: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: words } }] })

test('entries name their post, and people with username and role', async () => {
  const postId = await post()
  await pin(postId)
  expect((await log({ subjectId: postId }))[0]).toMatchObject({
    action: 'postPinned',
    postId,
    post: { title: 'Spring', slugUrl: 'spring' },
    actor: { userId: forum.admin.id, username: 'admin_demo', role: 'admin' },
    person: { userId: forum.ada.id, username: 'ada_demo' },
  })
})

test('the log doesn’t name posts that a manager may not see', async () => {
  const postId = await post()
  await forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden: true, reason: 'spam' }, forum.admin)
  const banner = await forum.stoa.member('only_bans', { join: ['FORUM'] })
  await forum.stoa.app.services.memberships.setRole(forum.communityId, banner.id, { permissions: ['banUser'] })
  expect((await log({ subjectId: postId }, banner))[0]).toMatchObject({ postId, post: null })
  expect((await log({ subjectId: postId }))[0]).toMatchObject({ postId, post: { title: 'Spring' } })
})

test('edits and topic changes of others’ posts are logged with the changes', async () => {
  const postId = await post()
  const edit = { tokenName: 'FORUM', postId }
  const changed = { ...edit, title: 'Autumn', flairId, postContent: text('Hello here') }
  const isMarked = async () =>
    (await forum.stoa.call('postGet', { idOrSlug: postId })).body.payload.post.editedByModerator ?? false
  expect(await isMarked()).toBe(false)
  expect((await forum.stoa.call('postEdit', changed, forum.admin)).status).toBe(200)
  expect(await isMarked()).toBe(true)
  // The author is told, and finds it among the decisions about her.
  await forum.stoa.app.background.settled()
  await forum.stoa.app.jobs.drain()
  const { items } = (await forum.stoa.call('notificationList', {}, forum.ada)).body.payload
  expect(items[0]).toMatchObject({ decision: { action: 'postEdited' }, post: { id: postId } })
  const decisions = (await forum.stoa.call('decisionList', {}, forum.ada)).body.payload.items
  expect(decisions[0]).toMatchObject({ action: 'postEdited', postId, canAppeal: false })
  await forum.stoa.call('flairAttach', { tokenName: 'FORUM', postId, flairId: otherId }, forum.admin)
  // Her own edits aren't logged.
  await forum.stoa.call('postEdit', { ...changed, title: 'Winter', flairId: otherId }, forum.ada)
  expect(await isMarked()).toBe(false)
  const edits = await log({ action: 'postEdited', subjectId: postId })
  expect(edits).toMatchObject([
    { actor: { userId: forum.admin.id }, changes: [{ setting: 'postTopic', after: 'Oars' }] },
    {
      person: { userId: forum.ada.id },
      changes: [
        { setting: 'postTitle', before: 'Spring', after: 'Autumn' },
        { setting: 'postText', before: 'Hello there', after: 'Hello here' },
      ],
    },
  ])
})

test('the log is filtered by group, and by a person with any account, as actor or subject', async () => {
  const postId = await post()
  await pin(postId)
  const [main, other] = [await signedUp(), await signedUp()]
  const { id: commentId } = await forum.say(other.token, { postId })
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
  await merge(main, other)
  const [hidden] = await log({ personId: main.id })
  expect(hidden).toMatchObject({ action: 'commentHidden', commentId, person: { userId: main.id } })
  const { username = '' } = hidden?.person ?? {}
  expect(await log({ username: username.toUpperCase() })).toEqual([hidden])
  expect((await log({ username: 'mod_demo' })).map(({ id }) => id)).toContain(hidden?.id)
  expect(await log({ username: 'nobody_at_all' })).toEqual([])
  expect(await log({ username: 'mod_demo', group: 'appeals' })).toEqual([])
  const groups = new Set((await log({ group: 'comments' })).map(({ action }) => action))
  expect([...groups]).toEqual(['commentHidden'])
  expect(await log({ group: 'comments', action: 'postPinned' })).toEqual([])
  expect((await log({ group: 'posts', action: 'postPinned' })).length).toBeGreaterThan(0)
})

test('the public log names only posts and comments that everybody may see', async () => {
  const postId = await post()
  const { id: commentId } = await forum.say(forum.bea.token, { postId, content: 'Secret words' })
  const publicLog = async () =>
    (await forum.stoa.call('communityDecisions', { tokenName: 'FORUM', limit: 2 })).body.payload.items
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
  expect((await publicLog())[0]).toMatchObject({ post: { title: 'Spring' }, commentId: null, reason: 'spam' })
  await forum.hide(forum.moderator.token, { commentId, hidden: false })
  expect((await publicLog())[0]).toMatchObject({ action: 'commentRestored', post: { title: 'Spring' }, commentId })
  await forum.stoa.database.transaction((tx) =>
    tx.connection('posts').where({ id: postId }).update({ status: PostStatus.unlisted }),
  )
  expect((await publicLog())[0]).toMatchObject({ post: null, commentId: null })
  await forum.stoa.call('postDelete', { tokenName: 'FORUM', postId, hidden: true, reason: 'spam' }, forum.admin)
  expect((await forum.stoa.app.services.posts.facts(postId)).status).toBe(PostStatus.hiddenByDomainAdmin)
  for (const item of await publicLog()) expect(item).toMatchObject({ post: null, commentId: null })
})

test('decisions that stand, and undone ones', async () => {
  const postId = await post()
  const hide = { tokenName: 'FORUM', postId, hidden: true, reason: 'spam' as const }
  await pin(postId)
  await pin(postId, false)
  await forum.stoa.call('postDelete', hide, forum.admin)
  const [hidden] = await log({ subjectId: postId })
  const undo = await forum.stoa.call('moderationUndo', { tokenName: 'FORUM', activityIds: [hidden!.id] }, forum.admin)
  expect(undo.body.code).toBeUndefined()
  const listed = async (status?: 'standing' | 'undone') => {
    const input = { tokenName: 'FORUM', postId, ...(status ? { status } : {}) }
    const { items } = (await forum.stoa.call('modActivityList', input, forum.moderator)).body.payload
    return items.map(({ action, undone }) => [action, undone])
  }
  const all = await listed()
  expect(all).toHaveLength(4)
  expect(await listed('undone')).toEqual([['postHidden', true]])
  expect(await listed('standing')).toEqual(all.filter(([, undone]) => !undone))
  const refused = await forum.stoa.call('modActivityList', { tokenName: 'FORUM', status: 'undone' }, forum.ada)
  expect(refused.body.code).toBe('FORBIDDEN')
})
