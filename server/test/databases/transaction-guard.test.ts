import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

test('reading outside a running transaction throws', async () => {
  const { database } = stoa
  const work = () => database.transaction(async () => database.read('users').first())
  await expect(work()).rejects.toThrow('pass tx on')
  expect(await database.transaction((tx) => database.from(tx)('users').first())).toBeUndefined()
})

test('opening another transaction during one throws; joining it doesn’t', async () => {
  const { database } = stoa
  await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow('pass tx on')
  expect(await database.transaction((tx) => database.transaction(async () => 1, tx))).toBe(1)
})

test('code that starts after the commit may read', async () => {
  const { database } = stoa
  let read: Promise<unknown> = Promise.resolve('nothing was read')
  await database.transaction(async (tx) =>
    tx.afterCommit(() => {
      read = Promise.resolve(database.read('users').first())
    }),
  )
  expect(await read).toBeUndefined()
})

test('a transaction on another database is independent of the one around it', async () => {
  const { database } = stoa
  const other = await startTestApp()
  try {
    const inBoth = (work: () => Promise<unknown>) =>
      database.transaction(() => other.database.transaction(async () => work()))
    await expect(inBoth(async () => database.read('users').first())).rejects.toThrow('pass tx on')
    await expect(inBoth(async () => other.database.read('users').first())).rejects.toThrow('pass tx on')
    const afterTheInner = database.transaction(async () => {
      await other.database.transaction(async () => 1)
      await other.database.read('users').first()
      return database.read('users').first()
    })
    await expect(afterTheInner).rejects.toThrow('pass tx on')
  } finally {
    await other.close()
  }
})
