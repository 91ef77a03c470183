import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { queriesOf } from '../../../../test/queries.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'hider')

const hide = ({ token }: { token: string }, hidden: boolean, tokenName = 'FORUM') =>
  forum.stoa.call('communityHide', { tokenName, hide: hidden }, { token })
const hiddenOf = async ({ token }: { token: string }) =>
  (await forum.stoa.call('me', {}, { token })).body.payload.user.hiddenCommunities

test('a person hides a community and shows it again; repeating changes nothing', async () => {
  const person = await signedUp()
  expect(await hiddenOf(person)).toEqual([])
  expect((await hide(person, true, 'forum')).body.payload).toEqual({ hiddenCommunities: ['FORUM'] })
  expect((await hide(person, true)).body.payload).toEqual({ hiddenCommunities: ['FORUM'] })
  expect((await hide(person, true, 'GUARDED')).body.payload).toEqual({ hiddenCommunities: ['FORUM', 'GUARDED'] })
  expect(await hiddenOf(person)).toEqual(['FORUM', 'GUARDED'])
  expect(await hiddenOf(forum.bea)).toEqual([])
  expect((await hide(person, false)).body.payload).toEqual({ hiddenCommunities: ['GUARDED'] })
  expect((await hide(person, false)).body.payload).toEqual({ hiddenCommunities: ['GUARDED'] })
})

test('hiding doesn’t change membership and requires sign-in', async () => {
  const person = await signedUp([])
  await hide(person, true)
  const me = (await forum.stoa.call('me', {}, { token: person.token })).body.payload.user
  expect([me.joinedCommunities, me.tokenOwner, me.bannedCommunities]).toEqual([[], [], {}])
  await hide(forum.bea, true)
  const bea = (await forum.stoa.call('me', {}, { token: forum.bea.token })).body.payload.user
  expect(bea.joinedCommunities).toEqual(['FORUM'])
  await hide(forum.bea, false)
  expect((await forum.stoa.call('communityHide', { tokenName: 'FORUM', hide: true })).body.code).toBe('AUTH_REQUIRED')
  expect((await hide(person, true, 'NOWHERE')).body.code).toBe('COMMUNITY_NOT_FOUND')
})

test('a community hidden by one account is hidden for the person; after an undo, for that account only', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  await hide(main, true, 'GUARDED')
  await hide(other, true)
  await merge(main, other)
  expect(await hiddenOf(main)).toEqual(['FORUM', 'GUARDED'])
  expect((await hide(main, false, 'GUARDED')).body.payload.hiddenCommunities).toEqual(['FORUM'])
  await undo(main, other)
  expect(await hiddenOf(main)).toEqual([])
})

test('the person’s feeds exclude it, stay full and take one more query; its own page shows it', async () => {
  const { stoa, communityId, guardedId } = forum
  const posts: { id: string; tokenName: string }[] = []
  for (let index = 0; index < 12; index += 1) {
    stoa.clock.advance(1)
    const isGuarded = index % 3 === 0
    const id = await forum.newPost({ communityId: isGuarded ? guardedId : communityId })
    posts.unshift({ id, tokenName: isGuarded ? 'GUARDED' : 'FORUM' })
  }
  const idsOf = (tokenName: string) => posts.filter((post) => post.tokenName === tokenName).map(({ id }) => id)
  const person = await signedUp()
  const list = async (input: CallInput<'postList'>, token = person.token) =>
    (await stoa.call('postList', input, { token })).body.payload
  const shown = async (input: CallInput<'postList'>) => (await list(input)).items.map(({ id }) => id)

  // A cursor from before still works.
  const first = await list({ limit: 2 })
  // Warms the cache: the viewer is looked up once.
  await list({ limit: 3 }, forum.moderator.token)
  const allQueries = await queriesOf(stoa, () => list({ limit: 3 }, forum.moderator.token))
  for (const { token } of [person, forum.moderator]) {
    await hide({ token }, true, 'GUARDED')
    expect((await list({ limit: 6 }, token)).items.map(({ id }) => id)).toEqual(idsOf('FORUM').slice(0, 6))
  }
  const filtered = await queriesOf(stoa, () => list({ limit: 3 }, forum.moderator.token))
  expect(filtered.length).toBe(allQueries.length + 1)
  const rest = await shown({ limit: 6, cursor: first.cursor ?? '' })
  expect([...first.items.map(({ id }) => id), ...rest].filter((id) => idsOf('FORUM').includes(id))).toEqual(
    idsOf('FORUM'),
  )
  expect(await shown({ tokenName: 'GUARDED' })).toEqual(idsOf('GUARDED'))
  const [guarded = ''] = idsOf('GUARDED')
  expect([
    await shown({ type: 'recommended', tokenName: 'GUARDED' }),
    await shown({ type: 'related', postId: guarded }),
  ]).toEqual([[], []])
  await hide(forum.moderator, false, 'GUARDED')
  await hide(person, false, 'GUARDED')
  expect(await shown({ limit: 12 })).toEqual(posts.map(({ id }) => id))
})

test('it is deleted with the account', async () => {
  const person = await signedUp()
  await hide(person, true)
  await forum.stoa.call('userDelete', { confirm: person.username }, { token: person.token })
  await forum.stoa.app.background.settled()
  expect(await forum.stoa.database.read('hidden_communities').where({ user_id: person.id })).toEqual([])
})
