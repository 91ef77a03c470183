import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

test('reading beside a transaction that runs throws', async () => {
  const { database } = stoa
  const work = () => database.transaction(async () => database.read('users').first())
  await expect(work()).rejects.toThrow('hand tx on')
  expect(await database.transaction((tx) => database.from(tx)('users').first())).toBeUndefined()
})

test('opening a transaction beside one that runs throws; being a part of it does not', async () => {
  const { database } = stoa
  await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow('hand tx on')
  expect(await database.transaction((tx) => database.transaction(async () => 1, tx))).toBe(1)
})

test('what begins after the commit may read', async () => {
  const { database } = stoa
  let read: Promise<unknown> = Promise.resolve('nothing was read')
  await database.transaction(async (tx) =>
    tx.afterCommit(() => {
      read = Promise.resolve(database.read('users').first())
    }),
  )
  expect(await read).toBeUndefined()
})
