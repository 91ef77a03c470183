import { StoaError } from '@stoa/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, type SaveState } from './draft-autosave.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function start(respond: () => Promise<void> = async () => {}) {
  let unsaved = false
  const states: SaveState['kind'][] = []
  const times: number[] = []
  const autosave = createAutosave({
    async save() {
      times.push(Date.now())
      await respond()
      unsaved = false
    },
    isUnsaved: () => unsaved,
    onState: ({ kind }) => void states.push(kind),
    clock: Date.now,
  })
  const write = () => {
    unsaved = true
    autosave.touch()
  }
  return { autosave, write, states, times }
}

const failure = (code: 'NETWORK' | 'FORBIDDEN', status = 0) => new StoaError(code, { message: 'No.', status })

test('saves after a pause of three seconds, and at most every ten', async () => {
  const { write, times, states } = start()
  write()
  await vi.advanceTimersByTimeAsync(2000)
  write()
  await vi.advanceTimersByTimeAsync(2999)
  expect(times).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([times, states]).toEqual([[5000], ['saving', 'saved']])
  write()
  await vi.advanceTimersByTimeAsync(9999)
  expect(times).toEqual([5000])
  await vi.advanceTimersByTimeAsync(1)
  expect(times).toEqual([5000, 15_000])
})

test('saves during continuous typing, too', async () => {
  const { write, times } = start()
  for (let second = 0; second < 30; second += 1) {
    write()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(times).toEqual([20_000])
})

test('retries without a connection, at growing intervals', async () => {
  let isOffline = true
  const { write, times, states } = start(async () => {
    if (isOffline) throw failure('NETWORK')
  })
  write()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(times).toEqual([3000, 8000, 18_000])
  isOffline = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect(times).toEqual([3000, 8000, 18_000, 38_000])
  expect(states.at(-1)).toBe('saved')
})

test('after a refusal waits for the next change', async () => {
  const { write, times, states } = start(async () => {
    throw failure('FORBIDDEN', 403)
  })
  write()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([times, states]).toEqual([[3000], ['saving', 'refused']])
  write()
  await vi.advanceTimersByTimeAsync(3000)
  expect(times).toHaveLength(2)
})

test('changes during a save are saved after it, never concurrently', async () => {
  let finish = () => {}
  const { autosave, write, times } = start(() => new Promise((resolve) => (finish = resolve)))
  write()
  await vi.advanceTimersByTimeAsync(3000)
  write()
  const flushed = autosave.flush()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(times).toEqual([3000])
  finish()
  await vi.advanceTimersByTimeAsync(0)
  finish()
  await flushed
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times.length).toBeLessThanOrEqual(2)
})

test('saves nothing after it was stopped', async () => {
  const { autosave, write, times } = start()
  write()
  autosave.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times).toEqual([])
})
