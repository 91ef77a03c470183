import { ConfigError } from '../domain-error.ts'
import type { Connection, Database } from './database.ts'
import { migrations } from './migrations/index.ts'

/** How a database's schema compares with this program's. */
export type SchemaState = 'missing' | 'outdated' | 'current' | 'newer'

export async function schemaState(database: Database): Promise<SchemaState> {
  const ranNames = await migrationsRun(database.read)
  if (ranNames === null) return 'missing'
  if (unknownOf(ranNames).length > 0) return 'newer'
  return migrations.every(({ name }) => ranNames.has(name)) ? 'current' : 'outdated'
}

/**
 * Runs pending migrations and returns their names. Throws a ConfigError if a newer program has changed the schema. Hold
 * the start lock if another process may migrate too.
 */
export async function migrate(database: Database): Promise<string[]> {
  return database.transaction(async ({ connection }) => {
    const ranNames = (await migrationsRun(connection)) ?? (await createTable(connection))
    const unknownNames = unknownOf(ranNames)
    if (unknownNames.length > 0) {
      throw new ConfigError(
        `The database was changed by a newer version of Stoa (${unknownNames.join(', ')}). Run that version, or restore a backup.`,
      )
    }
    const ran: string[] = []
    for (const migration of migrations) {
      if (ranNames.has(migration.name)) continue
      await migration.up(connection)
      await connection('migrations').insert({ name: migration.name, ran_at: Date.now() })
      ran.push(migration.name)
    }
    return ran
  })
}

function unknownOf(ranNames: Set<string>): string[] {
  const programNames = new Set(migrations.map(({ name }) => name))
  return [...ranNames].filter((name) => !programNames.has(name))
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
