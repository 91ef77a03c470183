import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'

test('after the database was busy, a transaction is committed, and others can write', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stoa-busy-'))
  const [one, other] = [0, 1].map(() => openDatabase({ url: null, dataFolder }))
  if (!one || !other) throw new Error('A database is missing.')
  await one.transaction(({ connection }) => connection.raw('create table things (name text)'))
  let busy: Promise<unknown> = Promise.resolve()
  await one.transaction(async ({ connection }) => {
    await connection('things').insert({ name: 'one' })
    busy = other.transaction((tx) => tx.connection('things').insert({ name: 'other' }))
    // Begins, and finds the database busy, at least once.
    await new Promise((resolve) => setImmediate(resolve))
  })
  await busy
  await one.transaction(({ connection }) => connection('things').insert({ name: 'again' }))
  expect(await one.read('things').count({ count: '*' }).first()).toEqual({ count: 3 })
  await one.close()
  await other.close()
}, 30_000)
