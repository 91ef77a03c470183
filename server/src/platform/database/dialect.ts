import type { Knex } from 'knex'

/** What differs between SQLite and MySQL/MariaDB and can't be said in portable SQL. */
export interface Dialect {
  name: 'sqlite' | 'mysql'
  isUniqueViolation(error: unknown): boolean
  /** A failure that goes away when the whole transaction is run again: deadlock, lock wait, busy. */
  isTransient(error: unknown): boolean
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
  forUpdate: (query) => query,
}

const TRANSIENT = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'PROTOCOL_CONNECTION_LOST'])

export const mysqlDialect: Dialect = {
  name: 'mysql',
  isUniqueViolation: (error) => codeOf(error) === 'ER_DUP_ENTRY',
  isTransient: (error) => TRANSIENT.has(codeOf(error)),
  forUpdate: (query) => query.forUpdate() as typeof query,
}

/** For `where`: the column of JSON holds one of some strings, as it is or in small letters. */
export function containsAny(column: string, texts: string[]): (query: Knex.QueryBuilder) => void {
  return (query) => {
    for (const text of texts) {
      void query.orWhereRaw('instr(??, ?) > 0', [column, JSON.stringify(text)])
      void query.orWhereRaw('instr(lower(??), ?) > 0', [column, JSON.stringify(text.toLowerCase())])
    }
  }
}
