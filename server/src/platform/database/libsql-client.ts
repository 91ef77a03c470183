import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import { openReaderThread, type ReaderThread } from './reader-thread.ts'

const require = createRequire(import.meta.url)
const BetterSqliteClient = require('knex/lib/dialects/better-sqlite3/index.js')
const SqliteTransaction: new (
  ...parameters: unknown[]
) => { query(connection: Connection, sql: string): Promise<void> } =
  require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js')

interface Statement {
  readonly reader: boolean
  all(bindings: unknown[]): unknown[]
  run(bindings: unknown[]): { lastInsertRowid: number; changes: number }
}
interface Connection {
  prepare(sql: string): Statement
  exec(sql: string): void
}
interface Query {
  sql: string
  bindings?: unknown[]
  response?: unknown
  context?: unknown
}

const BEGIN = 'BEGIN IMMEDIATE;'
const STATEMENTS_KEPT = 500
/** A statement and whether it returns rows, cached because the driver looks it up each time. */
interface Prepared {
  statement: Statement
  hasRows: boolean
}
const statements = new WeakMap<Connection, Map<string, Prepared>>()

function prepare(connection: Connection, sql: string): Prepared {
  const preparedBySql = statements.get(connection) ?? new Map<string, Prepared>()
  statements.set(connection, preparedBySql)
  const cached = preparedBySql.get(sql)
  if (cached) return cached
  const statement = connection.prepare(sql)
  const prepared = { statement, hasRows: statement.reader }
  // DDL is never cached: a cached statement would keep a dropped schema alive.
  if (/^\s*(select|insert|update|delete|with)/i.test(sql)) {
    if (preparedBySql.size >= STATEMENTS_KEPT) preparedBySql.delete(preparedBySql.keys().next().value as string)
    preparedBySql.set(sql, prepared)
  }
  return prepared
}

/** Takes the write lock at once, so a transaction that reads first can't lose its snapshot to another process. */
class ImmediateTransaction extends SqliteTransaction {
  begin(connection: Connection) {
    return this.query(connection, BEGIN)
  }
}

/** knex's better-sqlite3 dialect on libsql, which ships prebuilt binaries. */
export class LibsqlClient extends BetterSqliteClient {
  _driver() {
    return require('libsql')
  }

  transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }

  async _query(connection: Connection, query: Query) {
    // Prepared, one that finds the database busy stays open, so that the next transaction can't be committed.
    if (query.sql === BEGIN) {
      connection.exec(BEGIN)
      query.response = []
      return query
    }
    const { statement, hasRows } = prepare(connection, query.sql)
    const bindings = this._formatBindings(query.bindings)
    if (hasRows) {
      query.response = statement.all(bindings)
      return query
    }
    const result = statement.run(bindings)
    query.response = result
    query.context = { lastID: result.lastInsertRowid, changes: result.changes }
    return query
  }
}

/** For reads outside transactions. The driver is synchronous, so one connection serves all reads without a pool. */
export class LibsqlReader extends LibsqlClient {
  private shared: Promise<unknown> | undefined

  acquireConnection(): Promise<unknown> {
    this.shared ??= (super.acquireConnection() as Promise<unknown>).catch((error: unknown) => {
      this.shared = undefined
      throw error
    })
    return this.shared
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve()
  }

  async destroy(): Promise<void> {
    if (this.shared) await super.releaseConnection(await this.shared)
    await super.destroy()
  }
}

/** For reads that may take long: in a thread, because the driver is synchronous. It starts with the first of them. */
export class LibsqlThreadReader extends LibsqlClient {
  private shared: ReaderThread | undefined

  async acquireConnection(): Promise<ReaderThread> {
    this.shared ??= openReaderThread(this.connectionSettings, () => {
      this.shared = undefined
    })
    return this.shared
  }

  async releaseConnection(): Promise<void> {}

  override async _query(connection: unknown, query: Query) {
    query.response = await (connection as ReaderThread).all(query.sql, this._formatBindings(query.bindings))
    return query
  }

  async destroy(): Promise<void> {
    await this.shared?.close()
    await super.destroy()
  }
}
