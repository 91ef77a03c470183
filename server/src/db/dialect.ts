import type { Knex } from 'knex'
import type { Connection, Statement } from './unit.ts'

/** What differs between SQLite and MySQL/MariaDB and can't be said in portable SQL. */
export interface Dialect {
  name: 'sqlite' | 'mysql'
  isUniqueViolation(error: unknown): boolean
  /** A failure that goes away when the whole transaction is run again: deadlock, lock wait, busy. */
  isTransient(error: unknown): boolean
  /** Ends a query in plain SQL that locks its rows. */
  lockEnd: '' | ' for update'
  /** Runs a query in plain SQL. */
  rows<Row>(connection: Connection, statement: Statement): Promise<Row[]>
  /** Adds a row lock to a query inside a transaction. SQLite has one writer, so there is nothing to lock. */
  forUpdate<Query extends Knex.QueryBuilder>(query: Query): Query
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isUniqueViolation: (error) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)),
  isTransient: (error) => codeOf(error).startsWith('SQLITE_BUSY'),
  lockEnd: '',
  rows: async <Row>(connection: Connection, { sql, values }: Statement) => (await connection.raw(sql, values)) as Row[],
  forUpdate: (query) => query,
}

const TRANSIENT = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'PROTOCOL_CONNECTION_LOST'])

export const mysqlDialect: Dialect = {
  name: 'mysql',
  isUniqueViolation: (error) => codeOf(error) === 'ER_DUP_ENTRY',
  isTransient: (error) => TRANSIENT.has(codeOf(error)),
  lockEnd: ' for update',
  rows: async (connection, { sql, values }) => (await connection.raw(sql, values))[0],
  forUpdate: (query) => query.forUpdate() as typeof query,
}
