import { createHash } from 'node:crypto'
import type { TestApp } from './harness.ts'
import { tablesOf } from './tables.ts'

/** What tells whether a table's rows have changed, for each table but those left out: two are equal where nothing has. */
export async function databaseDigest(
  { database }: Pick<TestApp, 'database'>,
  leftOut: readonly string[],
): Promise<Record<string, string>> {
  const names = (await tablesOf(database)).filter((name) => !leftOut.includes(name))
  return database.dialect.name === 'mysql' ? checksums(database, names) : hashes(database, names)
}

/** The database does it: its rows would take many times as long to arrive. */
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
 * All of the tables in one row: the driver takes longer over a row, and over a query, than the database over thousands
 * of rows.
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
