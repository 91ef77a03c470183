import { createRequire } from 'node:module'
import { ConfigError } from '../domain-error.ts'

const require = createRequire(import.meta.url)

/** A value of any column: all are texts or numbers. */
export type Cell = string | number | null

/** All rows as they were at one moment. */
export interface Snapshot {
  /** Names of the migrations that made the schema, in their order. */
  migrations: readonly string[]
  /** Names of all tables except that of the migrations, sorted. */
  tables: readonly string[]
  columns(table: string): Promise<string[]>
  /** Rows of a table, with the values in the order of `columns`. They aren't read faster than they are used. */
  rows(table: string, columns: readonly string[]): AsyncIterable<Cell[]>
}

/** Reads everything at one moment, on a connection of its own: nobody waits for it. */
export type TakeSnapshot = <Result>(work: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>

const MIGRATIONS = 'migrations'
const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``
const selection = (table: string, columns: readonly string[]) =>
  `select ${columns.map(quoted).join(', ')} from ${quoted(table)}`

interface SqliteConnection {
  exec(sql: string): void
  close(): void
  prepare(sql: string): {
    all(bindings: unknown[]): Record<string, string>[]
    raw(): { iterate(bindings: unknown[]): Iterable<Cell[]> }
  }
}

/** How long it waits for another process's lock. */
const BUSY_TIMEOUT_MS = 5000
/** The driver is synchronous: after this many rows, others of this process get a turn. */
const ROWS_PER_TURN = 1000

export function sqliteSnapshot(filename: string): TakeSnapshot {
  return async (work) => {
    const connection: SqliteConnection = new (require('libsql'))(filename)
    try {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA query_only = ON; BEGIN`)
      const all = (sql: string, bindings: unknown[] = []) => connection.prepare(sql).all(bindings)
      // The first read begins the snapshot.
      const tables = all(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name`,
      )
      const names = tables.map(({ name }) => name ?? '')
      return await work({
        migrations: names.includes(MIGRATIONS) ? all(`select name from ${MIGRATIONS} order by name`).map(nameOf) : [],
        tables: names.filter((name) => name !== MIGRATIONS),
        columns: async (table) => all('select name from pragma_table_info(?) order by cid', [table]).map(nameOf),
        async *rows(table, columns) {
          let count = 0
          for (const row of connection.prepare(selection(table, columns)).raw().iterate([])) {
            yield row
            if ((count += 1) % ROWS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
          }
        },
      })
    } finally {
      connection.close()
    }
  }
}

const nameOf = ({ name = '' }: Record<string, string>) => name

interface MysqlConnection {
  query(options: { sql: string; values?: unknown[]; rowsAsArray: true }): {
    stream(options: { highWaterMark: number }): AsyncIterable<Cell[]>
  }
  promise(): { query(options: { sql: string; values?: unknown[]; rowsAsArray: true }): Promise<[Cell[][], unknown]> }
  on(event: 'error', listener: () => void): void
  destroy(): void
}

/** How long the server waits for a reader who is busy with earlier rows. */
const WRITE_TIMEOUT_S = 3600
const ROWS_BUFFERED = 500

/** `options`: those of the connection. */
export function mysqlSnapshot(options: object): TakeSnapshot {
  return async (work) => {
    const connection: MysqlConnection = require('mysql2').createConnection(options)
    connection.on('error', () => {})
    const all = async (sql: string, values: unknown[] = []) =>
      (await connection.promise().query({ sql, values, rowsAsArray: true }))[0]
    const names = async (sql: string, values: unknown[] = []) => (await all(sql, values)).map(([name]) => String(name))
    try {
      await all(`SET SESSION net_write_timeout = ${WRITE_TIMEOUT_S}`)
      await all('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      await all('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
      const tables = await names(
        "select table_name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE' order by table_name",
      )
      return await work({
        migrations: tables.includes(MIGRATIONS) ? await names(`select name from ${MIGRATIONS} order by name`) : [],
        tables: tables.filter((name) => name !== MIGRATIONS),
        columns: (table) =>
          names(
            'select column_name from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position',
            [table],
          ),
        rows: (table, columns) =>
          connection
            .query({ sql: selection(table, columns), rowsAsArray: true })
            .stream({ highWaterMark: ROWS_BUFFERED }),
      })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ER_TABLE_DEF_CHANGED') throw error
      throw new ConfigError('The database was migrated meanwhile. Try again.')
    } finally {
      connection.destroy()
    }
  }
}
