import { type ApiCall, StoaError } from '@stoa/client'
import { type CallInput, isPersonalFeed, PAGE_SIZE } from '@stoa/contract'
import { exampleId, exampleMe, examplePost } from '@stoa/contract/fixtures'
import { beforeEach, expect, test } from 'vitest'
import { listOf } from './cache.ts'
import { hideCommunity, leaveOutHidden } from './hidden-communities.ts'
import { loadList } from './lists.ts'
import { feed } from './queries.ts'
import { createStoa, type Stoa } from './stoa.ts'

const POSTS = Array.from({ length: PAGE_SIZE * 2 }, (_, index) =>
  examplePost({ id: exampleId(index, 'p'), tokenName: index % 2 === 0 ? 'FORUM' : 'BOATS' }),
)
const idsOf = (tokenName: string) => POSTS.filter((post) => post.tokenName === tokenName).map(({ id }) => id)
let hidden: string[]
let isRefusing: boolean
let stoa: Stoa
const call = (async (name: string, input: object) => {
  await Promise.resolve()
  if (name === 'communityHide') {
    const { tokenName, hide } = input as CallInput<'communityHide'>
    if (isRefusing) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    hidden = hide ? [...hidden, tokenName] : hidden.filter((one) => one !== tokenName)
    return { hiddenCommunities: hidden }
  }
  if (name === 'viewerFacts') return { reactions: {}, votes: {}, comments: [] }
  const query = input as CallInput<'postList'>
  const { cursor = '0', tokenName, type = 'all' } = query
  const limit = Number(query.limit ?? 0)
  const isLeftOut = (name: string) => isPersonalFeed({ ...query, type }) && hidden.includes(name)
  const all = POSTS.filter((post) => (tokenName ?? post.tokenName) === post.tokenName && !isLeftOut(post.tokenName))
  const end = Number(cursor) + limit
  return { items: all.slice(Number(cursor), end), cursor: String(end), hasMore: end < all.length }
}) as ApiCall
const all = feed({ type: 'all' })

beforeEach(() => {
  hidden = []
  isRefusing = false
  stoa = createStoa({ client: { call }, storage: null })
  stoa.state.setState({ viewer: exampleMe() })
})
const idsIn = async (query = all) => (await loadList(stoa, query)).ids
const viewer = () => stoa.state.getState().viewer

test('a hidden community leaves the viewer’s feeds at once and stays out', async () => {
  await loadList(stoa, all, { limit: PAGE_SIZE })
  const promise = hideCommunity(stoa, { tokenName: 'BOATS', hide: true })
  expect(viewer()?.hiddenCommunities).toEqual(['BOATS'])
  expect(listOf(stoa, all).ids).toEqual(idsOf('FORUM').slice(0, PAGE_SIZE / 2))
  await promise
  // The next page from the server is full.
  expect((await loadList(stoa, all, { force: true })).ids).toEqual(idsOf('FORUM'))
})

test('its own page still shows it, suggestions don’t', async () => {
  await hideCommunity(stoa, { tokenName: 'BOATS', hide: true })
  expect(await idsIn(feed({ type: 'all', tokenName: 'BOATS' }))).toEqual(idsOf('BOATS'))
  expect(await idsIn(feed({ type: 'recommended', tokenName: 'BOATS' }))).toEqual([])
})

test('it returns when it is shown again', async () => {
  const before = await idsIn()
  await hideCommunity(stoa, { tokenName: 'BOATS', hide: true })
  expect(await idsIn()).not.toEqual(before)
  await hideCommunity(stoa, { tokenName: 'BOATS', hide: false })
  expect([viewer()?.hiddenCommunities, await idsIn()]).toEqual([[], before])
})

test('a refusal is rolled back, and the feed is complete again', async () => {
  const before = await idsIn()
  isRefusing = true
  await expect(hideCommunity(stoa, { tokenName: 'BOATS', hide: true })).rejects.toMatchObject({ code: 'NETWORK' })
  expect([viewer()?.hiddenCommunities, await idsIn()]).toEqual([[], before])
})

test('posts that came with the page are filtered once the viewer is known', async () => {
  await idsIn()
  leaveOutHidden(stoa)
  expect(await idsIn()).toHaveLength(PAGE_SIZE)
  stoa.state.setState({ viewer: exampleMe({ hiddenCommunities: ['BOATS'] }) })
  expect(await idsIn()).toEqual(idsOf('FORUM').slice(0, PAGE_SIZE / 2))
})
