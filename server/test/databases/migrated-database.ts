import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import knex from 'knex'
import { type Database, openDatabase, SQLITE_FILE } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { tablesOf } from './tables.ts'

/** The migrated schema: an SQLite file, or statements for MySQL with the rows of `migrations`. */
type Made = { file: Buffer } | { statements: string; ran: object[] }

let template: Made | undefined

/**
 * Opens an empty database and applies the current schema. Migrations run once per process; later databases are copies
 * of the first, which takes a tenth of the time.
 */
export async function openMigratedDatabase(place: { url: string | null; dataFolder: string }): Promise<Database> {
  if (!template) {
    const database = openDatabase(place)
    await migrate(database)
    template = place.url ? await definition(database) : await contents(database, place.dataFolder)
    return database
  }
  if ('file' in template) {
    writeFileSync(join(place.dataFolder, SQLITE_FILE), template.file)
    return openDatabase(place)
  }
  const connection = knex({
    client: 'mysql2',
    connection: { uri: String(place.url), multipleStatements: true } as never,
    pool: { min: 1, max: 1 },
  })
  await connection.raw(template.statements)
  await connection('migrations').insert(template.ran)
  await connection.destroy()
  return openDatabase(place)
}

async function contents(database: Database, dataFolder: string): Promise<Made> {
  await database.emptyLog()
  return { file: readFileSync(join(dataFolder, SQLITE_FILE)) }
}

async function definition(database: Database): Promise<Made> {
  const statements = ['set foreign_key_checks = 0']
  for (const name of await tablesOf(database)) {
    const [[table]] = await database.read.raw('show create table ??', [name])
    statements.push(table['Create Table'])
  }
  const [triggers] = await database.read.raw('show triggers')
  for (const { Trigger: name } of triggers) {
    const [[trigger]] = await database.read.raw('show create trigger ??', [name])
    statements.push(trigger['SQL Original Statement'])
  }
  return { statements: statements.join(';\n'), ran: await database.read('migrations') }
}
