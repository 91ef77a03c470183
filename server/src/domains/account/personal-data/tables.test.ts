import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { TABLES } from '../../../services.ts'
import { personalDataIn } from './personal-columns.ts'

const personalData = personalDataIn(TABLES)

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

/** Column names that suggest a person's identity or contact data. */
const LOOKS_PERSONAL =
  /user|person|publisher|author|editor|creator|moderator_|member_id|actor|owner_|recipient|sender|follower|email|mail$|phone|address|_by$|(^|_)ip$/

/** Tables of the migrations and of SQLite itself. */
const UNDECLARED = new Set(['migrations', 'sqlite_sequence', 'sqlite_stat1'])

/** Every column of the database, as `table.column`. */
async function columns(): Promise<string[]> {
  const { database } = stoa
  if (database.dialect.name === 'mysql') {
    const rows = await database
      .read('information_schema.columns')
      .whereRaw('table_schema = database()')
      .select({ table: 'table_name', name: 'column_name' })
    return rows.map(({ table, name }) => `${table}.${name}`)
  }
  const tables: string[] = await database.read('sqlite_master').where({ type: 'table' }).pluck('name')
  const named = tables.map(async (table) => {
    const found: { name: string }[] = await database.read.raw('select name from pragma_table_info(?)', [table])
    return found.map(({ name }) => `${table}.${name}`)
  })
  return (await Promise.all(named)).flat()
}

test('every column with a person’s id or address declares its export and deletion policy', async () => {
  const named = personalData.map(({ table, column }) => `${table}.${column}`)
  const all = await columns()
  const notPersonal = TABLES.flatMap(({ name, notPersonal = {} }) =>
    Object.keys(notPersonal).map((column) => `${name}.${column}`),
  )
  const unnamed = all.filter(
    (name) => LOOKS_PERSONAL.test(name.split('.')[1] ?? '') && !named.includes(name) && !notPersonal.includes(name),
  )
  expect(unnamed, 'personal data that no tables.ts declares').toEqual([])
  expect([...named, ...notPersonal].filter((name) => !all.includes(name))).toEqual([])
})

test('every table is declared once, with its key and counters', async () => {
  const all = await columns()
  const inSchema = new Set(all.map((column) => column.split('.')[0]).filter((name) => !UNDECLARED.has(name ?? '')))
  const declared = TABLES.map(({ name }) => name)
  expect(declared.toSorted()).toEqual([...inSchema].toSorted())
  const named = TABLES.flatMap(({ name, key = [], counters = {} }) =>
    [...key, ...Object.keys(counters)].map((column) => `${name}.${column}`),
  )
  expect(named.filter((column) => !all.includes(column))).toEqual([])
})

test('columns named in declarations exist', async () => {
  const all = await columns()
  for (const { table, archive, atDeletion, by = 'id' } of personalData) {
    const without = 'file' in archive ? [by, ...(archive.without ?? []), ...(archive.json ?? [])] : []
    const emptied = typeof atDeletion === 'object' && 'emptied' in atDeletion ? atDeletion.emptied : []
    for (const column of [...without, ...emptied]) expect(all).toContain(`${table}.${column}`)
  }
})
