import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Knex } from 'knex'
import knex from 'knex'
import { DAY_MS } from '../clock.ts'
import { ConfigError } from '../domain-error.ts'
import { createAvailability } from './availability.ts'
import { type Dialect, mysqlDialect, sqliteDialect } from './dialect.ts'
import { LibsqlClient, LibsqlReader, LibsqlThreadReader } from './libsql-client.ts'
import { mysqlClient, probeOf } from './mysql-client.ts'
import { describePool, type Pool } from './pool.ts'
import { mysqlSnapshot, sqliteSnapshot, type TakeSnapshot } from './snapshot.ts'
import { mysqlStartLock, type StartLock, sqliteStartLock } from './start-lock.ts'
import { type Connection, createTransaction, StaleReadError, type Transaction } from './transaction.ts'

export { type Connection, StaleReadError, type Transaction } from './transaction.ts'

/**
 * Transactions are explicit:
 * - A function that always runs in a transaction takes `tx` first.
 * - A function that may run in its caller's transaction takes an optional `tx` last, or in an object. It reads from
 *   `database.from(tx)` and writes in `database.transaction(work, tx)`.
 * - Always pass `tx` on. `database.read` would not see uncommitted writes, and a second transaction could wait for
 *   the connection its own caller holds. Both throw in tests.
 */
export interface Database {
  dialect: Dialect
  /** Read-only connection for use outside transactions. */
  readonly read: Connection
  /** The same for statements that may take long. On SQLite they run one by one in a thread, where nobody waits for them. */
  readonly slowRead: Connection
  /** The transaction's connection, or `read` without one. */
  from(tx?: Transaction): Connection
  /**
   * Runs `work` in `tx`, or in a transaction of its own, which is retried from the start after deadlocks, busy errors
   * and StaleReadError (5 tries with jitter; while another process holds SQLite's lock, four seconds).
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>, tx?: Transaction): Promise<Result>
  /** Runs `work` while no other process runs one on this database; throws after waiting two minutes. */
  exclusively: StartLock
  /**
   * Checkpoints and truncates the write-ahead log, which may still hold deleted data. False if another process is
   * reading; try again later. Does nothing on MySQL.
   */
  emptyLog(): Promise<boolean>
  /**
   * Rebuilds the database file without deleted data and free pages, at most once a day (`now` in ms). Blocks this
   * process's writers but not its readers. Does nothing on MySQL.
   */
  rebuildDaily(now: number): Promise<void>
  /** Copies the current SQLite database, without deleted data, to a new file. Throws a ConfigError on MySQL. */
  copyTo(file: string): Promise<void>
  snapshot: TakeSnapshot
  pools: readonly Pool[]
  /** Throws if the database is unreachable. */
  ping(): Promise<void>
  /** Waits for pending writes; later ones fail. */
  close(): Promise<void>
}

/** Database file in the data folder. */
export const SQLITE_FILE = 'stoa.sqlite'
/** The driver is synchronous: while it waits for another process's lock, this process serves nobody. */
const BUSY_TIMEOUT_MS = 50
/** How long a thread waits for it. */
const SLOW_BUSY_TIMEOUT_MS = 5000
/** Bytes of the file that are read as memory: each write of others would empty a cache of its pages. */
const MAPPED = `PRAGMA mmap_size = ${2 ** 31}`
/** How long a transaction waits for another process, in many short tries. */
const BUSY_FOR_MS = 4000
const TRIES = 5

/** Connection errors reach the waiting callers, who report them; the library would log their stacks too. */
const SILENT = { warn: () => {} }

/** Opens MySQL/MariaDB at `url` (`mysql://…`), or SQLite in the data folder if `url` is null. */
export function openDatabase({ url, dataFolder }: { url: string | null; dataFolder: string }): Database {
  return url ? openMysql(url) : openSqlite(dataFolder)
}

/** Eight connections to MySQL for reads and eight for transactions. */
const POOL_MAX = 8

function openMysql(url: string): Database {
  const settings = {
    uri: url.replace(/^mariadb:/, 'mysql:'),
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
  }
  const client = mysqlClient(createAvailability(probeOf(settings)))
  const open = (options: { multipleStatements: boolean }) => {
    const pool = knex({
      client,
      log: SILENT,
      connection: { ...settings, ...options } as Knex.MySql2ConnectionConfig,
      pool: {
        min: 0,
        max: POOL_MAX,
        afterCreate(
          connection: { query(sql: string, callback: (error: Error | null) => void): void },
          callback: (error: Error | null, c: unknown) => void,
        ) {
          connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', (error) =>
            callback(error, connection),
          )
        },
      },
    })
    // Queries and migrations know the dialect by its name.
    pool.client.config.client = 'mysql2'
    return pool
  }
  // Only transactions send several statements in one message.
  const [reader, writer] = [open({ multipleStatements: false }), open({ multipleStatements: true })]
  return createDatabase({
    dialect: mysqlDialect,
    reader,
    slowReader: reader,
    writer,
    exclusively: mysqlStartLock(reader),
    snapshot: mysqlSnapshot(settings),
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
      log: SILENT,
      pool: {
        min: 1,
        max: 1,
        afterCreate(connection: { exec(sql: string): void }, callback: (error: Error | null, c: unknown) => void) {
          connection.exec(
            `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; ${pragmas}`,
          )
          callback(null, connection)
        },
      },
    })
  const slowReader = knex({
    client: LibsqlThreadReader as unknown as typeof Knex.Client,
    connection: {
      filename,
      pragmas: `PRAGMA busy_timeout = ${SLOW_BUSY_TIMEOUT_MS}; PRAGMA query_only = ON; ${MAPPED}`,
    } as Knex.Sqlite3ConnectionConfig,
    useNullAsDefault: true,
    log: SILENT,
  })
  // One writing connection: the driver is synchronous, so a second one would only wait for the first.
  const [writer, reader] = [open(LibsqlClient, ''), open(LibsqlReader, `PRAGMA query_only = ON; ${MAPPED};`)]

  /** Runs work on the writing connection outside transactions; other writers wait. */
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
    slowReader,
    writer,
    exclusively: sqliteStartLock(resolve(dataFolder, 'start.lock')),
    snapshot: sqliteSnapshot(filename),
    emptyLog: () =>
      holdingWriter((connection) => {
        // The driver is synchronous: waiting for another process's readers would block this one.
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
        // `user_version`, a header field SQLite leaves to applications, stores the day of the last rebuild.
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

/** The part of the driver that is used. */
interface SqliteConnection {
  exec(sql: string): void
  prepare(sql: string): { all(bindings: unknown[]): Record<string, number>[]; run(bindings: unknown[]): unknown }
}

interface Parts extends Pick<Database, 'exclusively' | 'emptyLog' | 'rebuildDaily' | 'copyTo' | 'snapshot'> {
  dialect: Dialect
  reader: Knex
  slowReader: Knex
  writer: Knex
}

function createDatabase({ dialect, reader, slowReader, writer, ...maintenance }: Parts): Database {
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
    const busyUntil = performance.now() + BUSY_FOR_MS
    for (let count = 1; ; count += 1) {
      try {
        const result = await attempt(work)
        // The driver is synchronous: let pending reads run before the next transaction.
        if (dialect === sqliteDialect) await turn()
        return result
      } catch (error) {
        const isBusy = dialect.isBusy(error) && performance.now() < busyUntil
        const mayRepeat = error instanceof StaleReadError || dialect.isTransient(error)
        if (!mayRepeat || (count >= TRIES && !isBusy)) throw error
        await sleep(2 ** Math.min(count, TRIES) * (5 + Math.random() * 10))
      }
    }
  }

  return {
    dialect,
    read: reader,
    slowRead: slowReader,
    from: (tx) => tx?.connection ?? reader,
    transaction: async (work, tx) => (tx ? work(tx) : retried(work)),
    ...maintenance,
    pools: [describePool('read', reader), describePool('write', writer)],
    async ping() {
      await reader.raw('select 1')
    },
    async close() {
      await reader.destroy()
      if (slowReader !== reader) await slowReader.destroy()
      await writer.destroy()
    },
  }
}
