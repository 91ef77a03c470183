import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import { type Dialect, mysqlDialect, sqliteDialect } from './dialect.ts'
import { LibsqlClient, LibsqlReader } from './libsql-client.ts'
import { createMysqlSession, type MysqlSession } from './mysql-session.ts'
import { createSharing } from './sharing.ts'
import {
  type Change,
  type Collected,
  type Connection,
  changedMeanwhile,
  collectingUnit,
  needsOwnTransaction,
  openUnit,
  type Unit,
} from './unit.ts'

export type { Connection, Unit } from './unit.ts'

export interface TransactionOptions {
  /**
   * Commit together with what else is waiting to be written, so that one flush to the disk serves many. The work runs at
   * once, outside any transaction, and collects what is then written; where it asks for the transaction's connection it is
   * run again in one of its own. For short writes that come in numbers. Default false.
   */
  shared?: boolean
  /**
   * The unit of the work that this is a part of. Only a shared work has to hand its unit on: to be found by itself, it
   * would cost every promise of the process its time. Null or left out: none, or the one that is found.
   */
  within?: Unit | null
}

export interface Database {
  dialect: Dialect
  /** For reads outside a transaction; it can't write. Inside a transaction (also one begun by a caller) it is that transaction. */
  readonly read: Connection
  /**
   * Runs `work` in a transaction, again from the start after deadlocks and busy errors (5 tries with jitter).
   * Inside another transaction it joins that one: all commits together or not at all. A shared work's is `within`.
   */
  transaction<Result>(work: (unit: Unit) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Fails when the database is out of reach. */
  ping(): Promise<void>
  /** Waits for what is being written; what comes later fails. */
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
/** Rows written by one statement times their columns: what every SQLite takes. */
const BINDINGS_MAX = 999

/** A connection that fails also fails whoever waits for it, who says so; the library would print its stack as well. */
const TOLD_BY_CALLERS = { warn: () => {} }

/** Opens MySQL/MariaDB at `url` (`mysql://…`), or SQLite in the folder when `url` is null. */
export function openDatabase({ url, dataFolder }: { url: string | null; dataFolder: string }): Database {
  return url ? openMysql(url) : openSqlite(dataFolder)
}

function openMysql(url: string): Database {
  const options = {
    uri: url.replace(/^mariadb:/, 'mysql:'),
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
  }
  const pool = knex({
    client: 'mysql2',
    log: TOLD_BY_CALLERS,
    connection: options as Knex.MySql2ConnectionConfig,
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
  return createDatabase({ dialect: mysqlDialect, reader: pool, writer: pool, session: createMysqlSession(options) })
}

function openSqlite(dataFolder: string): Database {
  mkdirSync(dataFolder, { recursive: true })
  const open = (client: typeof LibsqlClient, pragmas: string) =>
    knex({
      client: client as unknown as typeof Knex.Client,
      connection: { filename: resolve(dataFolder, 'stoa.sqlite') },
      useNullAsDefault: true,
      log: TOLD_BY_CALLERS,
      pool: {
        min: 1,
        max: 1,
        afterCreate(connection: { exec(sql: string): void }, done: (error: Error | null, c: unknown) => void) {
          connection.exec(
            `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; ${pragmas}`,
          )
          done(null, connection)
        },
      },
    })
  // One writing connection: the driver is synchronous, so a second writer in this process could only wait for itself.
  const [writer, reader] = [open(LibsqlClient, ''), open(LibsqlReader, 'PRAGMA query_only = ON;')]
  return createDatabase({ dialect: sqliteDialect, reader, writer, session: null })
}

interface Parts {
  dialect: Dialect
  reader: Knex
  writer: Knex
  /** For shared transactions; null: they go over the writer like all others. */
  session: MysqlSession | null
}

function createDatabase({ dialect, reader, writer, session }: Parts): Database {
  // A unit stays in the context of timers started under it; `open` keeps those from joining what has ended.
  const current = new AsyncLocalStorage<Context>()
  const joined = () => {
    const context = current.getStore()
    return context?.open ? context.unit : null
  }

  let running = 0

  async function inContext<Result>(unit: Unit, work: () => Promise<Result>): Promise<Result> {
    const context: Context = { unit, open: true }
    running += 1
    try {
      return await current.run(context, work)
    } finally {
      context.open = false
      running -= 1
      // While it is kept, each promise of the process has to be given it: that costs more than most requests.
      if (running === 0) current.disable()
    }
  }

  async function attempt<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    let committed = () => {}
    const result = await writer.transaction(async (connection) => {
      const opened = openUnit(connection, (statement) => dialect.rows(connection, statement))
      committed = opened.committed
      return inContext(opened.unit, async () => {
        const value = await work(opened.unit)
        for (const change of await opened.finish()) await make(connection, change)
        return value
      })
    })
    committed()
    return result
  }

  /** One transaction of what some works have collected; who writes it is given the unit. */
  async function writeTogether(collected: Collected[]): Promise<void> {
    let committed = () => {}
    await writer.transaction(async (connection) => {
      const opened = openUnit(connection, (statement) => dialect.rows(connection, statement))
      for (const one of collected) opened.absorb(one)
      committed = opened.committed
      for (const change of await opened.finish()) await make(connection, change)
    })
    committed()
  }

  async function writeInSession(over: MysqlSession, collected: Collected[]): Promise<void> {
    await over.begin()
    const opened = openUnit(over.connection, over.read)
    for (const one of collected) opened.absorb(one)
    try {
      await over.commit(await opened.finish())
    } catch (error) {
      await over.rollback()
      throw error
    }
    opened.committed()
  }

  async function alone<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    for (let count = 1; ; count += 1) {
      try {
        const result = await attempt(work)
        // The driver is synchronous: whoever reads comes in before the next transaction begins.
        if (dialect === sqliteDialect) await turn()
        return result
      } catch (error) {
        if (count === TRIES || !(error === changedMeanwhile || dialect.isTransient(error))) throw error
        await sleep(2 ** count * (5 + Math.random() * 10))
      }
    }
  }

  const sharing = createSharing({
    write: (collected) => (session ? writeInSession(session, collected) : writeTogether(collected)),
    isTransient: dialect.isTransient,
    max: SHARED_MAX,
    tries: TRIES,
  })

  async function shared<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    const { unit, collected } = collectingUnit()
    try {
      const result = await work(unit)
      if (await sharing.share(collected)) return result
    } catch (error) {
      if (error !== needsOwnTransaction) throw error
    }
    return alone(work)
  }

  return {
    dialect,
    get read() {
      return joined()?.connection ?? reader
    },
    async transaction(work, { shared: isShared = false, within } = {}) {
      const outer = within ?? joined()
      if (outer?.collects && !isShared) throw needsOwnTransaction
      if (outer) return work(outer)
      return isShared ? shared(work) : alone(work)
    },
    async ping() {
      await reader.raw('select 1')
    },
    async close() {
      await sharing.settled()
      await session?.close()
      await reader.destroy()
      if (writer !== reader) await writer.destroy()
    },
  }
}

async function make(connection: Connection, change: Change): Promise<void> {
  if ('sql' in change) {
    await connection.raw(change.sql, change.values)
    return
  }
  if (!('rows' in change)) {
    await change
    return
  }
  const { into, rows } = change
  const most = Math.floor(BINDINGS_MAX / Object.keys(rows[0] ?? {}).length)
  for (let start = 0; start < rows.length; start += most) await connection(into).insert(rows.slice(start, start + most))
}
