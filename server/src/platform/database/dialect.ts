import type { Knex } from 'knex'

/** Differences between SQLite and MySQL/MariaDB that portable SQL can't express. */
export interface Dialect {
  name: 'sqlite' | 'mysql'
  isUniqueViolation(error: unknown): boolean
  /** Whether retrying the transaction can succeed: deadlock, lock wait, busy. */
  isTransient(error: unknown): boolean
  /** Whether another process holds the lock of the whole database. */
  isBusy(error: unknown): boolean
  /** Adds a row lock to a query in a transaction. SQLite has a single writer and needs none. */
  forUpdate<Query extends Knex.QueryBuilder>(query: Query): Query
  /** The same, but leaves out rows that another transaction has locked, instead of waiting for it. */
  forUpdateIfFree<Query extends Knex.QueryBuilder>(query: Query): Query
  /** Like `forUpdate`, with a lock that others may share: the row is not changed until the transaction ends. */
  forShare<Query extends Knex.QueryBuilder>(query: Query): Query
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isUniqueViolation: (error) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)),
  isTransient: (error) => codeOf(error).startsWith('SQLITE_BUSY'),
  isBusy: (error) => codeOf(error).startsWith('SQLITE_BUSY'),
  forUpdate: (query) => query,
  forUpdateIfFree: (query) => query,
  forShare: (query) => query,
}

const TRANSIENT = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'PROTOCOL_CONNECTION_LOST'])

export const mysqlDialect: Dialect = {
  name: 'mysql',
  isUniqueViolation: (error) => codeOf(error) === 'ER_DUP_ENTRY',
  isTransient: (error) => TRANSIENT.has(codeOf(error)),
  isBusy: () => false,
  forUpdate: (query) => query.forUpdate() as typeof query,
  forUpdateIfFree: (query) => query.forUpdate().skipLocked() as typeof query,
  forShare: (query) => query.forShare() as typeof query,
}

/** Codes of the system that errors of other services have too. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Codes of drivers, and of the database while it starts or ends. */
const AWAY = /^(DATABASE_AWAY|PROTOCOL_CONNECTION_LOST|ER_CON_COUNT_ERROR|ER_SERVER_SHUTDOWN|SQLITE_BUSY(_.*)?)$/

const unreachable = new WeakSet<object>()

/** Passes on a result of the driver, and remembers its error as the database's. */
export async function fromDatabase<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && UNREACHABLE.has(codeOf(error))) unreachable.add(error)
    throw error
  }
}

/** Whether an error of a query, or its cause, says that the database can't be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return AWAY.test(codeOf(error)) || unreachable.has(error) || ('cause' in error && isDatabaseAway(error.cause))
}
