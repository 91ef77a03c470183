import { createHash } from 'node:crypto'
import type { TestApp } from '../harness.ts'
import { isSearchIndex, tablesOf } from './tables.ts'

/** A digest of each table except the omitted ones, which changes when the table's rows change. */
export async function databaseDigest(
  { database }: Pick<TestApp, 'database'>,
  leftOut: readonly string[],
): Promise<Record<string, string>> {
  const names = (await tablesOf(database)).filter((name) => !leftOut.includes(name) && !isSearchIndex(name))
  return database.dialect.name === 'mysql' ? checksums(database, names) : hashes(database, names)
}

/** The database computes it, since reading its rows would take many times as long. */
async function checksums({ read }: TestApp['database'], names: string[]): Promise<Record<string, string>> {
  const [rows] = await read.raw(`checksum table ${names.map(() => '??').join(', ')} extended`, names)
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
async function hashes({ read }: TestApp['database'], names: string[]): Promise<Record<string, string>> {
  const columns: { name: string; row: string }[] = await read
    .select('name', {
      row: read.raw(
        `(select group_concat('quote("' || c.name || '")', ' || '','' || ') from pragma_table_info(t.name) c)`,
      ),
    })
    .from({ t: 'sqlite_master' })
    .whereIn('name', names)
  const wholes = columns.map(({ name, row }) => `(select group_concat(${row}, char(10)) from "${name}") as "${name}"`)
  const whole: Record<string, string | null> = await read.first(read.raw(wholes.join(', ')))
  return Object.fromEntries(
    Object.entries(whole).map(([name, rows]) => [name, createHash('sha1').update(String(rows)).digest('hex')]),
  )
}
