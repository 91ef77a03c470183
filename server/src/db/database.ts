import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { type Dialect, mysqlDialect, sqliteDialect } from './dialect.ts'
import { LibsqlClient } from './libsql-client.ts'
import { createSharing } from './sharing.ts'

/** What repositories query: the pool for reading, or a transaction. */
export type Connection = Knex

/** One transaction with what must happen around its commit. */
export interface Unit {
  connection: Connection
  /** Runs just before the commit, inside the transaction. */
  beforeCommit(work: (connection: Connection) => Promise<void>): void
  /** Runs after the commit; never after a roll-back. Must not throw. */
  afterCommit(work: () => void): void
}

export interface TransactionOptions {
  /**
   * Commit together with what else is waiting to be written, so that one flush to the disk serves many. The works run
   * one after another in one transaction; when one fails, all are undone and run again, the failed one on its own.
   * For short writes that come in numbers. Default false.
   */
  shared?: boolean
}

export interface Database {
  dialect: Dialect
  /** For reads outside a transaction; it can't write. Inside a transaction (also one begun by a caller) it is that transaction. */
  readonly read: Connection
  /**
   * Runs `work` in a transaction, again from the start after deadlocks and busy errors (5 tries with jitter).
   * Inside another transaction it joins that one: all commits together or not at all.
   */
  transaction<Result>(work: (unit: Unit) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Fails when the database is out of reach. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What runs inside a transaction; `open` until it ends. */
interface Context {
  unit: Unit
  open: boolean
}

const TRIES = 5
/** Works that one shared transaction takes in. */
const SHARED_MAX = 64
/** Shared transactions at a time, where there is more than one writer: the next one is filled while the last one is flushed. */
const SHARED_TRANSACTIONS = 2

/** Opens MySQL/MariaDB at `url` (`mysql://…`), or SQLite in the folder when `url` is null. */
export function openDatabase({ url, dataFolder }: { url: string | null; dataFolder: string }): Database {
  return url ? openMysql(url) : openSqlite(dataFolder)
}

function openMysql(url: string): Database {
  const pool = knex({
    client: 'mysql2',
    connection: {
      uri: url.replace(/^mariadb:/, 'mysql:'),
      charset: 'utf8mb4',
      timezone: 'Z',
      supportBigNumbers: true,
    } as Knex.MySql2ConnectionConfig,
    pool: {
      min: 0,
      max: 16,
      afterCreate(
        connection: { query(sql: string, done: (error: Error | null) => void): void },
        done: (error: Error | null, c: unknown) => void,
      ) {
        connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', (error) => done(error, connection))
      },
    },
  })
  return createDatabase({ dialect: mysqlDialect, reader: pool, writer: pool })
}

function openSqlite(dataFolder: string): Database {
  mkdirSync(dataFolder, { recursive: true })
  const open = (max: number, pragmas: string) =>
    knex({
      client: LibsqlClient as unknown as typeof Knex.Client,
      connection: { filename: resolve(dataFolder, 'stoa.sqlite') },
      useNullAsDefault: true,
      pool: {
        min: 1,
        max,
        afterCreate(connection: { exec(sql: string): void }, done: (error: Error | null, c: unknown) => void) {
          connection.exec(
            `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; ${pragmas}`,
          )
          done(null, connection)
        },
      },
    })
  // One writing connection: the driver is synchronous, so a second writer in this process could only wait for itself.
  return createDatabase({ dialect: sqliteDialect, writer: open(1, ''), reader: open(2, 'PRAGMA query_only = ON;') })
}

function createDatabase({ dialect, reader, writer }: { dialect: Dialect; reader: Knex; writer: Knex }): Database {
  // A unit stays in the context of timers started under it; `open` keeps those from joining what has ended.
  const current = new AsyncLocalStorage<Context>()
  const contexts = new WeakMap<Unit, Context>()
  const joined = () => {
    const context = current.getStore()
    return context?.open ? context.unit : null
  }

  async function attempt<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    const before: ((connection: Connection) => Promise<void>)[] = []
    const after: (() => void)[] = []
    const result = await writer.transaction(async (connection) => {
      const unit: Unit = {
        connection,
        beforeCommit: (item) => before.push(item),
        afterCommit: (item) => after.push(item),
      }
      const context = { unit, open: true }
      contexts.set(unit, context)
      return current.run(context, async () => {
        try {
          const value = await work(unit)
          for (const item of before) await item(connection)
          return value
        } finally {
          context.open = false
        }
      })
    })
    for (const item of after) item()
    return result
  }

  async function alone<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(work)
      } catch (error) {
        if (count === TRIES || !dialect.isTransient(error)) throw error
        await sleep(2 ** count * (5 + Math.random() * 10))
      }
    }
  }

  const shared = createSharing({
    together: attempt,
    alone,
    max: SHARED_MAX,
    transactions: writer === reader ? SHARED_TRANSACTIONS : 1,
  })

  return {
    dialect,
    get read() {
      return joined()?.connection ?? reader
    },
    async transaction(work, options = {}) {
      const outer = joined()
      if (outer) return work(outer)
      if (!options.shared) return alone(work)
      // Shared works come with the context of their own requests, which knows nothing of the transaction.
      return shared((unit) => current.run(contexts.get(unit) as Context, work, unit))
    },
    async ping() {
      await reader.raw('select 1')
    },
    async close() {
      await reader.destroy()
      if (writer !== reader) await writer.destroy()
    },
  }
}
