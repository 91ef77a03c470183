import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, Transaction } from '../../src/platform/database/database.ts'
import { insertion } from '../../src/platform/database/transaction.ts'
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

test('querying a table that the transaction changes last throws; querying it before, or another one, doesn’t', async () => {
  const { database } = stoa
  const row = { challenge_hash: 'last', expires_at: 0, writes: '' }
  const changed = (work: (tx: Transaction) => Promise<unknown>) =>
    database.transaction(async (tx) => {
      await tx.connection('used_challenges').first()
      tx.changeLast(...insertion('used_challenges', [row]))
      await work(tx)
      throw new Error('rolled back')
    })
  await expect(changed(({ connection }) => connection('users').first())).rejects.toThrow('rolled back')
  await expect(changed(({ connection }) => connection('used_challenges').first())).rejects.toThrow(
    'changes used_challenges last',
  )
  const update = (connection: Connection) => connection('used_challenges').update({ expires_at: 1 })
  await expect(changed(({ connection }) => update(connection))).rejects.toThrow('changes used_challenges last')
  const join = 'select * from users join used_challenges on id = challenge_hash'
  await expect(changed(({ connection }) => connection.raw(join))).rejects.toThrow('changes used_challenges last')
  const readLate = async (tx: Transaction) => void (await tx.connection('used_challenges').first())
  const late = (tx: Transaction) => Promise.resolve(tx.collect(readLate, 1))
  const inWriter = database.transaction(async (tx) => {
    tx.changeLast(...insertion('used_challenges', [row]))
    await late(tx)
  })
  await expect(inWriter).rejects.toThrow('changes used_challenges last')
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
