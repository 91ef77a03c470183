import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './notifications.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('spaced work is done at once, then at most once in a pause, and not after its end', () => {
  const work = vi.fn()
  const { want, end } = throttle(work)
  want()
  expect(work).toHaveBeenCalledTimes(1)
  for (let count = 0; count < 5; count += 1) want()
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2000)
  expect(work).toHaveBeenCalledTimes(2)
  want()
  vi.advanceTimersByTime(2000)
  expect(work).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledTimes(3)
  want()
  want()
  end()
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledTimes(4)
})
