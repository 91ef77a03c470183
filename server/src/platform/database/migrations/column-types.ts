import type { Knex } from 'knex'

/** Column types that behave the same on SQLite and MySQL. Part of the immutable migrations: only add to them. */
export function columnTypes(connection: Knex) {
  const mysql = connection.client.config.client === 'mysql2'
  return {
    /** Id made by the application, compared byte by byte. */
    id: mysql ? 'char(20) character set ascii collate ascii_bin' : 'char(20)',
    /** ASCII hash or key, compared byte by byte. */
    key: (length: number) =>
      mysql ? `varchar(${length}) character set ascii collate ascii_bin` : `varchar(${length})`,
    /** Unicode key compared code point by code point. */
    exact: (length: number) =>
      mysql ? `varchar(${length}) character set utf8mb4 collate utf8mb4_bin` : `varchar(${length})`,
    text: (length: number) => `varchar(${length})`,
    longText: mysql ? 'mediumtext' : 'text',
  }
}

/** Creates a table unless an interrupted run has already done so. */
export async function createTable(
  connection: Knex,
  name: string,
  build: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  if (await connection.schema.hasTable(name)) return
  await connection.schema.createTable(name, (table) => {
    if (connection.client.config.client === 'mysql2') {
      table.engine('InnoDB')
      table.charset('utf8mb4')
      table.collate('utf8mb4_unicode_520_ci')
    }
    build(table)
  })
}

/** Whether a table has an index: an interrupted run may have added it. */
export async function hasIndex(connection: Knex, about: { table: string; index: string }): Promise<boolean> {
  const isMysql = connection.client.config.client === 'mysql2'
  const found = isMysql
    ? connection('information_schema.statistics').where({
        table_schema: connection.raw('database()'),
        table_name: about.table,
        index_name: about.index,
      })
    : connection('sqlite_master').where({ type: 'index', name: about.index })
  return (await found.first()) !== undefined
}

const MINUTE_MS = 60 * 1000
/** When a migration's jobs run. */
const RUN_AFTER_MS = [0, 10 * MINUTE_MS, 60 * MINUTE_MS, 6 * 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]

/**
 * Has a job change existing rows, and again for a day, because older servers go on writing rows during a rolling
 * upgrade.
 */
export async function changeLater(
  connection: Knex,
  { migration, kind, payload }: { migration: number; kind: string; payload: object },
): Promise<void> {
  const now = Date.now()
  const rows = RUN_AFTER_MS.map((wait, index) => ({
    id: `${index}`.padEnd(16, '0') + `${migration}`.padStart(4, '0'),
    kind,
    job_key: `${migration} ${index}`,
    payload: JSON.stringify(payload),
    state: 'waiting',
    run_at: now + wait,
    tries: 0,
    last_error: '',
    created_at: now,
  }))
  await connection('jobs').insert(rows).onConflict(['kind', 'job_key']).ignore()
}

/** Has a job fill derived columns of a table with an id, as its declaration in `tables.ts` says. */
export async function fillLater(
  connection: Knex,
  { migration, table, columns }: { migration: number; table: string; columns: string[] },
): Promise<void> {
  if (!(await connection(table).first('id'))) return
  await changeLater(connection, { migration, kind: 'fill-derived-columns', payload: { table, columns, after: '' } })
}
