import { createRequire } from 'node:module'
import knex from 'knex'
import type mysql from 'mysql2'
import type { Connection as Raw } from 'mysql2'
import type { Change, Connection, Statement } from './unit.ts'

/**
 * One connection to MySQL or MariaDB for one transaction at a time, in few round trips: it begins with its first query,
 * and all changes that nobody looks at go with the commit as one message. That takes several statements in one text, so
 * it is this connection alone that may send them; every value is put in by the driver.
 */
export interface MysqlSession {
  connection: Connection
  /** The rows that a query finds. */
  read<Row>(statement: Statement): Promise<Row[]>
  /** Makes the connection ready, anew if it was lost; fails when the session is closed. */
  begin(): Promise<void>
  /** Makes the changes and commits; when something fails, nothing of the transaction is kept. */
  commit(changes: Change[]): Promise<void>
  rollback(): Promise<void>
  close(): Promise<void>
}

const require = createRequire(import.meta.url)

const SETTINGS = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SET SESSION autocommit = 0'

/** `options` as for mysql2; opens nothing yet. */
export function createMysqlSession(options: mysql.ConnectionOptions): MysqlSession {
  // Loaded by who talks to MySQL only: the drivers are no small part of an idle server.
  const { createConnection, escapeId } = require('mysql2') as typeof mysql
  let raw: Raw | null = null
  let isClosed = false

  async function open(): Promise<Raw> {
    const opened = createConnection({ ...options, multipleStatements: true })
    const forget = () => {
      if (raw === opened) raw = null
    }
    // Without a listener the loss of an idle connection would end the process.
    opened.on('error', forget)
    opened.on('end', forget)
    try {
      await send(opened, { sql: SETTINGS, values: [] })
      return opened
    } catch (error) {
      opened.destroy()
      throw error
    }
  }

  /** A transaction never goes on over another connection than it began on. */
  function current(): Raw {
    if (raw === null) throw Object.assign(new Error('The connection was lost.'), { code: 'PROTOCOL_CONNECTION_LOST' })
    return raw
  }

  const connection = knex({
    client: 'mysql2',
    connectionPool: {
      getConnection(done) {
        try {
          done(null, current())
        } catch (error) {
          done(error as Error, null)
        }
      },
      end: () => undefined,
    },
  })

  return {
    connection,
    read: async (statement) => send(current(), statement),
    async begin() {
      if (isClosed) throw new Error('The database is closed.')
      raw ??= await open()
    },
    async commit(changes) {
      const statements = changes.map((change) => textOf(change, escapeId))
      const sql = [...statements.map((statement) => statement.sql), 'commit'].join(';')
      await send(current(), { sql, values: statements.flatMap(({ values }) => values) })
    },
    async rollback() {
      const broken = raw
      try {
        await send(current(), { sql: 'rollback', values: [] })
      } catch {
        // The server undoes what a lost connection has left open.
        broken?.destroy()
        raw = null
      }
    },
    async close() {
      isClosed = true
      const last = raw
      raw = null
      await connection.destroy()
      if (last) await new Promise<void>((resolve) => last.end(() => resolve()))
    },
  }
}

/** SQL with `?` for its values; a list of rows is one value. */
interface Text {
  sql: string
  values: mysql.SqlValue[]
}

function send<Row>(raw: Raw, { sql, values }: Text): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    raw.query(sql, values, (error: Error | null, rows: unknown) => (error ? reject(error) : resolve(rows as Row[])))
  })
}

function textOf(change: Change, escapeId: typeof mysql.escapeId): Text {
  if ('sql' in change) return change
  if (!('rows' in change)) {
    const { sql, bindings } = change.toSQL().toNative()
    return { sql, values: bindings as mysql.SqlValue[] }
  }
  const columns = change.columns ?? Object.keys(change.rows[0] ?? {})
  const rows = (change.rows as Record<string, mysql.SqlValue>[]).map((row) => columns.map((column) => row[column]))
  return { sql: `insert into ${escapeId(change.into)} (${escapeId([...columns])}) values ?`, values: [rows] }
}
