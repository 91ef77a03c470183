import type { Database } from '../../src/platform/database/database.ts'

/** The names of all tables. */
export async function tablesOf({ read, dialect }: Database): Promise<string[]> {
  if (dialect.name === 'mysql') {
    // MySQL returns its own columns in capitals unless they are named.
    const rows = await read('information_schema.tables')
      .whereRaw('table_schema = database()')
      .select({ name: 'table_name' })
    return rows.map(({ name }) => name)
  }
  return read('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite%').pluck('name')
}

/** Tables of the search index, which follows the others a moment later. */
export const isSearchIndex = (table: string) => table.startsWith('search_')

const countings = new WeakMap<Database, Promise<string>>()

/** The number of rows of each table but those of the search index, in one query, which is made once per database. */
export async function rowCounts(database: Database): Promise<Record<string, number>> {
  const statement = countings.get(database) ?? countingOf(database)
  countings.set(database, statement)
  const counts = (await database.read.first(database.read.raw(await statement))) as Record<string, number>
  return Object.fromEntries(Object.entries(counts).map(([table, rows]) => [table, Number(rows)]))
}

async function countingOf(database: Database): Promise<string> {
  const names = (await tablesOf(database)).filter((name) => !isSearchIndex(name))
  return names.map((name) => `(select count(*) from ${name}) as ${name}`).join(', ')
}
