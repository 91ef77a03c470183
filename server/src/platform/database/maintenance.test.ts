import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../clock.ts'
import { type Database, openDatabase } from './database.ts'

let dataFolder: string
let database: Database
beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'stoa-files-'))
  database = openDatabase({ url: null, dataFolder })
  await database.transaction(({ connection }) =>
    connection.schema.createTable('words', (table) => {
      table.integer('id').primary()
      table.text('text')
    }),
  )
})
afterEach(async () => {
  await database.close()
  rmSync(dataFolder, { recursive: true })
})

const sizeOf = (name: string) => statSync(join(dataFolder, name)).size
const insert = (id: number, text = 'word '.repeat(200)) =>
  database.transaction(({ connection }) => connection('words').insert({ id, text }))

async function fill(rows: number): Promise<void> {
  const text = 'word '.repeat(200)
  await database.transaction(async ({ connection }) => {
    for (let id = 0; id < rows; id += 100) {
      await connection('words').insert(Array.from({ length: 100 }, (_, index) => ({ id: id + index, text })))
    }
  })
}

test('every connection overwrites deleted data', async () => {
  const pragma = 'pragma secure_delete'
  expect(await database.read.raw(pragma)).toEqual([{ secure_delete: 1 }])
  expect(await database.transaction(({ connection }) => connection.raw(pragma))).toEqual([{ secure_delete: 1 }])
})

test('the log is truncated at once, or not at all while another process reads', async () => {
  await insert(1)
  expect(sizeOf('stoa.sqlite-wal')).toBeGreaterThan(0)
  const other = openDatabase({ url: null, dataFolder })
  await other.transaction(async ({ connection }) => {
    await connection('words').select('id')
    // Waiting for the other process would block every request, and here for ever.
    expect(await database.emptyLog()).toBe(false)
  })
  await other.close()
  expect(await database.emptyLog()).toBe(true)
  expect(sizeOf('stoa.sqlite-wal')).toBe(0)
})

test('the database is rebuilt once a day while readers read and writers wait', async () => {
  await fill(20_000)
  await database.transaction(({ connection }) => connection('words').where('id', '>=', 100).del())
  await database.emptyLog()
  const before = sizeOf('stoa.sqlite')
  let reads = 0
  let isRunning = true
  const reading = (async () => {
    while (isRunning) {
      await database.read('words').where({ id: 1 })
      reads += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const rebuilt = database.rebuildDaily(10 * DAY_MS).then(() => (isRunning = false))
  const written = insert(100_000)
  await Promise.all([rebuilt, written, reading])
  expect(reads).toBeGreaterThan(5)
  await database.emptyLog()
  expect(sizeOf('stoa.sqlite')).toBeLessThan(before / 10)
  expect(await database.read('words').count({ count: '*' }).first()).toEqual({ count: 101 })

  await fillAndDelete()
  const full = sizeOf('stoa.sqlite')
  await database.rebuildDaily(10 * DAY_MS + DAY_MS / 2)
  expect(sizeOf('stoa.sqlite')).toBe(full)
  await database.rebuildDaily(11 * DAY_MS)
  await database.emptyLog()
  expect(sizeOf('stoa.sqlite')).toBeLessThan(full)
})

async function fillAndDelete(): Promise<void> {
  const isNew = (id: number) => id + 200_000
  await database.transaction(async ({ connection }) => {
    for (let id = 0; id < 1000; id += 1) await connection('words').insert({ id: isNew(id), text: 'word '.repeat(200) })
    await connection('words').where('id', '>=', isNew(0)).del()
  })
  await database.emptyLog()
}
