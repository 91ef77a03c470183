import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAvailability } from './availability.ts'
import { openDatabase } from './database.ts'
import { isDatabaseAway } from './dialect.ts'
import { probeOf } from './mysql-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = <Result>() => new Promise<Result>(() => {})
const query = { isResponse: true, abandon: () => {} }
const refused = () => Promise.reject(new Error('ECONNREFUSED'))

test('a step ends after about five seconds without a response', async () => {
  const { guard } = createAvailability(never<void>)
  const ended = expect(guard(never, query)).rejects.toMatchObject({ code: 'DATABASE_AWAY' })
  for (let turn = 0; turn < 55; turn++) await vi.advanceTimersByTimeAsync(100)
  await ended
})

test('one failed probe does not end steps', async () => {
  const probe = vi.fn(() => Promise.resolve()).mockImplementationOnce(refused)
  const abandon = vi.fn()
  void createAvailability(probe).guard(never, { ...query, abandon })
  await vi.advanceTimersByTimeAsync(6000)
  expect(probe.mock.calls.length).toBeGreaterThan(1)
  expect(abandon).not.toHaveBeenCalled()
})

test('a response to another query counts, a connection from the pool does not', async () => {
  for (const isResponse of [true, false]) {
    const { guard } = createAvailability(never<void>)
    const abandon = vi.fn()
    guard(never, { ...query, abandon }).catch(() => {})
    for (let turn = 0; turn < 60; turn++) {
      guard(() => Promise.resolve(), { ...query, isResponse }).catch(() => {})
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(abandon).toHaveBeenCalledTimes(isResponse ? 0 : 1)
  }
})

test('a database that refuses one more connection responds', async () => {
  vi.useRealTimers()
  const payload = Buffer.concat([Buffer.from([0xff, 0x10, 0x04]), Buffer.from('Too many connections')])
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const probe = probeOf({ host: '127.0.0.1', port })
  await probe()
  await new Promise((resolve) => server.close(resolve))
  await expect(probe()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('only the database’s errors say that it is away', async () => {
  vi.useRealTimers()
  const withCode = (code: string) => Object.assign(new Error(code), { code })
  expect(isDatabaseAway(withCode('ECONNREFUSED'))).toBe(false)
  expect(isDatabaseAway(withCode('SQLITE_BUSY_SNAPSHOT'))).toBe(true)
  const database = openDatabase({ url: 'mysql://nobody@127.0.0.1:1/none', dataFolder: '' })
  const error = await database.ping().catch((failure: unknown) => failure)
  expect([error, isDatabaseAway(error)]).toMatchObject([{ code: 'ECONNREFUSED' }, true])
  await database.close()
})
