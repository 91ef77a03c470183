import { type ActivityAction, type CallInput, isBanned } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { moderatorActions } from '../../../../test/moderators.ts'
import { DAY_MS } from '../../../platform/clock.ts'

let forum: Forum
type Person = Forum['ada']
const { ban: banBy, guardNamed } = moderatorActions(() => forum)
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

let people = 0
const somebody = () => forum.stoa.member(`undone_${(people += 1)}`, { join: ['FORUM'] })
const ban = (person: Person, about: Partial<CallInput<'userBan'>> = {}) => banBy(person, about, forum.admin)
const logOf = async (person: Person) => {
  const asked = { tokenName: 'FORUM', personId: person.id }
  return (await forum.stoa.call('communityActivity', asked, { token: forum.admin.token })).body.payload.items
}
const blocksOf = async (person: Person) => (await logOf(person)).map(({ action, undoBlock }) => [action, undoBlock])
async function undo(person: Person, action: ActivityAction, { token } = forum.admin) {
  const made = (await logOf(person)).find((one) => one.action === action)
  const input = { tokenName: 'FORUM', activityIds: [made?.id ?? ''] }
  return (await forum.stoa.call('moderationUndo', input, { token })).body
}
const viewerOf = async (person: Person) => {
  const viewer = await forum.stoa.app.services.memberships.viewer(person.id, '')
  if (!viewer) throw new Error('There is nobody.')
  return viewer
}
const banOf = async (person: Person) => (await ask(person)).ban
const ask = async (person: Person) => {
  const input = { tokenName: 'FORUM', memberId: person.id }
  return (await forum.stoa.call('communityStanding', input, { token: forum.admin.token })).body.payload.standing
}

test('undoing a change of a ban restores the former ban, with the content it hid', async () => {
  const person = await somebody()
  const { until } =
    (await ban(person, { timeframe: 7, reason: 'First', hideContent: true })).body.payload.standing.ban ?? {}
  await ban(person, { timeframe: 0, reason: 'Second' })
  expect((await blocksOf(person)).slice(0, 1)).toEqual([['banned', null]])
  expect((await undo(person, 'banned')).code).toBeUndefined()
  expect(await ask(person)).toMatchObject({ ban: { until, reason: 'First' }, contentHidden: true })
})

test('moderators can’t restore their own hidden content while somebody else can', async () => {
  const guard = await guardNamed('guard_hidden')
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(guard.token, { postId })
  const asGuard = { token: guard.token }
  const show = async () =>
    (await forum.stoa.call('commentDelete', { tokenName: 'FORUM', commentId, hidden: false }, asGuard)).body.code
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
  expect(await show()).toBe('REPORT_OWN_CONTENT')
  expect((await undo(guard, 'commentHidden', guard)).code).toBe('REPORT_OWN_CONTENT')
  // They may restore what they hid themselves.
  expect((await undo(guard, 'commentHidden')).code).toBeUndefined()
  await forum.stoa.call('commentDelete', { tokenName: 'FORUM', commentId, hidden: true }, asGuard)
  expect(await show()).toBeUndefined()

  // Nor approve their own content when it is pending again.
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam' })
  const wait = { tokenName: 'FORUM', commentId, hidden: false, pending: true }
  expect((await forum.stoa.call('commentDelete', wait, { token: forum.moderator.token })).status).toBe(200)
  expect(await show()).toBe('REPORT_OWN_CONTENT')
  const pending = await forum.newPost({ publisherId: guard.id, status: 5 })
  const approve = { postId: pending, approve: true }
  expect((await forum.stoa.call('postApprove', approve, asGuard)).body.code).toBe('REPORT_OWN_CONTENT')

  const own = await forum.newPost({ publisherId: guard.id })
  const remove = { tokenName: 'FORUM', postId: own, hidden: true, reason: 'spam' as const }
  await forum.stoa.call('postDelete', remove, { token: forum.moderator.token })
  const restore = { tokenName: 'FORUM', postId: own, hidden: false }
  expect((await forum.stoa.call('postDelete', restore, asGuard)).body.code).toBe('REPORT_OWN_CONTENT')
  expect((await undo(guard, 'postHidden', guard)).code).toBe('REPORT_OWN_CONTENT')
})

test('undoing a lifted ban reinstates it until its end, but not later', async () => {
  const person = await somebody()
  const { until } =
    (await ban(person, { timeframe: 1, reason: 'Spam', hideContent: true })).body.payload.standing.ban ?? {}
  await ban(person, { ban: false })
  expect(isBanned(await viewerOf(person), 'FORUM', forum.stoa.clock.now())).toBe(false)
  const again = { kind: 'ban', until, reason: 'Spam', contentHidden: true }
  expect((await logOf(person)).map(({ bansAgain }) => bansAgain).filter(Boolean)).toEqual([again])
  expect((await undo(person, 'unbanned')).code).toBeUndefined()
  expect(await ask(person)).toMatchObject({ ban: { until, reason: 'Spam' }, contentHidden: true })
  // The first ban is no longer the newest.
  expect((await blocksOf(person)).filter(([action]) => action === 'banned')).toEqual([
    ['banned', null],
    ['banned', 'newer'],
  ])
  await ban(person, { ban: false })
  forum.stoa.clock.advance(DAY_MS)
  const { signedIn } = await forum.stoa.app.services.sessions.begin({ userId: forum.admin.id, site: '', lasting: true })
  forum.admin = { ...forum.admin, token: signedIn.accessToken }
  expect((await blocksOf(person)).find(([action]) => action === 'unbanned')).toEqual(['unbanned', 'over'])
  expect((await undo(person, 'unbanned')).code).toBe('UNDO_REFUSED')
  expect(await banOf(person)).toBeNull()
})

test('granted and revoked permissions can be undone and redone', async () => {
  const person = await somebody()
  const set = (permissions: CallInput<'userPermissions'>['permissions']) => {
    const input = { tokenName: 'FORUM', editedUserId: person.id, permissions }
    return forum.stoa.call('userPermissions', input, { token: forum.admin.token })
  }
  await set(['pinPost', 'hideContent'])
  await set(['pinPost', 'editBBS'])
  const held = async () => (await ask(person)).permissions.toSorted()
  expect((await undo(person, 'permissionsChanged')).code).toBeUndefined()
  expect(await held()).toEqual(['hideContent', 'pinPost'])
  const log = await logOf(person)
  expect(log.map(({ undone, undoBlock }) => [undone, undoBlock])).toEqual([
    [false, null],
    [true, null],
    [false, 'newer'],
  ])
  // A moderator who can't grant permissions can't restore them either.
  expect((await undo(person, 'permissionsChanged', await viewerToken())).code).toBe('FORBIDDEN')
})

test('partner approval and removal can be undone', async () => {
  const person = await somebody()
  const set = (approveSell: boolean) => {
    const input = { editedUserId: person.id, tokenName: 'FORUM', approveSell }
    return forum.stoa.call('userEdit', input, { token: forum.admin.token })
  }
  await set(true)
  expect((await undo(person, 'partnerAdded')).code).toBeUndefined()
  expect((await ask(person)).isPartner).toBe(false)
  await set(true)
  await set(false)
  expect((await undo(person, 'partnerRemoved')).code).toBeUndefined()
  expect((await ask(person)).isPartner).toBe(true)
})

test('locks and pins of a post can be undone and redone independently', async () => {
  const person = await somebody()
  const postId = await forum.newPost({ publisherId: person.id })
  const { token } = forum.admin
  const lock = (isLocked: boolean) => forum.stoa.call('postLock', { tokenName: 'FORUM', postId, isLocked }, { token })
  const pin = (isPinned: boolean) => forum.stoa.call('postPin', { tokenName: 'FORUM', postId, isPinned }, { token })
  const post = async () => (await forum.stoa.call('postGet', { idOrSlug: postId }, { token })).body.payload.post
  await lock(true)
  await pin(true)
  expect(await blocksOf(person)).toEqual([
    ['postPinned', null],
    ['postLocked', null],
  ])
  expect((await undo(person, 'postLocked', await viewerToken())).code).toBe('FORBIDDEN')
  expect((await undo(person, 'postLocked')).code).toBeUndefined()
  expect(await post()).toMatchObject({ isLocked: false, isPinned: true })
  expect((await undo(person, 'postLocked')).code).toBe('UNDO_REFUSED')
  expect((await undo(person, 'postUnlocked')).code).toBeUndefined()
  expect((await undo(person, 'postPinned')).code).toBeUndefined()
  expect(await post()).toMatchObject({ isLocked: true, isPinned: false })
  expect((await undo(person, 'postUnpinned')).code).toBeUndefined()
  expect(await post()).toMatchObject({ isLocked: true, isPinned: true })
  await pin(false)
})

async function viewerToken() {
  const { signedIn } = await forum.stoa.app.services.sessions.begin({
    userId: forum.moderator.id,
    site: '',
    lasting: true,
  })
  return { ...forum.moderator, token: signedIn.accessToken }
}

test('undoing a restored post or comment hides it as before, and can be repeated', async () => {
  const author = await somebody()
  const postId = await forum.newPost({ publisherId: author.id })
  const { id: commentId } = await forum.say(author.token, { postId })
  const { token } = await viewerToken()
  const act = (hidden: boolean) => forum.hide(token, { commentId, hidden, ...(hidden && { reason: 'spam' as const }) })
  const commentOf = () =>
    forum.stoa.database.read('comments').where({ id: commentId }).first('status', 'hidden_reason', 'hidden_by')
  await act(true)
  const asHidden = await commentOf()
  await act(false)
  expect((await undo(author, 'commentRestored')).code).toBeUndefined()
  expect([await commentOf(), await forum.countOf(postId)]).toEqual([asHidden, 0])
  expect((await undo(author, 'commentHidden')).code).toBeUndefined()
  expect((await undo(author, 'commentRestored')).code).toBeUndefined()
  expect(await commentOf()).toEqual(asHidden)
  const postOf = async () =>
    forum.stoa.database.read('posts').where({ id: postId }).first('status', 'hidden_reason', 'former_status')
  const before = await postOf()
  const remove = (hidden: boolean) =>
    forum.stoa.call(
      'postDelete',
      { tokenName: 'FORUM', postId, hidden, ...(hidden && { reason: 'nudity' as const }) },
      { token },
    )
  await remove(true)
  const removed = await postOf()
  await remove(false)
  expect((await undo(author, 'postRestored')).code).toBeUndefined()
  expect(await postOf()).toEqual(removed)
  expect((await undo(author, 'postHidden')).code).toBeUndefined()
  expect(await postOf()).toEqual(before)
})

test('a moderator can’t hide again in an admin’s name what the admin has restored', async () => {
  const author = await somebody()
  const { id: commentId } = await forum.say(author.token, { postId: await forum.newPost() })
  await forum.hide(forum.admin.token, { commentId, reason: 'spam' })
  await forum.hide(forum.admin.token, { commentId, hidden: false })
  expect((await undo(author, 'commentRestored', await viewerToken())).code).toBe('FORBIDDEN')
  expect((await undo(author, 'commentRestored')).code).toBeUndefined()
})

test('undoing a ban or a hide restores the content and reopens its reports', async () => {
  const person = await somebody()
  const { id: commentId } = await forum.say(person.token, { postId: await forum.newPost() })
  const report = { tokenName: 'FORUM', reportedType: 'Comment', reportedCommentId: commentId } as const
  await forum.stoa.call('reportCreate', { ...report, reportReason: 'spam' }, { token: (await somebody()).token })
  const open = async () =>
    (await forum.stoa.database.read('report_items').where({ entity_id: commentId, status: 'open' })).length
  const settle = () => forum.stoa.app.jobs.drain()
  const statusOf = async () =>
    (await forum.stoa.database.read('comments').where({ id: commentId }).first('status'))?.status
  expect(await open()).toBe(1)
  for (const action of ['banned', 'contentHidden'] as const) {
    await ban(person, { timeframe: 7, hideContent: true })
    await settle()
    expect([await statusOf(), await open()]).toEqual([1, 0])
    expect((await undo(person, action)).code).toBeUndefined()
    await settle()
    expect([action, await statusOf(), await open()]).toEqual([action, 0, 1])
  }
  expect((await ask(person)).contentHidden).toBe(false)
  expect(await banOf(person)).not.toBeNull()
})
