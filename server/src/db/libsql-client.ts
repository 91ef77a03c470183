import { createRequire } from 'node:module'
import type { Knex } from 'knex'

const require = createRequire(import.meta.url)
const BetterSqliteClient = require('knex/lib/dialects/better-sqlite3/index.js')
const SqliteTransaction: new (
  ...parameters: unknown[]
) => { query(connection: Connection, sql: string): Promise<void> } =
  require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js')

interface Statement {
  reader: boolean
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

const STATEMENTS_KEPT = 500
const statements = new WeakMap<Connection, Map<string, Statement>>()

function prepared(connection: Connection, sql: string): Statement {
  const known = statements.get(connection) ?? new Map<string, Statement>()
  statements.set(connection, known)
  const found = known.get(sql)
  if (found) return found
  const statement = connection.prepare(sql)
  // DDL is prepared once and not kept: a kept statement would hold on to a schema that is gone.
  if (/^\s*(select|insert|update|delete|with)/i.test(sql)) {
    if (known.size >= STATEMENTS_KEPT) known.delete(known.keys().next().value as string)
    known.set(sql, statement)
  }
  return statement
}

/** Takes the write lock at once, so that a transaction that first reads can't lose its snapshot to another process. */
class ImmediateTransaction extends SqliteTransaction {
  begin(connection: Connection) {
    return this.query(connection, 'BEGIN IMMEDIATE;')
  }
}

/** knex's better-sqlite3 dialect over libsql, which ships its binary without a build step. */
export class LibsqlClient extends BetterSqliteClient {
  _driver() {
    return require('libsql')
  }

  transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }

  async _query(connection: Connection, query: Query) {
    const statement = prepared(connection, query.sql)
    const bindings = this._formatBindings(query.bindings)
    if (statement.reader) {
      query.response = statement.all(bindings)
      return query
    }
    const result = statement.run(bindings)
    query.response = result
    query.context = { lastID: result.lastInsertRowid, changes: result.changes }
    return query
  }
}
