import { expect, test, vi } from 'vitest'
import { memoize } from './memoize.ts'

test('concurrent and later calls share one result', async () => {
  const make = vi.fn(async () => ({}))
  const get = memoize(make)
  const [first, second] = await Promise.all([get(), get()])
  expect([second, await get()]).toEqual([first, first])
  expect(make).toHaveBeenCalledOnce()
})

test('a failure reaches all who wait for it, and the next call tries again', async () => {
  const make = vi.fn(async () => 'done').mockRejectedValueOnce(new Error('away'))
  const get = memoize(make)
  const outcomes = await Promise.allSettled([get(), get()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await get()).toBe('done')
  expect(make).toHaveBeenCalledTimes(2)
})
