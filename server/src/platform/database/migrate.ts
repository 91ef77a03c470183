import { ConfigError } from '../domain-error.ts'
import type { Connection, Database } from './database.ts'
import { migrations } from './migrations/index.ts'

/** How a database's schema compares with this program's. */
export type SchemaState = 'missing' | 'outdated' | 'current' | 'newer'

export async function schemaState(database: Database): Promise<SchemaState> {
  const done = await migrationsRun(database.read)
  if (done === null) return 'missing'
  if (unknownOf(done).length > 0) return 'newer'
  return migrations.every(({ name }) => done.has(name)) ? 'current' : 'outdated'
}

/**
 * Runs pending migrations and returns their names. Throws a ConfigError if a newer program has changed the schema. Hold
 * the start lock if another process may migrate too.
 */
export async function migrate(database: Database): Promise<string[]> {
  return database.transaction(async ({ connection }) => {
    const done = (await migrationsRun(connection)) ?? (await createTable(connection))
    const unknown = unknownOf(done)
    if (unknown.length > 0) {
      throw new ConfigError(
        `The database was changed by a newer version of Stoa (${unknown.join(', ')}). Run that version, or restore a backup.`,
      )
    }
    const ran: string[] = []
    for (const migration of migrations) {
      if (done.has(migration.name)) continue
      await migration.up(connection)
      await connection('migrations').insert({ name: migration.name, ran_at: Date.now() })
      ran.push(migration.name)
    }
    return ran
  })
}

function unknownOf(done: Set<string>): string[] {
  const known = new Set(migrations.map(({ name }) => name))
  return [...done].filter((name) => !known.has(name))
}

/** Names of the migrations that have run; null if none ever did. */
async function migrationsRun(connection: Connection): Promise<Set<string> | null> {
  if (!(await connection.schema.hasTable('migrations'))) return null
  return new Set(await connection('migrations').pluck('name'))
}

async function createTable(connection: Connection): Promise<Set<string>> {
  await connection.schema.createTable('migrations', (table) => {
    table.string('name', 100).notNullable().primary()
    table.bigInteger('ran_at').notNullable()
  })
  return new Set()
}
