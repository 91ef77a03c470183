import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { Transaction } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import { insertion } from './transaction.ts'

let stoa: TestApp

/** Names written together, including failed writes. */
const groups: string[][] = []
const committed: string[] = []

const write = async (tx: Transaction, names: string[]) => {
  groups.push(names)
  const kept = names.filter((name) => !name.startsWith('left out'))
  const rows = kept.map((name) => ({ challenge_hash: name, expires_at: 0 }))
  tx.changeLast(...insertion('used_challenges', rows))
  tx.afterCommit(() => committed.push(...kept))
  return names.filter((name) => !kept.includes(name))
}
let add: (name: string) => Promise<boolean>

beforeAll(async () => {
  stoa = await startTestApp()
  add = createGroupCommit({ database: stoa.database, laneOf: () => '', write }).add
})
afterAll(() => stoa.close())

const stored = async (names: string[]) =>
  (await stoa.database.read('used_challenges').whereIn('challenge_hash', names).orderBy('challenge_hash')).map(
    (row: { challenge_hash: string }) => row.challenge_hash,
  )

test('items added at the same time share a transaction', async () => {
  const names = ['a1', 'a2', 'a3', 'a4']
  expect(await Promise.all(names.map(add))).toEqual([true, true, true, true])
  expect(await stored(names)).toEqual(names)
  expect(groups.at(-1)).toEqual(names)
})

test('items that arrive during a write share the next transaction', async () => {
  const before = groups.length
  const first = add('b1')
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([first, add('b2'), add('b3')])
  expect(groups.slice(before)).toEqual([['b1'], ['b2', 'b3']])
})

test('a failing item is rejected alone', async () => {
  const names = ['c1', 'c2', 'c3', 'c4', 'c4', 'c5', 'c6']
  const results = await Promise.allSettled(names.map(add))
  expect(results.map(({ status }) => status).sort()).toEqual([...Array(6).fill('fulfilled'), 'rejected'])
  expect(await stored(names)).toEqual([...new Set(names)])
  expect(committed.filter((name) => name.startsWith('c')).sort()).toEqual([...new Set(names)])
})

test('skipped items resolve to false, and the others are written', async () => {
  expect(await Promise.all(['d1', 'left out', 'd2'].map(add))).toEqual([true, false, true])
  expect(await stored(['d1', 'left out', 'd2'])).toEqual(['d1', 'd2'])
})

test('a deadlock retries the whole group', async () => {
  let failures = 2
  const deadlock = Object.assign(new Error('deadlock'), { code: 'ER_LOCK_DEADLOCK' })
  const busy = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' })
  const group = createGroupCommit<string>({
    database: stoa.database,
    laneOf: () => '',
    async write(tx, names) {
      if (failures-- > 0) throw stoa.database.dialect.name === 'mysql' ? deadlock : busy
      return write(tx, names)
    },
  })
  const before = groups.length
  await Promise.all(['e1', 'e2'].map(group.add))
  expect(await stored(['e1', 'e2'])).toEqual(['e1', 'e2'])
  expect(groups.slice(before)).toEqual([['e1', 'e2']])
})

test('lanes do not wait for each other, and a failing one fails alone', async () => {
  const written: string[][] = []
  let release: (error?: Error) => void = () => {}
  const group = createGroupCommit<string>({
    database: { dialect: stoa.database.dialect, transaction: (work) => work({} as Transaction) },
    laneOf: ([lane = '']) => lane,
    async write(_tx, names) {
      written.push(names)
      if (names.includes('a1'))
        await new Promise<void>((resolve, reject) => (release = (error) => (error ? reject(error) : resolve())))
      return []
    },
  })
  const locked = group.add('a1')
  locked.catch(() => {})
  await vi.waitFor(() => expect(written).toEqual([['a1']]))
  const behind = group.add('a2')
  expect(await Promise.all(['b1', 'b2'].map(group.add))).toEqual([true, true])
  expect(written).toEqual([['a1'], ['b1', 'b2']])
  release(new Error('lock wait'))
  await expect(locked).rejects.toThrow('lock wait')
  expect(await behind).toBe(true)
  expect(await group.add('a3')).toBe(true)
  expect(written.slice(2)).toEqual([['a2'], ['a3']])
})

test('a lost connection is replaced', async () => {
  const { dialect, read } = stoa.database
  await add('g1')
  if (dialect.name === 'mysql') {
    const [others] = await read.raw(
      'select id from information_schema.processlist where db = database() and id <> connection_id()',
    )
    for (const { id } of others) await read.raw('kill ?', [id])
  }
  await Promise.all(['g2', 'g3'].map(add))
  expect(await stored(['g1', 'g2', 'g3'])).toHaveLength(3)
})
