import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import knex, { type Knex } from 'knex'
import { type Database, openDatabase, SQLITE_FILE } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { createEmptySchema, type EmptySchema } from './empty-database.ts'
import { tablesOf } from './tables.ts'

/** The migrated schema: an SQLite file, or for MySQL statements, the names of its tables, and the rows of `migrations`. */
type Made = { file: Buffer } | { statements: string; tables: string[]; ran: object[] }

let template: Made | undefined
let isReusing = false
/** Schemas of MySQL without rows, which closed databases have left. */
const free: EmptySchema[] = []

/**
 * Lets databases of this process take the schemas of closed ones: emptying the few tables with rows takes a fraction of
 * the time of creating and dropping all. The caller drops what is left at the end.
 */
export function reuseSchemas(): void {
  isReusing = true
}

export interface MigratedDatabase {
  /** Null: SQLite. */
  url: string | null
  database: Database
  /** Closes the database and removes its rows. `isAltered`: the tables or triggers aren't those of the migrations. */
  remove(about: { isAltered: boolean }): Promise<void>
}

/**
 * Opens an empty database with the current schema. Migrations run once per process; later databases are copies of the
 * first, which takes a tenth of the time.
 */
export async function openMigratedDatabase(dataFolder: string): Promise<MigratedDatabase> {
  const schema = free.pop() ?? (await createMigratedSchema(dataFolder))
  const database = openDatabase({ url: schema.url, dataFolder })
  return {
    url: schema.url,
    database,
    async remove({ isAltered }) {
      await database.close()
      if (!isReusing || isAltered || schema.url === null) return schema.drop()
      await emptyTables(schema.url)
      free.push(schema)
    },
  }
}

async function createMigratedSchema(dataFolder: string): Promise<EmptySchema> {
  const schema = await createEmptySchema()
  if (!template) {
    const database = openDatabase({ url: schema.url, dataFolder })
    await migrate(database)
    template = schema.url ? await definition(database) : await contents(database, dataFolder)
    await database.close()
  } else if ('file' in template) {
    writeFileSync(join(dataFolder, SQLITE_FILE), template.file)
  } else {
    const { statements, ran } = template
    await onConnection(schema.url, async (connection) => {
      await connection.raw(statements)
      await connection('migrations').insert(ran)
    })
  }
  return schema
}

/** Truncates, because a trigger may refuse deletions, and deleted rows still count in the statistics for a while. */
async function emptyTables(url: string): Promise<void> {
  const tables = template && 'tables' in template ? template.tables : []
  await onConnection(url, async (connection) => {
    const found = tables.map((name) => `select '${name}' as name from dual where exists (select 1 from ${name})`)
    const [rows] = await connection.raw(found.join(' union all '))
    const used = (rows as { name: string }[]).map(({ name }) => `truncate table ${name}`)
    if (used.length > 0) await connection.raw(['set foreign_key_checks = 0', ...used].join(';\n'))
  })
}

async function onConnection(url: string | null, work: (connection: Knex) => Promise<void>): Promise<void> {
  const connection = knex({
    client: 'mysql2',
    connection: { uri: String(url), multipleStatements: true } as never,
    pool: { min: 1, max: 1 },
  })
  try {
    await work(connection)
  } finally {
    await connection.destroy()
  }
}

async function contents(database: Database, dataFolder: string): Promise<Made> {
  await database.emptyLog()
  return { file: readFileSync(join(dataFolder, SQLITE_FILE)) }
}

async function definition(database: Database): Promise<Made> {
  const statements = ['set foreign_key_checks = 0']
  const tables = await tablesOf(database)
  for (const name of tables) {
    const [[table]] = await database.read.raw('show create table ??', [name])
    statements.push(table['Create Table'])
  }
  const [triggers] = await database.read.raw('show triggers')
  for (const { Trigger: name } of triggers) {
    const [[trigger]] = await database.read.raw('show create trigger ??', [name])
    statements.push(trigger['SQL Original Statement'])
  }
  return {
    statements: statements.join(';\n'),
    tables: tables.filter((name) => name !== 'migrations'),
    ran: await database.read('migrations'),
  }
}
