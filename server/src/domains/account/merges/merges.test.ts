import type { Comment, Page } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions, PASSWORD } from '../../../../test/merges.ts'

let forum: Forum
let next = 0
const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })
const { signedUp, proofOf, forward, undo, meOf, mergedPair } = mergeActions(() => forum.stoa, 'merge')
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** A poll by Bea with a comment. */
async function thread() {
  const draft = {
    tokenName: 'FORUM',
    title: `A poll ${(next += 1)}`,
    postContent: '{"blocks":[]}',
    pollOptions: ['A', 'B'],
  }
  const { body } = await forum.stoa.call('postCreate', draft, { token: forum.bea.token })
  const postId = body.payload.post.id
  const comment = await forum.say(forum.bea.token, { postId })
  return { postId, commentId: comment.id }
}

const react = (token: string, entityId: string, reactionName: 'thumb-up' | 'thumb-down') =>
  forum.stoa.call('postReaction', { entityType: 'Comment', entityId, reactionName }, { token })
const vote = (token: string, postId: string, selectedOptionIndex: number) =>
  forum.stoa.call('postVote', { postId, selectedOptionIndex }, { token })

async function countsOf({ postId, commentId }: { postId: string; commentId: string }) {
  forum.stoa.clock.advance(1001)
  const { items } = await forum.thread(postId)
  const { post } = (await forum.stoa.call('postGet', { idOrSlug: postId })).body.payload
  const { reactionsCount } = items.find(({ id }) => id === commentId) ?? {}
  return { ...reactionsCount, votes: post.pollValues?.map(({ count }) => count), voters: post.pollTotalVoters }
}

test('content of both accounts is credited to the main account, in lists with consistent pages', async () => {
  const { stoa } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const { postId } = await thread()
  const said: string[] = []
  for (let count = 0; count < 7; count += 1) {
    said.unshift((await forum.say(count % 3 ? main.token : other.token, { postId, content: `Number ${count}` })).id)
  }
  const posted: string[] = []
  for (const { token } of [main, other, main]) {
    stoa.clock.advance(1)
    const draft = { tokenName: 'FORUM', title: `Post ${(next += 1)}`, postContent: TEXT }
    posted.unshift((await stoa.call('postCreate', draft, { token })).body.payload.post.id)
  }
  expect((await forward(main.token, await proofOf(main, other))).body.payload).toMatchObject({ user: { id: main.id } })
  for (const userId of [main.id, other.id]) {
    const seen: Comment[] = []
    for (let cursor = ''; ; ) {
      const input = { type: 'user' as const, userId, limit: 2, ...(cursor === '' ? {} : { cursor }) }
      const page: Page<Comment> = (await stoa.call('commentList', input)).body.payload
      seen.push(...page.items)
      if (page.cursor === null) break
      cursor = page.cursor
    }
    expect(seen.map(({ id }) => id)).toEqual(said)
    expect(new Set(seen.map((comment) => comment.publisherId))).toEqual(new Set([main.id]))
    expect(new Set(seen.map((comment) => comment.publisherName))).toEqual(new Set([main.username]))
    const posts = (await stoa.call('postList', { type: 'user', userId, limit: 2 })).body.payload
    const rest = await stoa.call('postList', { type: 'user', userId, limit: 2, cursor: posts.cursor ?? '' })
    expect([...posts.items, ...rest.body.payload.items].map(({ id }) => id)).toEqual(posted)
  }
  for (const idOrSlug of [other.id, other.username, other.username.replace('_', '-')])
    expect((await stoa.call('userGet', { idOrSlug })).body.payload.user.id).toBe(main.id)
  expect(await meOf(main.token)).toMatchObject({ id: main.id, ForwardedFrom: [other.id] })
  // The person can edit and hide what the other account wrote.
  const edit = { tokenName: 'FORUM', commentId: said[0] ?? '', content: 'Changed' }
  expect((await stoa.call('commentEdit', edit, { token: main.token })).body.payload.comment.content).toBe('Changed')
  expect((await forum.hide(main.token, { commentId: said[0] ?? '' })).status).toBe(200)
})

test('the merged account is signed out, and its password signs in to the main one', async () => {
  const { stoa } = forum
  const [main, other] = await mergedPair()
  expect((await stoa.call('me', {}, { token: other.token })).body.code).toBe('AUTH_REQUIRED')
  const signedIn = await stoa.call('authSignIn', { login: other.username, password: PASSWORD })
  expect(signedIn.body.payload.userId).toBe(main.id)
  expect(await meOf(signedIn.body.payload.accessToken)).toMatchObject({ id: main.id })
  expect((await stoa.call('userForwarded', {}, { token: main.token })).body.payload.items).toMatchObject([
    { userId: other.id, username: other.username },
  ])
})

test('either account can be the main one', async () => {
  const [one, two] = [await signedUp(), await signedUp()]
  const { body } = await forward(one.token, await proofOf(one, two), 'other')
  expect(body.payload).toMatchObject({ user: { id: two.id }, signedOut: true })
  expect(await meOf(one.token)).toBeUndefined()
  expect(await meOf(two.token)).toMatchObject({ ForwardedFrom: [one.id] })
})

test('votes and reactions on the same item are merged and counted correctly; undoing restores both', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const [shared, single, changed] = [await thread(), await thread(), await thread()]
  await react(main.token, shared.commentId, 'thumb-up')
  await react(other.token, shared.commentId, 'thumb-down')
  await vote(main.token, shared.postId, 0)
  await vote(other.token, shared.postId, 1)
  await react(other.token, single.commentId, 'thumb-up')
  await vote(other.token, single.postId, 1)
  await react(other.token, changed.commentId, 'thumb-up')
  const apart = { 'thumb-up': 1, 'thumb-down': 1, votes: [1, 1], voters: 2 }
  expect(await countsOf(shared)).toEqual(apart)
  await forward(main.token, await proofOf(main, other))
  expect(await countsOf(shared)).toEqual({ 'thumb-up': 1, 'thumb-down': 0, votes: [1, 0], voters: 1 })
  expect(await countsOf(single)).toMatchObject({ 'thumb-up': 1, votes: [0, 1] })
  const facts = { postIds: single.postId, commentIds: [single.commentId, shared.commentId].join() }
  const own = await forum.stoa.call('viewerFacts', facts, { token: main.token })
  expect(own.body.payload).toMatchObject({
    reactions: { [single.commentId]: 'thumb-up', [shared.commentId]: 'thumb-up' },
    votes: { [single.postId]: { selectedOptionIndex: 1 } },
  })
  // A second reaction changes the one from the merged account.
  await react(main.token, changed.commentId, 'thumb-down')
  expect(await countsOf(changed)).toMatchObject({ 'thumb-up': 0, 'thumb-down': 1 })
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
  expect((await undo(main, other)).body.payload.user).toEqual({ userId: other.id, username: other.username })
  expect(await countsOf(shared)).toEqual(apart)
  expect(await countsOf(single)).toMatchObject({ 'thumb-up': 1, votes: [0, 1], voters: 1 })
  expect(await countsOf(changed)).toMatchObject({ 'thumb-up': 0, 'thumb-down': 1 })
  expect((await forum.stoa.call('viewerFacts', facts, { token: main.token })).body.payload.reactions).toEqual({
    [shared.commentId]: 'thumb-up',
  })
  const again = await forum.stoa.call('authSignIn', { login: other.username, password: PASSWORD })
  expect(again.body.payload.userId).toBe(other.id)
  expect(await meOf(main.token)).toMatchObject({ ForwardedFrom: [] })
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
})

test('communities, roles and bans are combined; after undoing, decisions made meanwhile stay', async () => {
  const { stoa, communityId, guardedId } = forum
  const { memberships } = stoa.app.services
  const [main, other] = [await signedUp(['FORUM']), await signedUp(['FORUM', 'GUARDED'])]
  const members = async () =>
    Number((await stoa.call('communityGet', { tokenName: 'FORUM' })).body.payload.community.numberOfMembers)
  await memberships.setRole(communityId, main.id, { permissions: ['pinPost'] })
  await memberships.setRole(communityId, other.id, { moderator: true, permissions: ['hideContent'] })
  await memberships.setRole(guardedId, other.id, { canSell: true })
  const before = await members()
  await forward(main.token, await proofOf(main, other))
  stoa.clock.advance(1001)
  expect(await members()).toBe(before - 1)
  const both = await meOf(main.token)
  expect(both).toMatchObject({ moderator: ['FORUM'], enableSell: ['GUARDED'] })
  expect(both?.bannedCommunities).toEqual({})
  expect(both?.joinedCommunities.toSorted()).toEqual(['FORUM', 'GUARDED'])
  expect(both?.tokenPermissions.FORUM?.toSorted()).toEqual(['hideContent', 'pinPost'])
  // A revoked permission and a ban remain after undoing the merge.
  await memberships.setRole(communityId, main.id, { permissions: ['pinPost'] })
  await stoa.call('userBan', { tokenName: 'GUARDED', ban: true, banUserId: main.id }, { token: forum.admin.token })
  await undo(main, other)
  stoa.clock.advance(1001)
  expect(await members()).toBe(before)
  const signedIn = await stoa.call('authSignIn', { login: other.username, password: PASSWORD })
  const parted = await meOf(signedIn.body.payload.accessToken)
  expect(parted).toMatchObject({ moderator: [], enableSell: ['GUARDED'], bannedCommunities: { GUARDED: 0 } })
  expect(parted?.tokenPermissions).toEqual({})
  expect(parted?.joinedCommunities.toSorted()).toEqual(['FORUM', 'GUARDED'])
  const kept = await meOf(main.token)
  expect(kept).toMatchObject({ joinedCommunities: ['FORUM'], enableSell: [], bannedCommunities: { GUARDED: 0 } })
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('after undoing, each account has its former role, except for permissions revoked meanwhile', async () => {
  const { communityId, guardedId } = forum
  const { memberships } = forum.stoa.app.services
  const [main, other] = [await signedUp(['FORUM', 'GUARDED']), await signedUp(['FORUM', 'GUARDED'])]
  for (const id of [communityId, guardedId]) {
    await memberships.setRole(id, main.id, { permissions: ['pinPost'] })
    await memberships.setRole(id, other.id, { moderator: true, permissions: ['hideContent'] })
  }
  await forward(main.token, await proofOf(main, other))
  await memberships.setRole(guardedId, main.id, { moderator: true, permissions: ['pinPost'] })
  await undo(main, other)
  const rolesOf = async ({ id }: typeof main) => {
    const [here, guarded] = [await memberships.standingIn(communityId, id), await memberships.standingIn(guardedId, id)]
    return [here, guarded].map(({ role }) => [role.moderator, ...role.permissions])
  }
  expect(await rolesOf(main)).toEqual([
    [false, 'pinPost'],
    [false, 'pinPost'],
  ])
  expect(await rolesOf(other)).toEqual([[true, 'hideContent'], [true]])
})

test('the merged account’s ban is kept, and the longer of two applies to both', async () => {
  const { stoa, communityId, guardedId } = forum
  const [main, other] = [await signedUp(), await signedUp()]
  const ban = (banUserId: string, tokenName: string, timeframe: 0 | 1 | 7) =>
    stoa.call('userBan', { tokenName, ban: true, banUserId, timeframe }, { token: forum.admin.token })
  await ban(other.id, 'FORUM', 0)
  await ban(main.id, 'FORUM', 7)
  await ban(main.id, 'GUARDED', 7)
  await ban(other.id, 'GUARDED', 1)
  const { ban: longer } = await stoa.app.services.memberships.standingIn(guardedId, main.id)
  await forward(main.token, await proofOf(main, other))
  expect((await meOf(main.token))?.bannedCommunities).toEqual({ FORUM: 0, GUARDED: longer?.until })
  expect((await stoa.app.services.memberships.standingIn(communityId, other.id)).ban?.until).toBe(0)
})

test('chains, cycles, an account itself, admins and deleted accounts are refused', async () => {
  const { stoa } = forum
  const [main, other] = await mergedPair()
  const third = await signedUp()
  const refused = async (token: string, proof: string, mainAccount: 'this' | 'other') =>
    (await forward(token, proof, mainAccount)).body.code
  // A main account can't be merged into another. A merged account stands for its main account.
  expect(await refused(third.token, await proofOf(third, main), 'this')).toBe('MERGE_REFUSED')
  expect(await refused(main.token, await proofOf(main, third), 'other')).toBe('MERGE_REFUSED')
  expect(await refused(third.token, await proofOf(third, other), 'this')).toBe('MERGE_REFUSED')
  expect(await refused(third.token, await proofOf(third, other), 'other')).toBe('MERGE_REFUSED')
  expect(await refused(main.token, await proofOf(main, main), 'this')).toBe('MERGE_REFUSED')
  await stoa.app.services.accounts.setNetworkAdmin(third.username, true)
  const fourth = await signedUp()
  expect(await refused(fourth.token, await proofOf(fourth, third), 'this')).toBe('MERGE_REFUSED')
  expect(await refused(third.token, await proofOf(third, fourth), 'other')).toBe('MERGE_REFUSED')
  const fifth = await signedUp()
  await stoa.app.services.accounts.setDomainAdmin(fifth.username, '')
  expect(await refused(fourth.token, await proofOf(fourth, fifth), 'this')).toBe('MERGE_REFUSED')
  const sixth = await signedUp()
  const proof = await proofOf(fourth, sixth)
  await stoa.call('userDelete', { confirm: sixth.username }, { token: sixth.token })
  expect(await refused(fourth.token, proof, 'this')).toBe('CODE_INVALID')
  expect((await forward(third.token, await proofOf(third, fourth), 'this')).status).toBe(200)
})
