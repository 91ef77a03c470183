import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let stoa: TestApp
const postContent = '{"blocks":[{"type":"paragraph","data":{"text":"Words"}}]}'

beforeAll(async () => {
  stoa = await startTestApp()
  for (const [tokenName, title] of [
    ['ROSES', 'Roses and thorns'],
    ['APPLE', 'Pruning 100% apples'],
    ['MOSSY', 'beneath the Trees'],
    ['FERNS', 'Über Farne'],
  ] as const) {
    await seedCommunity(stoa, { tokenName, title })
    stoa.clock.advance(1000)
  }
  const join = ['APPLE', 'MOSSY']
  const { token } = await stoa.member('gardener', { join })
  await stoa.member('reader_one', { join: ['APPLE'] })
  stoa.clock.advance(1000)
  const input = { tokenName: 'MOSSY', title: 'A post', kind: 'community', postContent } as const
  await stoa.call('postCreate', input, { token })
})
afterAll(() => stoa.close())

const names = async (input: CallInput<'communityList'>) =>
  (await stoa.call('communityList', input)).body.payload.items.map(({ tokenName }) => tokenName)

test.each([
  ['members', ['APPLE', 'MOSSY', 'FERNS', 'ROSES']],
  ['activity', ['MOSSY', 'FERNS', 'APPLE', 'ROSES']],
  ['newest', ['FERNS', 'MOSSY', 'APPLE', 'ROSES']],
  ['name', ['MOSSY', 'APPLE', 'ROSES', 'FERNS']],
] as const)('sorted by %s, page by page', async (sort, expected) => {
  expect(await names({ sort })).toEqual(expected)
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { payload } = (await stoa.call('communityList', { sort, limit: 1, ...(cursor ? { cursor } : {}) })).body
    found.push(...payload.items.map(({ tokenName }) => tokenName))
    cursor = payload.cursor ?? undefined
  } while (cursor !== undefined)
  expect(found).toEqual(expected)
})

test('a cursor is valid for its order only', async () => {
  const { cursor } = (await stoa.call('communityList', { sort: 'name', limit: 1 })).body.payload
  expect((await stoa.call('communityList', { sort: 'newest', cursor: cursor ?? '' })).body.code).toBe('CURSOR_INVALID')
})

test.each([
  ['trees', ['MOSSY']],
  ['TREES', ['MOSSY']],
  ['über', ['FERNS']],
  ['100%', ['APPLE']],
  ['%', ['APPLE']],
  ['_', []],
  ['!', []],
  ['ros', ['ROSES']],
  ['fern', ['FERNS']],
  ['  and   thorns ', ['ROSES']],
  ['zeppelin', []],
])('searching for “%s”', async (query, expected) => {
  expect(await names({ query })).toEqual(expected)
})

test('only the named communities are listed', async () => {
  expect(await names({ tokenNames: 'ROSES,FERNS,NOWHERE', sort: 'name' })).toEqual(['ROSES', 'FERNS'])
})

test('a page has ten communities by default, and all named ones', async () => {
  const letters = Array.from('ABCDEFGH').map((letter) => `MORE${letter}`)
  for (const tokenName of letters) await seedCommunity(stoa, { tokenName, title: tokenName })
  stoa.clock.advance(2000)
  expect(await names({ sort: 'name' })).toHaveLength(10)
  const tokenNames = [...letters, 'ROSES', 'APPLE', 'MOSSY', 'FERNS'].join(',')
  expect(await names({ sort: 'name', tokenNames })).toHaveLength(12)
})

test('the list shows the newest members, with as many queries for many communities as for one', async () => {
  const joined: string[] = []
  for (let number = 0; number < 7; number += 1) {
    joined.push((await stoa.member(`face_${number}`, { join: number === 0 ? ['ROSES', 'FERNS'] : ['ROSES'] })).id)
    stoa.clock.advance(1000)
  }
  const facesOf = async (tokenNames: string) => {
    const { items } = (await stoa.call('communityList', { tokenNames, sort: 'name' })).body.payload
    return items.map(({ faces }) => faces?.map(({ userId }) => userId))
  }
  expect(await facesOf('ROSES,FERNS')).toEqual([joined.toReversed().slice(0, 5), [joined[0]]])
  const { community } = (await stoa.call('communityGet', { tokenName: 'ROSES' })).body.payload
  expect(community.faces).toBeUndefined()
  const { communities, addFaces } = stoa.app.services
  const queries = async (tokenNames: string) =>
    (await queriesOf(stoa, async () => addFaces(await communities.list({ tokenNames })))).length
  const one = await queries('ROSES')
  expect(one).toBeGreaterThan(0)
  expect(await queries('ROSES,FERNS,APPLE')).toBe(one)
})
