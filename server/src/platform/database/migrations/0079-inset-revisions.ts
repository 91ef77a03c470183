import type { Knex } from 'knex'

/** Two admins who change the same ad notice each other. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('house_insets', 'revision')) return
  await connection.schema.alterTable('house_insets', (table) => {
    /** Counts its changes. */
    table.integer('revision').notNullable().defaultTo(1)
  })
}
