import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'

const require = createRequire(import.meta.url)

const WAIT_SECONDS = 120
const RETRY_MS = 100

/** A lock released when its process ends. */
export type StartLock = <Result>(work: () => Promise<Result>) => Promise<Result>

const waitedTooLong = () =>
  new Error(`Another process has been preparing the database for over ${WAIT_SECONDS} seconds.`)

/** A named lock of the database server. It belongs to a connection, not a transaction: DDL and commits keep it. */
export function mysqlStartLock(pool: Knex): StartLock {
  return async (work) => {
    const connection = await pool.client.acquireConnection()
    try {
      const [[database]] = await pool.raw('select database() as name').connection(connection)
      // Lock names are global to the server and at most 64 characters long. MySQL 9 has no sha1().
      const name = `stoa ${createHash('sha1').update(database.name).digest('hex')}`
      const [rows] = await pool.raw('select get_lock(?, ?) as taken', [name, WAIT_SECONDS]).connection(connection)
      if (Number(rows[0].taken) !== 1) throw waitedTooLong()
      try {
        return await work()
      } finally {
        await pool.raw('select release_lock(?)', [name]).connection(connection)
      }
    } finally {
      await pool.client.releaseConnection(connection)
    }
  }
}

/** An OS file lock, held through an empty database: locking the database itself would block `work`'s writes. */
export function sqliteStartLock(filename: string): StartLock {
  return async (work) => {
    const Database = require('libsql')
    const lock = new Database(filename)
    try {
      const giveUpAt = Date.now() + WAIT_SECONDS * 1000
      while (!tryBegin(lock)) {
        if (Date.now() > giveUpAt) throw waitedTooLong()
        await sleep(RETRY_MS)
      }
      return await work()
    } finally {
      lock.close()
    }
  }
}

function tryBegin(lock: { exec(sql: string): void }): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'SQLITE_BUSY') throw error
    return false
  }
}
