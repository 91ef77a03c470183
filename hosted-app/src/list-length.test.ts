import { exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa, feed, listOf, loadList, type StoaOptions } from '@stoa/store'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { growTo, readGrowth, unlessGrown } from './list-length.ts'

test.each([
  ['', { pages: 1, after: undefined }],
  ['pages=7', { pages: 7, after: undefined }],
  ['after=abc&pages=2', { pages: 2, after: 'abc' }],
  ['pages=-1', { pages: 1, after: undefined }],
  ['pages=x&after=', { pages: 1, after: undefined }],
  ['pages=99999999', { pages: 1000, after: undefined }],
])('the length of a list is read back from its address (%s)', (search, growth) => {
  expect(readGrowth(new URLSearchParams(search))).toEqual(growth)
})

test.each([
  ['/bbs/FORUM', '/bbs/FORUM?pages=2', false],
  ['/bbs/FORUM?sort=new&pages=2', '/bbs/FORUM?sort=new&pages=3', false],
  ['/bbs/FORUM?after=a', '/bbs/FORUM?after=a&pages=2', false],
  ['/bbs/FORUM?pages=3', '/bbs/FORUM', true],
  ['/bbs/FORUM', '/bbs/FORUM', true],
  ['/bbs/FORUM?pages=2', '/bbs/FORUM?sort=new&pages=3', true],
  ['/bbs/FORUM', '/bbs/FORUM?after=a&pages=2', true],
  ['/bbs/FORUM', '/bbs/GARDEN?pages=2', true],
])('navigating from %s to %s reloads the screen: %s', (from, to, loads) => {
  const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, 'https://forum.example'))
  const about = { currentUrl, nextUrl, defaultShouldRevalidate: true } as ShouldRevalidateFunctionArgs
  expect(unlessGrown(about)).toBe(loads)
})

/** A forum with that many posts, which records requests and fails from one of them on. */
async function openFeed(posts: number, failsFrom = Number.POSITIVE_INFINITY) {
  const limits: number[] = []
  const call = async (_name: string, { limit = 20, cursor = '0' }: { limit?: number; cursor?: string }) => {
    limits.push(limit)
    if (limits.length >= failsFrom) throw new Error('The network is down.')
    const start = Number(cursor)
    const end = Math.min(start + limit, posts)
    const items = Array.from({ length: end - start }, (_, index) =>
      exampleSummary({ id: exampleId(start + index, 'p') }),
    )
    return { items, cursor: end < posts ? String(end) : null, hasMore: end < posts }
  }
  const stoa = createStoa({ client: { call: call as StoaOptions['client']['call'] }, storage: null })
  const list = feed({ type: 'all' })
  await loadList(stoa, list)
  limits.length = 0
  return { stoa, list, limits, visibleCount: () => listOf(stoa, list).ids.length }
}

test('a list grows to any length, with at most a hundred items per request', async () => {
  const { stoa, list, limits, visibleCount } = await openFeed(330)
  await growTo(stoa, list, 250)
  expect(visibleCount()).toBe(250)
  expect(limits).toEqual([100, 100, 30])
  await growTo(stoa, list, 1000)
  expect(visibleCount()).toBe(330)
  await growTo(stoa, list, 1000)
  expect(limits).toHaveLength(4)
})

test('a failure keeps the items loaded so far', async () => {
  const { stoa, list, visibleCount } = await openFeed(330, 2)
  await growTo(stoa, list, 330)
  expect(visibleCount()).toBe(120)
  expect(listOf(stoa, list).status).toBe('error')
})
