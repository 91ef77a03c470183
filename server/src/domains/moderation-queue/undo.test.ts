import { type ActivityAction, type CallInput, isBanned } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banning } from '../../../test/banning.ts'
import { type Forum, startForum } from '../../../test/forum.ts'
import { DAY_MS } from '../../platform/clock.ts'

let forum: Forum
type Person = Forum['ada']
const { ban: banBy } = banning(() => forum)
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
  const viewer = await forum.stoa.app.services.accounts.viewer(person.id, '')
  if (!viewer) throw new Error('There is nobody.')
  return viewer
}
const banOf = async (person: Person) => (await ask(person)).ban
const ask = async (person: Person) => {
  const input = { tokenName: 'FORUM', memberId: person.id }
  return (await forum.stoa.call('communityStanding', input, { token: forum.admin.token })).body.payload.standing
}

test('a changed ban is restored, with the content it hid', async () => {
  const person = await somebody()
  const { until } =
    (await ban(person, { timeframe: 7, reason: 'First', hideContent: true })).body.payload.standing.ban ?? {}
  await ban(person, { timeframe: 0, reason: 'Second' })
  expect((await blocksOf(person)).slice(0, 1)).toEqual([['banned', null]])
  expect((await undo(person, 'banned')).code).toBeUndefined()
  expect(await ask(person)).toMatchObject({ ban: { until, reason: 'First' }, contentHidden: true })
})

test('a lifted ban is restored until its end, but not after it', async () => {
  const person = await somebody()
  const { until } =
    (await ban(person, { timeframe: 1, reason: 'Spam', hideContent: true })).body.payload.standing.ban ?? {}
  await ban(person, { ban: false })
  expect(isBanned(await viewerOf(person), 'FORUM', forum.stoa.clock.now())).toBe(false)
  expect((await undo(person, 'unbanned')).code).toBeUndefined()
  expect(await ask(person)).toMatchObject({ ban: { until, reason: 'Spam' }, contentHidden: true })
  // The first ban is not the newest any more.
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

test('granted and revoked permissions are undone and redone', async () => {
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
  // Whoever may not give permissions may not give them back.
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

test('locks and pins of a post come and go again, each by itself', async () => {
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
