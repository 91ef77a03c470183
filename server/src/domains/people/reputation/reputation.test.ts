import { type CallOutput, LEADERBOARD_SIZE, type LeaderboardPeriod } from '@stoa/contract'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { up as earlierReactions } from '../../../platform/database/migrations/0028-earlier-reactions.ts'
import { dayOf, periodOf } from './periods.ts'
import { reputationRepository } from './repository.ts'

let forum: Forum
let next = 0
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'earner')

/** Reputation differences found by the check. */
const wrong = async () =>
  (await forum.stoa.app.services.integrity.check()).filter(({ check }) => check.startsWith('reputation'))
/** Backdates the points of some people. */
const age = (days: number, people: { id: string }[]) =>
  forum.stoa.database.transaction(async (tx) => {
    const ids = people.map(({ id }) => id)
    await tx.connection('reputation').whereIn('receiver_id', ids).decrement('day', days)
    await forum.stoa.app.services.reputation.recountPeople(tx, ids)
  })

type Person = { id: string; token: string }

const newcomer = (join = ['FORUM']) => forum.stoa.member(`member_${(next += 1)}`, { join })
type Choice = 'thumb-up' | 'thumb-down' | ''
const react = async ({ token }: Person, entityId: string, reactionName: Choice = 'thumb-up') => {
  const reaction = { entityType: 'Comment', entityId, reactionName } as const
  expect((await forum.stoa.call('postReaction', reaction, { token })).status).toBe(200)
}
const likePost = async ({ token }: Person, entityId: string) => {
  const reaction = { entityType: 'Post', entityId, reactionName: 'thumb-up' } as const
  expect((await forum.stoa.call('postReaction', reaction, { token })).status).toBe(200)
}
const said = async ({ token }: Person) => (await forum.say(token, { postId: await forum.newPost() })).id
const read = async ({ id }: { id: string }, input: { limit?: number; cursor?: string } = {}) =>
  (await forum.stoa.call('userReputation', { idOrSlug: id, ...input })).body.payload
const pointsOf = async (person: { id: string }) => (await read(person)).communities[0]?.points ?? 0
const leaders = async (tokenName: string, period?: LeaderboardPeriod, token?: string) => {
  forum.stoa.clock.advance(1001)
  const asked = { tokenName, ...(period ? { period } : {}) }
  return (await forum.stoa.call('communityLeaderboard', asked, token ? { token } : {})).body.payload
}

test('reactions give and take points until they are undone; reactions to own content give none', async () => {
  const [author, reader] = [await newcomer(), await newcomer()]
  const postId = await forum.newPost({ publisherId: author.id })
  const commentId = (await forum.say(author.token, { postId, content: 'Long ago' })).id
  await likePost(reader, postId)
  await react(reader, commentId)
  await react(reader, commentId)
  expect(await pointsOf(author)).toBe(3)
  expect(await read(author)).toMatchObject({
    communities: [{ tokenName: 'FORUM', points: 3 }],
    items: [
      { entityType: 'Comment', entityId: commentId, points: 1, excerpt: 'Long ago' },
      { entityType: 'Post', entityId: postId, points: 2, excerpt: '' },
    ],
    hasMore: false,
  })
  const first = await read(author, { limit: 1 })
  expect(first).toMatchObject({ items: [{ entityId: commentId }], hasMore: true })
  expect(await read(author, { limit: 1, cursor: first.cursor ?? '' })).toMatchObject({
    communities: [],
    items: [{ entityId: postId }],
    cursor: null,
  })
  await react(reader, commentId, 'thumb-down')
  expect(await pointsOf(author)).toBe(1)
  await react(reader, commentId, '')
  await react(author, commentId)
  await likePost(author, postId)
  expect(await pointsOf(author)).toBe(2)
  expect((await forum.stoa.call('communityMembers', { tokenName: 'FORUM' })).body.payload.items).toContainEqual(
    expect.objectContaining({ userId: author.id, reputation: 2 }),
  )
  const anonymous = await forum.newPost({ publisherId: '' })
  await likePost(reader, anonymous)
  expect(await forum.stoa.database.read('reputation').where({ entity_id: anonymous })).toEqual([])
})

test('hidden content gives no points until it is restored', async () => {
  const [author, reader] = [await newcomer(), await newcomer()]
  const postId = await forum.newPost({ publisherId: author.id })
  const commentId = await said(author)
  await react(reader, commentId)
  await likePost(reader, postId)
  const { token } = forum.moderator
  const hidePost = (hidden: boolean) =>
    forum.stoa.call(
      'postDelete',
      { tokenName: 'FORUM', postId, hidden, ...(hidden ? { reason: 'spam' } : {}) },
      { token },
    )
  for (const hidden of [true, false]) {
    expect((await forum.hide(token, { commentId, hidden, ...(hidden ? { reason: 'spam' } : {}) })).status).toBe(200)
    expect(await pointsOf(author)).toBe(hidden ? 2 : 3)
  }
  for (const hidden of [true, false]) {
    expect((await hidePost(hidden)).status).toBe(200)
    expect((await read(author)).items.map(({ entityId }) => entityId)).toEqual(
      hidden ? [commentId] : [commentId, postId].toSorted().reverse(),
    )
    expect(await pointsOf(author)).toBe(hidden ? 1 : 3)
  }
  await hidePost(true)
  await react(reader, commentId, '')
  expect(await pointsOf(author)).toBe(0)
  expect((await leaders('FORUM', 'all')).items.map(({ userId }) => userId)).not.toContain(author.id)
})

test('a person changes another’s reputation by at most five points a day, all people by two hundred', async () => {
  const [author, reader] = [await newcomer(), await newcomer()]
  const comments: string[] = []
  for (let count = 0; count < 7; count += 1) comments.push(await said(author))
  for (const id of comments) await react(reader, id)
  expect(await pointsOf(author)).toBe(5)
  await react(reader, comments[6] ?? '', '')
  expect(await pointsOf(author)).toBe(5)
  await react(reader, comments[0] ?? '', '')
  await react(reader, comments[6] ?? '')
  expect(await pointsOf(author)).toBe(5)
  await age(1, [author])
  await react(reader, comments[0] ?? '')
  expect(await pointsOf(author)).toBe(6)
  const day = dayOf(forum.stoa.clock.now())
  const today = { user_id: author.id, community_id: forum.communityId, ...periodOf('day', day) }
  const setToday = (points: number) =>
    forum.stoa.database.transaction(({ connection }) => connection('reputation_totals').where(today).update({ points }))
  await setToday(200)
  await react(forum.bea, comments[0] ?? '')
  expect(await pointsOf(author)).toBe(6)
  await setToday(1)
})

test('merged accounts combine their points, without those they gave each other', async () => {
  const [main, other, reader] = [await signedUp(), await signedUp(), await newcomer()]
  const [mains, others] = [await said(main), await said(other)]
  await react(other, mains)
  await react(main, others)
  await react(reader, mains)
  await react(reader, others)
  expect([await pointsOf(main), await pointsOf(other)]).toEqual([2, 2])
  await merge(main, other)
  expect(await pointsOf(main)).toBe(2)
  expect((await read(main)).items.map(({ entityId }) => entityId)).toEqual([others, mains])
  expect(await wrong()).toEqual([])
  const another = await said(main)
  await react(main, another)
  expect(await pointsOf(main)).toBe(2)
  expect((await undo(main, other)).status).toBe(200)
  expect([await pointsOf(main), await pointsOf(other)]).toEqual([2, 2])
})

test('people who have left aren’t on leaderboards and get no points', async () => {
  const [author, reader] = [await signedUp(), await newcomer()]
  const [one, another] = [await said(author), await said(author)]
  await react(reader, one)
  const { body } = await forum.stoa.call('userDelete', { confirm: author.username }, { token: author.token })
  expect(body.status).toBe('success')
  await forum.stoa.app.background.settled()
  await react(reader, another)
  await react(reader, one, '')
  expect(await forum.stoa.database.read('reputation_totals').where({ user_id: author.id })).toEqual([])
  expect((await leaders('FORUM', 'all')).items.map(({ userId }) => userId)).not.toContain(author.id)
})

test('leaderboards share ranks, exclude banned people, and show the viewer’s rank, in every period', async () => {
  const { stoa } = forum
  const tokenName = 'LEADERS'
  const communityId = await seedCommunity(stoa, { tokenName })
  expect(await leaders(tokenName)).toEqual({ items: [], own: null })
  const people: Person[] = []
  for (let count = 0; count < 4; count += 1) people.push(await newcomer([tokenName]))
  const [ann, ben, cat, banned] = people as [Person, Person, Person, Person]
  const earn = async (person: Person, readers: Person[]) => {
    stoa.clock.advance(1)
    const postId = await forum.newPost({ communityId })
    const comment = await stoa.call('commentCreate', { tokenName, postId, content: 'Hi' }, { token: person.token })
    for (const reader of readers) await react(reader, comment.body.payload.comment.id)
  }
  await earn(cat, [ann, ben, banned])
  await age(40, [cat])
  await earn(ann, [ben])
  await earn(ben, [ann])
  await earn(banned, [ann, ben])
  await stoa.app.services.memberships.setRole(communityId, ann.id, { permissions: ['banUser'] })
  const ban = { tokenName, banUserId: banned.id, ban: true }
  expect((await stoa.call('userBan', ban, { token: ann.token })).status).toBe(200)
  const ranks = ({ items }: CallOutput<'communityLeaderboard'>) => items.map(({ userId, rank }) => [userId, rank])
  for (const period of ['day', 'week', 'month'] as const) {
    expect(ranks(await leaders(tokenName, period)).toSorted()).toEqual(
      [
        [ann.id, 1],
        [ben.id, 1],
      ].toSorted(),
    )
  }
  expect(ranks(await leaders(tokenName, 'all'))).toEqual([
    [cat.id, 1],
    ...[ann.id, ben.id]
      .toSorted()
      .reverse()
      .map((id) => [id, 2]),
  ])
  expect((await leaders(tokenName, 'all', ann.token)).own).toMatchObject({ userId: ann.id, rank: 2, points: 1 })
  expect((await leaders(tokenName, 'day', cat.token)).own).toBeNull()
  expect((await leaders(tokenName, 'day', banned.token)).own).toBeNull()
})

test('a leaderboard reads only what it shows, regardless of the number of people', async () => {
  const { stoa } = forum
  const tokenName = 'CROWD'
  const communityId = await seedCommunity(stoa, { tokenName })
  const last = await newcomer([tokenName])
  const day = dayOf(stoa.clock.now())
  const all = { community_id: communityId, ...periodOf('all', day) }
  const rows = [
    ...Array.from({ length: 400 }, (_, index) => ({ ...all, user_id: stoa.app.ids.next(), points: 1000 - index })),
    { ...all, user_id: last.id, points: 1 },
  ]
  await stoa.database.transaction(({ connection }) => reputationRepository(connection).put(rows))
  const now = stoa.clock.now()
  await expectIndexRanges(stoa, {
    table: 't',
    rows: 4 * LEADERBOARD_SIZE,
    work: (connection) =>
      reputationRepository(connection).leaders({
        communityId,
        period: periodOf('all', day),
        now,
        limit: LEADERBOARD_SIZE,
      }),
  })
  expect((await leaders(tokenName, 'all', last.token)).own).toMatchObject({ rank: 401, points: 1 })
  await stoa.database.transaction(({ connection }) =>
    connection('reputation_totals').where({ community_id: communityId }).del(),
  )
  const few = await queriesOf(stoa, () => leaders('LEADERS', 'all'))
  const many = await queriesOf(stoa, () => leaders('FORUM', 'all'))
  expect(many.length).toBe(few.length)
})

test('earlier reactions are counted by a job', async () => {
  const { stoa } = forum
  const [author, reader] = [await newcomer(), await newcomer()]
  await react(reader, await said(author))
  await stoa.database.transaction(async (tx) => {
    for (const table of ['reputation', 'reputation_totals']) await tx.connection(table).del()
  })
  expect(await pointsOf(author)).toBe(0)
  await stoa.database.transaction(({ connection }) => earlierReactions(connection as Knex))
  await stoa.app.jobs.drain()
  expect(await pointsOf(author)).toBe(1)
})

test('the check finds no differences afterward, and repairs planted ones', async () => {
  expect(await wrong()).toEqual([])
  const { database } = forum.stoa
  const total = () =>
    database.read('reputation_totals').where({ first_day: 0, community_id: forum.communityId }).first()
  const { user_id, points } = await total()
  await database.transaction(async ({ connection }) => {
    await connection('reputation').where({ is_counted: 1 }).update({ is_counted: 0 })
    await connection('reputation_totals').where({ user_id }).update({ points: -7 })
  })
  expect((await wrong()).length).toBeGreaterThan(1)
  await forum.stoa.app.services.integrity.repair()
  expect(await wrong()).toEqual([])
  expect(await total()).toMatchObject({ user_id, points })
})

test('weeks begin on Monday, months on the first', () => {
  // A Monday.
  const day = dayOf(Date.UTC(2026, 10, 23))
  expect(periodOf('week', day)).toEqual({ first_day: day, last_day: day + 6 })
  expect(periodOf('week', day - 1)).toEqual({ first_day: day - 7, last_day: day - 1 })
  expect(periodOf('month', day)).toEqual({ first_day: day - 22, last_day: day + 7 })
})
