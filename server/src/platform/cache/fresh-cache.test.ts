import { expect, test } from 'vitest'
import { createFreshCache, FRESH_MS } from './fresh-cache.ts'

function setup() {
  let now = 0
  const cache = createFreshCache<string>({ clock: { now: () => now }, max: 2 })
  let loads = 0
  const load =
    (value: string, tags = [value]) =>
    async () => {
      loads += 1
      return { value, tags }
    }
  return { cache, load, loads: () => loads, pass: (ms: number) => (now += ms) }
}

test('a value is cached for a second and then loaded again', async () => {
  const { cache, load, loads, pass } = setup()
  await cache.get('a', load('one'))
  pass(FRESH_MS - 1)
  expect(await cache.get('a', load('two'))).toBe('one')
  pass(1)
  expect(await cache.get('a', load('two'))).toBe('two')
  expect(loads()).toBe(2)
})

test("setting the clock back does not extend an entry's life", async () => {
  const { cache, load, pass } = setup()
  await cache.get('a', load('one'))
  pass(-3_600_000)
  expect(cache.peek('a')).toBeUndefined()
  expect(await cache.get('a', load('two'))).toBe('two')
})

test('concurrent requests share one load', async () => {
  const { cache, load, loads } = setup()
  const values = await Promise.all(Array.from({ length: 10 }, () => cache.get('a', load('one'))))
  expect(new Set(values)).toEqual(new Set(['one']))
  expect(loads()).toBe(1)
})

test('dropping a tag removes only the entries that carry it', async () => {
  const { cache, load } = setup()
  await cache.get('a', load('a', ['post', 'user']))
  await cache.get('b', load('b', ['user2']))
  cache.drop(['user'])
  expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, 'b'])
})

test('a load started before its tag was dropped is neither cached nor shared', async () => {
  const { cache, load } = setup()
  let finish = (_: { value: string; tags: string[] }) => {}
  const early = cache.get('a', () => new Promise((resolve) => (finish = resolve)))
  cache.drop(['post'])
  const late = cache.get('a', load('new', ['post']))
  finish({ value: 'old', tags: ['post'] })
  expect([await early, await late, cache.peek('a')]).toEqual(['old', 'new', 'new'])
})

test('a failed load rejects every waiting request, and the next request retries', async () => {
  const { cache, load } = setup()
  const failing = () => Promise.reject(new Error('no'))
  const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
  expect(both.map((item) => item.status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('a', load('one'))).toBe('one')
})

test('the least recently used entry is evicted', async () => {
  const { cache, load } = setup()
  await cache.get('a', load('a'))
  await cache.get('b', load('b'))
  cache.peek('a')
  await cache.get('c', load('c'))
  expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual(['a', undefined, 'c'])
})
