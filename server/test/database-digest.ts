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

/** All of a table in one row: the driver takes longer over a row than the database over thousands. */
async function hashes({ read }: TestApp['database'], names: string[]): Promise<Record<string, string>> {
  const digests = names.map(async (name) => {
    const columns: string[] = await read(read.raw('pragma_table_info(?)', [name])).pluck('name')
    const row = columns.map((column) => `quote("${column}")`).join(" || ',' || ")
    const [whole] = await read(name).select(read.raw(`group_concat(${row}, char(10)) as ??`, ['rows']))
    return [name, createHash('sha1').update(String(whole?.rows)).digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}
