import { createHash } from 'node:crypto'
import type { TestApp } from '../harness.ts'
import { isSearchIndex, tablesOf } from './tables.ts'

/** Queries by database and omitted tables: to make one takes as long as to run it. */
const queries = new WeakMap<TestApp['database'], Map<string, Promise<string>>>()

/** A digest of each table except the omitted ones, which changes when the table's rows change. */
export async function databaseDigest(
  { database }: Pick<TestApp, 'database'>,
  leftOut: readonly string[],
): Promise<Record<string, string>> {
  const isMysql = database.dialect.name === 'mysql'
  const known = queries.get(database) ?? new Map<string, Promise<string>>()
  queries.set(database, known)
  const key = leftOut.join()
  const query = known.get(key) ?? (isMysql ? checksumQuery(database, leftOut) : rowsQuery(database, leftOut))
  known.set(key, query)
  return isMysql ? checksums(database, await query) : hashes(database, await query)
}

async function digestedTables(database: TestApp['database'], leftOut: readonly string[]): Promise<string[]> {
  return (await tablesOf(database)).filter((name) => !leftOut.includes(name) && !isSearchIndex(name))
}

async function checksumQuery(database: TestApp['database'], leftOut: readonly string[]): Promise<string> {
  return `checksum table ${(await digestedTables(database, leftOut)).join(', ')} extended`
}

/** The database computes it, since reading its rows would take many times as long. */
async function checksums({ read }: TestApp['database'], query: string): Promise<Record<string, string>> {
  const [rows] = await read.raw(query)
  return Object.fromEntries(
    (rows as { Table: string; Checksum: unknown }[]).map(({ Table, Checksum }) => [
      Table.replace(/^.*\./, ''),
      String(Checksum),
    ]),
  )
}

/**
 * All tables in one row: an additional row or query takes the driver longer than thousands of rows take the database.
 */
async function rowsQuery(database: TestApp['database'], leftOut: readonly string[]): Promise<string> {
  const { read } = database
  const columns: { name: string; row: string }[] = await read
    .select('name', {
      row: read.raw(
        `(select group_concat('quote("' || c.name || '")', ' || '','' || ') from pragma_table_info(t.name) c)`,
      ),
    })
    .from({ t: 'sqlite_master' })
    .whereIn('name', await digestedTables(database, leftOut))
  return columns
    .map(({ name, row }) => `(select group_concat(${row}, char(10)) from "${name}") as "${name}"`)
    .join(', ')
}

async function hashes({ read }: TestApp['database'], query: string): Promise<Record<string, string>> {
  const whole: Record<string, string | null> = await read.first(read.raw(query))
  return Object.fromEntries(
    Object.entries(whole).map(([name, rows]) => [name, createHash('sha1').update(String(rows)).digest('hex')]),
  )
}
