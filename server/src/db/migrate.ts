import type { Connection, Database } from './database.ts'
import { migrations } from './migrations/index.ts'

const LOCK_NAME = 'stoa-migrate'
const LOCK_WAIT_SECONDS = 120

/** Brings the schema up to date; returns the names of the migrations that ran. Of two servers starting at once one migrates, the other waits. */
export async function migrate(database: Database): Promise<string[]> {
  return database.transaction(async ({ connection }) => {
    // The transaction holds one connection: on MySQL the named lock lives on it, on SQLite it has the write lock already.
    if (database.dialect.name === 'mysql') await takeLock(connection)
    try {
      return await runMissing(connection)
    } finally {
      if (database.dialect.name === 'mysql') await connection.raw('select release_lock(?)', [LOCK_NAME])
    }
  })
}

async function takeLock(connection: Connection): Promise<void> {
  const [rows] = await connection.raw('select get_lock(?, ?) as taken', [LOCK_NAME, LOCK_WAIT_SECONDS])
  if (Number(rows[0].taken) !== 1) throw new Error('Another process has been migrating the database for too long.')
}

async function runMissing(connection: Connection): Promise<string[]> {
  if (!(await connection.schema.hasTable('migrations'))) {
    await connection.schema.createTable('migrations', (table) => {
      table.string('name', 100).notNullable().primary()
      table.bigInteger('ran_at').notNullable()
    })
  }
  const done = new Set((await connection('migrations').select('name')).map((row: { name: string }) => row.name))
  const ran: string[] = []
  for (const migration of migrations) {
    if (done.has(migration.name)) continue
    await migration.up(connection)
    await connection('migrations').insert({ name: migration.name, ran_at: Date.now() })
    ran.push(migration.name)
  }
  return ran
}
