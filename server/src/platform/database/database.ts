import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Knex } from 'knex'
import knex from 'knex'
import { DAY_MS } from '../clock.ts'
import { ConfigError } from '../domain-error.ts'
import { type Dialect, mysqlDialect, sqliteDialect } from './dialect.ts'
import { LibsqlClient, LibsqlReader } from './libsql-client.ts'
import { describePool, type Pool } from './pool.ts'
import { mysqlStartLock, type StartLock, sqliteStartLock } from './start-lock.ts'
import { type Connection, createTransaction, StaleReadError, type Transaction } from './transaction.ts'

export { type Connection, StaleReadError, type Transaction } from './transaction.ts'

/**
 * Transactions are explicit:
 * - A function that always runs in a transaction takes `tx` first.
 * - A function that runs in its caller's transaction or without one takes an optional `tx` after what it
 *   needs, or in an object. It reads from `database.from(tx)` and writes in `database.transaction(work, tx)`.
 * - Whoever has a `tx` hands it on. Beside it, `database.read` would not see what was written, and another transaction
 *   would wait for a connection that its own caller holds. In tests both throw.
 */
export interface Database {
  dialect: Dialect
  /** For reads outside transactions; it can't write. */
  readonly read: Connection
  /** The connection of a transaction; `read` where there is none. */
  from(tx?: Transaction): Connection
  /**
   * Runs `work` as a part of `tx`. Without one it runs in a transaction of its own, again from the start after deadlocks,
   * busy errors and a StaleReadError (5 tries with jitter).
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, tx?: Transaction): Promise<Result>
  /** Runs `work` while no other process runs one on this database; throws after having waited for two minutes. */
  exclusively: StartLock
  /**
   * Moves the write-ahead log into the database file and empties it: until then it holds what has been deleted. False
   * when another process is reading; try again later. On MySQL nothing is done.
   */
  emptyLog(): Promise<boolean>
  /**
   * Writes the database file anew, without what was deleted before and without its empty space, at most once a day (`now`
   * in ms). Writers of this process wait meanwhile, readers don't. On MySQL nothing is done.
   */
  rebuildDaily(now: number): Promise<void>
  /** Copies SQLite's database, as it is at this moment and without what was deleted, into a new file. Throws a ConfigError on MySQL. */
  copyTo(file: string): Promise<void>
  pools: readonly Pool[]
  /** Fails when the database is out of reach. */
  ping(): Promise<void>
  /** Waits for what is being written; what comes later fails. */
  close(): Promise<void>
}

/** Name of the database in the data folder. */
export const SQLITE_FILE = 'stoa.sqlite'
const BUSY_TIMEOUT_MS = 5000
const TRIES = 5

/** A connection that fails also fails whoever waits for it, who says so; the library would print its stack as well. */
const TOLD_BY_CALLERS = { warn: () => {} }

/** Opens MySQL/MariaDB at `url` (`mysql://…`), or SQLite in the folder when `url` is null. */
export function openDatabase({ url, dataFolder }: { url: string | null; dataFolder: string }): Database {
  return url ? openMysql(url) : openSqlite(dataFolder)
}

/** Of 16 connections to MySQL half are for reading, half for transactions. */
const POOL_MAX = 8

function openMysql(url: string): Database {
  const open = (options: { multipleStatements: boolean }) =>
    knex({
      client: 'mysql2',
      log: TOLD_BY_CALLERS,
      connection: {
        uri: url.replace(/^mariadb:/, 'mysql:'),
        charset: 'utf8mb4',
        timezone: 'Z',
        supportBigNumbers: true,
        ...options,
      } as Knex.MySql2ConnectionConfig,
      pool: {
        min: 0,
        max: POOL_MAX,
        afterCreate(
          connection: { query(sql: string, done: (error: Error | null) => void): void },
          done: (error: Error | null, c: unknown) => void,
        ) {
          connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', (error) => done(error, connection))
        },
      },
    })
  // Only transactions send several statements in one message.
  const [reader, writer] = [open({ multipleStatements: false }), open({ multipleStatements: true })]
  return createDatabase({
    dialect: mysqlDialect,
    reader,
    writer,
    exclusively: mysqlStartLock(reader),
    emptyLog: async () => true,
    rebuildDaily: async () => {},
    async copyTo() {
      throw new ConfigError(
        'This is for the embedded database only. Copy MySQL or MariaDB with: mysqldump --single-transaction',
      )
    },
  })
}

function openSqlite(dataFolder: string): Database {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const filename = resolve(dataFolder, SQLITE_FILE)
  const open = (client: typeof LibsqlClient, pragmas: string) =>
    knex({
      client: client as unknown as typeof Knex.Client,
      connection: { filename },
      useNullAsDefault: true,
      log: TOLD_BY_CALLERS,
      pool: {
        min: 1,
        max: 1,
        afterCreate(connection: { exec(sql: string): void }, done: (error: Error | null, c: unknown) => void) {
          connection.exec(
            `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; ${pragmas}`,
          )
          done(null, connection)
        },
      },
    })
  // One writing connection: the driver is synchronous, so a second writer in this process could only wait for itself.
  const [writer, reader] = [open(LibsqlClient, ''), open(LibsqlReader, 'PRAGMA query_only = ON;')]

  /** Runs something on the writing connection outside any transaction; other writers wait. */
  async function holdingWriter<Result>(work: (connection: SqliteConnection) => Result | Promise<Result>) {
    const connection: SqliteConnection = await writer.client.acquireConnection()
    try {
      return await work(connection)
    } finally {
      await writer.client.releaseConnection(connection)
    }
  }

  return createDatabase({
    dialect: sqliteDialect,
    reader,
    writer,
    exclusively: sqliteStartLock(resolve(dataFolder, 'start.lock')),
    emptyLog: () =>
      holdingWriter((connection) => {
        // The driver is synchronous: waiting for readers of other processes would stop this one.
        connection.exec('PRAGMA busy_timeout = 0')
        try {
          const [{ busy } = { busy: 1 }] = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([])
          return busy === 0
        } finally {
          connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
        }
      }),
    rebuildDaily: (now) =>
      holdingWriter(async (connection) => {
        // The number in the file's header that SQLite leaves to applications: the day on which it was written anew.
        const today = Math.floor(now / DAY_MS)
        const [{ user_version: rebuiltOn } = { user_version: 0 }] = connection.prepare('PRAGMA user_version').all([])
        if (rebuiltOn === today) return
        const thread = new Worker(new URL('./vacuum-thread.js', import.meta.url), {
          execArgv: [],
          workerData: { filename },
        })
        await once(thread, 'message')
        connection.exec(`PRAGMA user_version = ${today}`)
      }),
    copyTo: (file) =>
      holdingWriter((connection) => {
        if (existsSync(file)) throw new ConfigError(`${file} exists already.`)
        writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
        connection.prepare('VACUUM INTO ?').run([file])
      }),
  })
}

/** What is used of the driver. */
interface SqliteConnection {
  exec(sql: string): void
  prepare(sql: string): { all(bindings: unknown[]): Record<string, number>[]; run(bindings: unknown[]): unknown }
}

interface Parts extends Pick<Database, 'exclusively' | 'emptyLog' | 'rebuildDaily' | 'copyTo'> {
  dialect: Dialect
  reader: Knex
  writer: Knex
}

function createDatabase({ dialect, reader, writer, ...maintenance }: Parts): Database {
  async function attempt<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    let committed = () => {}
    const result = await writer.transaction(async (connection) => {
      const created = createTransaction(connection, { sendsMany: dialect === mysqlDialect })
      committed = created.committed
      const value = await work(created.tx)
      await created.store()
      return value
    })
    committed()
    return result
  }

  async function retried<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let count = 1; ; count += 1) {
      try {
        const result = await attempt(work)
        // The driver is synchronous: whoever reads comes in before the next transaction begins.
        if (dialect === sqliteDialect) await turn()
        return result
      } catch (error) {
        if (count === TRIES || !(error instanceof StaleReadError || dialect.isTransient(error))) throw error
        await sleep(2 ** count * (5 + Math.random() * 10))
      }
    }
  }

  return {
    dialect,
    read: reader,
    from: (tx) => tx?.connection ?? reader,
    transaction: async (work, tx) => (tx ? work(tx) : retried(work)),
    ...maintenance,
    pools: [describePool('read', reader), describePool('write', writer)],
    async ping() {
      await reader.raw('select 1')
    },
    async close() {
      await reader.destroy()
      if (writer !== reader) await writer.destroy()
    },
  }
}
