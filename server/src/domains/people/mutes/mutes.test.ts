import { type CallInput, MUTES_MAX, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'muter')

type Person = Awaited<ReturnType<typeof signedUp>>

const block = ({ token }: Person, { id }: { id: string }, isBlocked = true) =>
  forum.stoa.call('dmBlock', { blockUserId: id, block: isBlocked }, { token })
const mute = ({ token }: Person, what: Omit<CallInput<'notificationBlock'>, 'block' | 'userId'>, isMuted = true) =>
  forum.stoa.call('notificationBlock', { ...what, block: isMuted }, { token })
const list = async ({ token }: Person) => (await forum.stoa.call('muteList', {}, { token })).body.payload.mutes
const me = async ({ token }: Person) => (await forum.stoa.call('me', {}, { token })).body.payload.user
const follow = ({ token }: Person, { id }: Person, isFollowed = true) =>
  forum.stoa.call('userFollow', { followedUserId: id, follow: isFollowed }, { token })
const followers = async ({ id }: Person) =>
  (await forum.stoa.call('userFollowGet', { followedUserId: id }, { token: forum.ada.token })).body.payload.followers
const service = () => forum.stoa.app.services.mutes
const ofPerson = async (person: Person) => {
  const viewer = await forum.stoa.app.services.memberships.viewer(person.id, '')
  return service().of(viewer)
}

test('a block is listed, works in both directions, and only the blocker hears of it', async () => {
  const [one, other, third] = [await signedUp(), await signedUp(), await signedUp()]
  const heard: { name: string; event: object }[] = []
  const end = forum.stoa.app.events.subscribe((event) => void heard.push(event))
  for (const _ of [1, 2]) expect((await block(one, other)).body.payload).toEqual({ status: true })
  end()
  expect(heard.map(({ name, event }) => [name, event])).toMatchObject([['mutes.changed', { userId: one.id }]])
  expect((await list(one)).blocked).toMatchObject([{ userId: other.id, at: forum.stoa.clock.now() }])
  expect((await list(other)).blocked).toEqual([])
  expect(await me(one)).toMatchObject({ dmBlockUsers: [other.id], tagBlockUsers: [other.id] })
  expect(await me(other)).not.toHaveProperty('mutes')
  for (const [a, b] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(await service().refuses('follows', [a.id, b.id])).toBe(true)
    expect(await service().refusedWith('follows', a.id)).toEqual(new Set([b.id]))
  }
  expect(await ofPerson(one)).toMatchObject({ blocked: new Set([other.id]), blockedBy: new Set() })
  expect(await ofPerson(other)).toMatchObject({ blocked: new Set(), blockedBy: new Set([one.id]) })
  expect(await service().refuses('follows', [one.id, third.id])).toBe(false)
  expect((await block(one, other, false)).body.payload).toEqual({ status: false })
  expect(await service().refuses('follows', [other.id, one.id])).toBe(false)
  expect((await list(one)).blocked).toEqual([])
})

test('nobody blocks or mutes themselves or somebody missing', async () => {
  const one = await signedUp()
  expect((await block(one, one)).body.code).toBe('VALIDATION_FAILED')
  expect((await mute(one, { entityType: 'user', entityId: one.id })).body.code).toBe('VALIDATION_FAILED')
  const missing = forum.stoa.app.ids.next()
  expect((await block(one, { id: missing })).body.code).toBe('USER_NOT_FOUND')
  expect((await mute(one, { entityType: 'user', entityId: missing })).body.code).toBe('USER_NOT_FOUND')
  expect((await mute(one, { entityType: 'post', entityId: missing })).body.code).toBe('POST_NOT_FOUND')
  expect((await mute(one, { entityType: 'topic', entityId: missing })).body.code).toBe('FLAIR_NOT_FOUND')
  expect((await mute(one, { entityType: 'community', entityId: missing })).body.code).toBe('COMMUNITY_NOT_FOUND')
  expect((await mute(one, { entityType: 'word' })).body.code).toBe('VALIDATION_FAILED')
  expect((await mute(one, { entityType: 'post', text: 'a' })).body.code).toBe('VALIDATION_FAILED')
})

test('a block ends follows in both directions and refuses new ones', async () => {
  const [one, other] = [await signedUp(), await signedUp()]
  await follow(one, other)
  await follow(other, one)
  await block(one, other)
  expect([await followers(one), await followers(other)]).toEqual([0, 0])
  expect((await follow(one, other)).body.code).toBe('FORBIDDEN')
  expect((await follow(other, one)).body.code).toBe('FORBIDDEN')
  expect((await follow(other, one, false)).status).toBe(200)
  await block(one, other, false)
  expect((await follow(other, one)).body.payload).toEqual({ follows: true, followers: 1 })
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
})

test('everything muted is in one list and leaves it when unmuted', async () => {
  const [one, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  const [topic] = await forum.stoa.database.read('flairs').where({ community_id: forum.communityId }).select('id')
  const topicId = topic ? String(topic.id) : forum.stoa.app.ids.next()
  if (!topic) {
    const row = { id: topicId, community_id: forum.communityId, name: 'Boats', name_key: 'boats' }
    await forum.stoa.database.transaction(({ connection }) => connection('flairs').insert(row))
  }
  const all = [
    { entityType: 'user', entityId: other.id },
    { entityType: 'post', entityId: postId },
    { entityType: 'community', entityId: forum.communityId },
    { entityType: 'topic', entityId: topicId },
    { entityType: 'word', text: 'Crème  brûlée' },
  ] as const
  for (const what of all) for (const _ of [1, 2]) expect((await mute(one, what)).status).toBe(200)
  const { mutes, hiddenCommunities } = await me(one)
  expect(mutes).toEqual({
    blocked: [],
    users: [other.id],
    posts: [postId],
    topics: [topicId],
    words: ['Crème brûlée'],
  })
  expect(hiddenCommunities).toEqual(['FORUM'])
  expect(await list(one)).toMatchObject({
    users: [{ userId: other.id }],
    posts: [{ id: postId, tokenName: 'FORUM' }],
    communities: [{ id: forum.communityId, tokenName: 'FORUM' }],
    topics: [{ id: topicId, tokenName: 'FORUM' }],
    words: [{ text: 'Crème brûlée' }],
  })
  const found = await ofPerson(one)
  expect([...found.communities, ...found.topics, ...found.posts, ...found.users]).toEqual([
    forum.communityId,
    topicId,
    postId,
    other.id,
  ])
  // The same word in another spelling.
  expect((await mute(one, { entityType: 'word', text: 'CREME BRULEE' }, false)).body.payload.mutes?.words).toEqual([])
  for (const what of all) expect((await mute(one, what, false)).status).toBe(200)
  expect(await me(one)).not.toHaveProperty('mutes')
})

test('a muted post that is hidden later shows no title, and can be unmuted', async () => {
  const one = await signedUp()
  const postId = await forum.newPost()
  await mute(one, { entityType: 'post', entityId: postId })
  const setStatus = (status: number) =>
    forum.stoa.database.transaction(({ connection }) => connection('posts').where({ id: postId }).update({ status }))
  await setStatus(PostStatus.hiddenByAdmin)
  expect((await list(one)).posts).toEqual([])
  expect((await mute(one, { entityType: 'post', entityId: postId }, false)).status).toBe(200)
  expect(await me(one)).not.toHaveProperty('mutes')
  await setStatus(PostStatus.published)
})

test('blocks and mutes of merged accounts count together, until the accounts separate', async () => {
  const [main, second, pest, pestsOther] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()]
  await block(second, pest)
  await mute(second, { entityType: 'user', entityId: pestsOther.id })
  await mute(main, { entityType: 'word', text: 'ducks' })
  await merge(main, second)
  expect((await me(main)).mutes).toMatchObject({ blocked: [pest.id], users: [pestsOther.id], words: ['ducks'] })
  await merge(pest, pestsOther)
  // A viewer is cached for at most a second.
  forum.stoa.clock.advance(1000)
  expect((await me(main)).mutes).toMatchObject({ blocked: [pest.id], users: [pest.id] })
  expect(await service().refuses('follows', [pestsOther.id, main.id])).toBe(true)
  await block(main, pest, false)
  expect((await me(main)).mutes).toMatchObject({ blocked: [] })
  await undo(pest, pestsOther)
  forum.stoa.clock.advance(1000)
  expect((await me(main)).mutes).toMatchObject({ users: [pestsOther.id] })
  await undo(main, second)
  expect((await me(main)).mutes).toMatchObject({ users: [], words: ['ducks'] })
})

test('blocks and mutes go with the accounts of either side', async () => {
  const [one, other] = [await signedUp(), await signedUp()]
  await block(one, other)
  await mute(one, { entityType: 'user', entityId: other.id })
  await mute(other, { entityType: 'word', text: 'ducks' })
  const { username: confirm, token, id } = other
  await forum.stoa.call('userDelete', { confirm, content: 'keep' }, { token })
  const { read } = forum.stoa.database
  expect(await read('blocks').where({ blocked_id: id })).toEqual([])
  expect(await read('mutes').where({ entity_key: id }).orWhere({ user_id: id })).toEqual([])
  expect(await list(one)).toMatchObject({ blocked: [], users: [] })
})

test('concurrent blocks create one, and opposite blocks and follows leave exact counts', async () => {
  const [one, other] = [await signedUp(), await signedUp()]
  await Promise.all([block(one, other), block(other, one), follow(one, other), follow(other, one), block(one, other)])
  expect([await followers(one), await followers(other)]).toEqual([0, 0])
  expect(await forum.stoa.database.read('blocks').whereIn('blocker_id', [one.id, other.id])).toHaveLength(2)
  expect(await forum.stoa.app.services.integrity.check()).toEqual([])
})

test('the number of mutes of a kind is limited', async () => {
  const one = await signedUp()
  const rows = Array.from({ length: MUTES_MAX - 1 }, (_, index) => {
    return { user_id: one.id, kind: 'word', entity_key: `key${index}`, text: `word ${index}`, at: index }
  })
  await forum.stoa.database.transaction(({ connection }) => connection.batchInsert('mutes', rows, 100))
  expect((await mute(one, { entityType: 'word', text: 'last' })).status).toBe(200)
  expect((await mute(one, { entityType: 'word', text: 'one more' })).body.code).toBe('MUTE_LIMIT')
  expect((await mute(one, { entityType: 'user', entityId: forum.bea.id })).status).toBe(200)
})

test('a partner’s site learns which comments are muted and why, but gets neither words nor lists', async () => {
  const { stoa } = forum
  const [one, pest, rude] = [await signedUp(), await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  for (const { token } of [pest, rude]) await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  const { id: byRude } = await forum.say(rude.token, { postId, content: 'Good day' })
  const { id: byPest } = await forum.say(pest.token, { postId, content: 'Quack' })
  const { id: withWord } = await forum.say(forum.ada.token, { postId, content: 'A DÜCK' })
  const { id: other } = await forum.say(forum.ada.token, { postId, content: 'A duckling' })
  const { signedIn } = await stoa.app.services.sessions.begin({
    userId: one.id,
    site: PUBLISHER.origin,
    lasting: false,
  })
  const there = { token: signedIn.accessToken, headers: { origin: PUBLISHER.origin } }
  const commentIds = [byRude, byPest, withWord, other].join(',')
  const facts = async () => (await stoa.call('viewerFacts', { commentIds }, there)).body.payload
  expect(await facts()).not.toHaveProperty('muted')
  await block(one, rude)
  await mute(one, { entityType: 'word', text: 'duck' })
  await mute(one, { entityType: 'community', entityId: forum.communityId })
  const muted = await stoa.call('notificationBlock', { entityType: 'user', entityId: pest.id, block: true }, there)
  expect([muted.status, muted.body.payload]).toEqual([200, {}])
  expect((await facts()).muted).toEqual({ [byRude]: 'blocked', [byPest]: 'user', [withWord]: 'word' })
  const list = await stoa.call('commentList', { type: 'post', postId }, there)
  expect(list.body.payload.viewerFacts?.muted).toEqual((await facts()).muted)
  const seen = await stoa.call('me', {}, there)
  expect(seen.body.payload.user).toMatchObject({ hasMutes: true, hiddenCommunities: [] })
  const told = JSON.stringify([seen.body, await facts(), muted.body])
  for (const secret of ['"mutes"', 'duck', rude.id, pest.id]) expect(told).not.toContain(secret)
  expect((await stoa.call('muteList', {}, there)).status).toBe(403)
  // The forum tells from the lists, and pays nothing for it.
  const atHome = await stoa.call('viewerFacts', { commentIds }, { token: one.token })
  expect(atHome.body.payload).not.toHaveProperty('muted')
})
