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

/** The number of rows of each table but those of the search index, in one query. */
export async function rowCounts(database: Database): Promise<Record<string, number>> {
  const { read } = database
  const [first, ...others] = (await tablesOf(database))
    .filter((table) => !isSearchIndex(table))
    .map((table) =>
      read(table)
        .select(read.raw('? as ??', [table, 'table']))
        .count({ rows: '*' }),
    )
  const counts = ((await first?.unionAll(others)) ?? []) as unknown as { table: string; rows: number }[]
  return Object.fromEntries(counts.map(({ table, rows }) => [table, Number(rows)]))
}
