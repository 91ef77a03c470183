import { expect, test } from 'vitest'
import { createFetchPool, FetchBusy, type Fetched } from './fetch-pool.ts'

const LIMITS = {
  running: 4,
  runningPerHost: 2,
  runningPerUser: 3,
  runningPerNetwork: 3,
  waiting: 6,
  waitingPerUser: 4,
  waitingPerNetwork: 4,
}

/** A pool with fetches that end on demand. */
function startPool() {
  const pool = createFetchPool(LIMITS)
  const ends: (() => void)[] = []
  const started: string[] = []
  const fetch = (name: string, { host = name, userId = '', network = '' }: Partial<Fetched> = {}) =>
    pool.run({ host, userId, network }, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endFirst = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { fetch, started, endFirst, close: pool.close }
}

test('a host is limited to its share and holds up no other host', async () => {
  const { fetch, started, endFirst } = startPool()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void fetch(name, { host: 'a' })
  void fetch('b')
  expect(started).toEqual(['a1', 'a2', 'b'])
  await endFirst()
  expect(started).toEqual(['a1', 'a2', 'b', 'a3'])
})

test('a user is limited to their share, leaving slots for others', async () => {
  const { fetch, started, endFirst } = startPool()
  for (let index = 0; index < 7; index += 1) void fetch(`mine ${index}`, { userId: 'me' })
  void fetch('yours', { userId: 'you' })
  expect(started).toEqual(['mine 0', 'mine 1', 'mine 2', 'yours'])
  await endFirst()
  expect(started.at(-1)).toBe('mine 3')
})

test('a network is limited to its share across hosts', async () => {
  const { fetch, started } = startPool()
  for (let index = 0; index < 7; index += 1) void fetch(`mine ${index}`, { network: 'mine' })
  void fetch('yours', { network: 'yours' })
  expect(started).toEqual(['mine 0', 'mine 1', 'mine 2', 'yours'])
  await expect(fetch('one more', { network: 'mine' })).rejects.toThrow(FetchBusy)
})

test('a fetch that waits too long is refused and leaves the queue', async () => {
  const pool = createFetchPool({ ...LIMITS, running: 1, waiting: 1, waitingMs: 20 })
  let end = () => {}
  const first = pool.run({ host: 'a', userId: '' }, () => new Promise<void>((resolve) => (end = resolve)))
  const late = async () => 'late'
  await expect(pool.run({ host: 'b', userId: '' }, late)).rejects.toThrow(FetchBusy)
  const next = pool.run({ host: 'c', userId: '' }, late)
  end()
  await first
  expect(await next).toBe('late')
})

test('fetches beyond the limits are refused, per user and in total', async () => {
  const { fetch } = startPool()
  for (let index = 0; index < 7; index += 1) void fetch(`mine ${index}`, { userId: 'me' })
  await expect(fetch('one more', { userId: 'me' })).rejects.toThrow(FetchBusy)
  void fetch('yours', { userId: 'you' })
  for (let index = 0; index < 2; index += 1) void fetch(`theirs ${index}`)
  await expect(fetch('last')).rejects.toThrow(FetchBusy)
})

test('a failed fetch frees its slot', async () => {
  const pool = createFetchPool({ ...LIMITS, running: 1 })
  const failing = () => pool.run({ host: 'a', userId: '' }, async () => Promise.reject(new Error('no')))
  await Promise.all([1, 2, 3].map(() => expect(failing()).rejects.toThrow('no')))
  expect(await pool.run({ host: 'a', userId: '' }, async () => 'yes')).toBe('yes')
})

test('closing the pool lets running fetches end and refuses waiting ones', async () => {
  const { fetch, started, endFirst, close } = startPool()
  const first = fetch('a1', { host: 'a' })
  void fetch('a2', { host: 'a' })
  const waiting = expect(fetch('a3', { host: 'a' })).rejects.toThrow(FetchBusy)
  close()
  await waiting
  await expect(fetch('b')).rejects.toThrow(FetchBusy)
  await endFirst()
  await first
  expect(started).toEqual(['a1', 'a2'])
})
