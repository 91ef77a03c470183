import { ConfigError } from '../domain-error.ts'
import type { Connection, Database } from './database.ts'
import { isUnfinished } from './load.ts'
import { migrations } from './migrations/index.ts'

/** How a database's schema compares with this program's. */
export type SchemaState = 'missing' | 'outdated' | 'current' | 'newer'

/** What a server says that finds a half restored database. */
const UNFINISHED =
  'A restore into this database was interrupted. Run the same command again: it begins anew. Or empty the database.'

/** Names of this program's migrations, in their order. */
export const MIGRATION_NAMES: readonly string[] = migrations.map(({ name }) => name)

/** Names of migrations that this program doesn't know. */
export const unknownMigrations = (names: readonly string[]): string[] => unknownOf(new Set(names))

/** Migrations of the database that haven't run yet, in their order. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const ranNames = (await migrationsRun(database.read)) ?? new Set()
  return MIGRATION_NAMES.filter((name) => !ranNames.has(name))
}

export async function schemaState(database: Database): Promise<SchemaState> {
  if (await isUnfinished(database.read)) throw new ConfigError(UNFINISHED)
  const ranNames = await migrationsRun(database.read)
  if (ranNames === null) return 'missing'
  if (unknownOf(ranNames).length > 0) return 'newer'
  return migrations.every(({ name }) => ranNames.has(name)) ? 'current' : 'outdated'
}

/**
 * Runs pending migrations and returns their names. Throws a ConfigError if a newer program has changed the schema. Hold
 * the start lock if another process may migrate too. `until`: only these, as for rows of that schema.
 */
export async function migrate(database: Database, { until }: { until?: readonly string[] } = {}): Promise<string[]> {
  if (until === undefined && (await isUnfinished(database.read))) throw new ConfigError(UNFINISHED)
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
      if (ranNames.has(migration.name) || until?.includes(migration.name) === false) continue
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
