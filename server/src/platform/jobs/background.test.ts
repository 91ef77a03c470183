import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../logging/logger.ts'
import { repeat } from './background.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const logger = createLogger('silent')

test('a task runs at its interval until it is stopped', async () => {
  const run = vi.fn(async () => {})
  const jobs = repeat({ name: 'sweep', everyMs: 1000, run, logger })
  jobs.start()
  await vi.advanceTimersByTimeAsync(10_500)
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(9)
  expect(run.mock.calls.length).toBeLessThanOrEqual(11)
  await jobs.stop()
  run.mockClear()
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).not.toHaveBeenCalled()
})

test('a failed task is logged and runs again', async () => {
  const error = vi.spyOn(logger, 'error')
  const run = vi.fn().mockRejectedValueOnce(new Error('database away')).mockResolvedValue(undefined)
  const jobs = repeat({ name: 'sweep', everyMs: 1000, run, logger })
  jobs.start()
  await vi.advanceTimersByTimeAsync(2500)
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(2)
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ task: 'sweep' }), 'repeated task failed')
  await jobs.stop()
})

test('a slow task never overlaps with itself, and stopping waits for it', async () => {
  let busy = 0
  let most = 0
  const run = async () => {
    busy += 1
    most = Math.max(most, busy)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    busy -= 1
  }
  const jobs = repeat({ name: 'slow', everyMs: 1000, run, logger })
  jobs.start()
  await vi.advanceTimersByTimeAsync(9500)
  const stopped = jobs.stop()
  await vi.advanceTimersByTimeAsync(3000)
  await stopped
  expect([most, busy]).toEqual([1, 0])
})
