import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createEventCounts } from './event-counts.ts'
import { POLICIES } from './policies.ts'

let stoa: TestApp

beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

/** On MySQL they deadlocked, and some never succeeded. */
test('transactions that count in the same rows wait for each other, and none starts again', async () => {
  const counts = createEventCounts(stoa)
  const network = {
    policy: 'pageViewsByNetwork',
    of: ['garden'],
    address: '2001:db8::1',
    key: randomBytes(32),
  } as const
  let started = 0
  const add = () =>
    stoa.database.transaction(async (tx) => {
      started += 1
      const allowance = await counts.allowance(tx, network)
      await allowance.use(1)
      return allowance.left
    })
  const left = await Promise.all(Array.from({ length: 30 }, add))
  const { limit } = POLICIES.pageViewsByNetwork
  expect(left.toSorted((one, other) => other - one)).toEqual(left.map((_, index) => limit - index))
  expect(started).toBe(30)
})
