import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { Unit } from './database.ts'

let stoa: TestApp

beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const insert = (unit: Unit, name: string) =>
  unit.connection('used_challenges').insert({ challenge_hash: name, expires_at: 0 })
const stored = async (names: string[]) =>
  (await stoa.database.read('used_challenges').whereIn('challenge_hash', names).orderBy('challenge_hash')).map(
    (row: { challenge_hash: string }) => row.challenge_hash,
  )

test('works that wait share one transaction, and each gets its own result', async () => {
  const units = new Set<Unit>()
  const results = await Promise.all(
    ['a1', 'a2', 'a3', 'a4'].map((name) =>
      stoa.database.transaction(
        async (unit) => {
          units.add(unit)
          await insert(unit, name)
          return name
        },
        { shared: true },
      ),
    ),
  )
  expect(results).toEqual(['a1', 'a2', 'a3', 'a4'])
  expect(await stored(results)).toEqual(results)
  expect(units.size).toBeLessThan(4)
})

test('a work that fails is undone and told so, the others are stored', async () => {
  const work = (name: string) =>
    stoa.database.transaction(
      async (unit) => {
        await insert(unit, name)
        if (name === 'b3') throw new Error('refused')
      },
      { shared: true },
    )
  const results = await Promise.allSettled(['b1', 'b2', 'b3', 'b4'].map(work))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await stored(['b1', 'b2', 'b3', 'b4'])).toEqual(['b1', 'b2', 'b4'])
})

test('what fails only at the commit fails for its own work alone', async () => {
  const work = (name: string) =>
    stoa.database.transaction(
      async (unit) => {
        unit.beforeCommit(async () => {
          await insert(unit, name)
        })
      },
      { shared: true },
    )
  const results = await Promise.allSettled(['c1', 'c2', 'c2', 'c3'].map(work))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(await stored(['c1', 'c2', 'c3'])).toEqual(['c1', 'c2', 'c3'])
})

test('reads and transactions inside a shared work belong to it', async () => {
  const seen = await Promise.all(
    ['d1', 'd2', 'd3'].map((name) =>
      stoa.database.transaction(
        async () => {
          await stoa.database.transaction((inner) => insert(inner, name))
          return stoa.database.read('used_challenges').where({ challenge_hash: name }).first()
        },
        { shared: true },
      ),
    ),
  )
  expect(seen.map((row: { challenge_hash: string }) => row.challenge_hash)).toEqual(['d1', 'd2', 'd3'])
})
