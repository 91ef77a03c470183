import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'

let stoa: TestApp

beforeAll(async () => {
  stoa = await startTestApp()
  for (const [tokenName, title] of [
    ['FORUM', 'The Forum'],
    ['GARDEN', 'Gardeners'],
  ] as const) {
    await stoa.app.services.communities.create({
      tokenName,
      title,
      urlSlug: tokenName.toLowerCase(),
      about: '',
      creatorId: '',
      flairs: ['Ideas', 'Help'],
    })
  }
})
afterAll(() => stoa.close())

test('a community is found by token name and slug', async () => {
  const byToken = await stoa.call('communityGet', { tokenName: 'FORUM' })
  const bySlug = await stoa.call('communityGet', { tokenName: 'forum' })
  expect((await stoa.call('communityGet', { tokenName: 'Forum' })).body.payload).toEqual(byToken.body.payload)
  expect(byToken.status).toBe(200)
  expect(byToken.body.payload.community.activeFlairs.map((flair) => flair.name)).toEqual(['Ideas', 'Help'])
  expect(bySlug.body.payload).toEqual(byToken.body.payload)
})

test('an unknown community is not found', async () => {
  const { status, body } = await stoa.call('communityGet', { tokenName: 'NOWHERE' })
  expect(status).toBe(404)
  expect(body).toMatchObject({ status: 'error', code: 'COMMUNITY_NOT_FOUND' })
  expect(body.message).toContain('not found')
})

test('joining twice counts once, and leaving undoes it', async () => {
  const { token } = await stoa.member('ada_demo')
  const join = (value: boolean) => stoa.call('communityJoin', { tokenName: 'FORUM', join: value }, { token })
  expect((await join(true)).body.payload).toMatchObject({
    community: { numberOfMembers: 1 },
    joinedCommunities: ['FORUM'],
  })
  expect((await join(true)).body.payload.community.numberOfMembers).toBe(1)
  expect((await join(false)).body.payload).toMatchObject({ community: { numberOfMembers: 0 }, joinedCommunities: [] })
})

test('the field’s older name works like the newer one, and a missing choice is refused', async () => {
  const { token } = await stoa.member('eva_demo')
  const change = (said: { join?: boolean; isJoin?: boolean }) =>
    stoa.call('communityJoin', { tokenName: 'FORUM', ...said }, { token })
  expect((await change({ isJoin: true })).body.payload.joinedCommunities).toEqual(['FORUM'])
  expect((await change({ isJoin: false })).body.payload.joinedCommunities).toEqual([])
  expect((await change({})).body.details).toMatchObject([{ field: 'join' }])
  expect((await change({ join: true, isJoin: false })).body.details).toMatchObject([{ field: 'isJoin' }])
})

test('nobody can join for someone else', async () => {
  const { token } = await stoa.member('bea_demo')
  const other = await stoa.member('cem_demo')
  const { status, body } = await stoa.call(
    'communityJoin',
    { tokenName: 'FORUM', join: true, userId: other.id },
    { token },
  )
  expect([status, body.code]).toEqual([403, 'ACTOR_MISMATCH'])
})

test('the list pages through every community once, largest first', async () => {
  const { token } = await stoa.member('dan_demo')
  await stoa.call('communityJoin', { tokenName: 'GARDEN', join: true }, { token })
  const first = (await stoa.call('communityList', { limit: 1 })).body.payload
  const second = (await stoa.call('communityList', { limit: 1, cursor: first.cursor ?? '' })).body.payload
  expect([...first.items, ...second.items].map((item) => item.tokenName)).toEqual(['GARDEN', 'FORUM'])
  expect([first.hasMore, second.hasMore, second.cursor]).toEqual([true, false, null])
})

test('a manipulated cursor is refused', async () => {
  const { cursor } = (await stoa.call('communityList', { limit: 1 })).body.payload
  const { status, body } = await stoa.call('communityList', { limit: 1, cursor: `A${cursor?.slice(1)}` })
  expect([status, body.code]).toEqual([400, 'CURSOR_INVALID'])
})
