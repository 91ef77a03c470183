import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const LONG = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 900)
  select count(*) as pairs from numbers a cross join numbers b where a.n + b.n <> 0`

test('slow reads see what was committed', async () => {
  const { database } = stoa
  const row = { challenge_hash: 'slow', expires_at: 1 }
  await database.transaction(({ connection }) => connection('used_challenges').insert(row))
  expect(await database.slowRead('used_challenges').where({ challenge_hash: 'slow' })).toMatchObject([row])
})

test('nobody else waits for a slow read', async () => {
  const { read, slowRead } = stoa.database
  const done: string[] = []
  const slow = slowRead.raw(LONG).then(() => done.push('slow'))
  await read('used_challenges').first()
  done.push('quick')
  await slow
  expect(done).toEqual(['quick', 'slow'])
})

test('a wrong statement is refused like any other, and the next one works', async () => {
  const { slowRead } = stoa.database
  await expect(slowRead.raw('select nothing from nowhere')).rejects.toThrow(/nowhere/)
  expect(await slowRead('used_challenges').where({ challenge_hash: 'none' })).toEqual([])
})

test.skipIf(process.env.STOA_TEST_DATABASE_URL)('SQLite refuses writes among slow reads', async () => {
  const refused = stoa.database.slowRead('used_challenges').insert({ challenge_hash: 'refused', expires_at: 1 })
  await expect(refused).rejects.toThrow(/readonly|read-only|query_only/i)
})
