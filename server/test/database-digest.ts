import { createHash } from 'node:crypto'
import type { TestApp } from './harness.ts'

/** A hash of each table's rows, whatever their order, but of those left out: two are equal where nothing has changed. */
export async function databaseDigest(
  { database }: Pick<TestApp, 'database'>,
  leftOut: readonly string[],
): Promise<Record<string, string>> {
  const names = await tablesOf(database)
  const hashes = await Promise.all(
    names
      .filter((name) => !leftOut.includes(name) && !name.startsWith('sqlite_'))
      .map(async (name) => {
        const rows = (await database.read(name)).map((row) => JSON.stringify(row)).toSorted()
        return [name, createHash('sha1').update(rows.join('\n')).digest('hex')] as const
      }),
  )
  return Object.fromEntries(hashes)
}

async function tablesOf({ read, dialect }: TestApp['database']): Promise<string[]> {
  return dialect.name === 'mysql'
    ? read('information_schema.tables').whereRaw('table_schema = database()').pluck('table_name')
    : read('sqlite_master').where({ type: 'table' }).pluck('name')
}
