import type { Knex } from 'knex'

/** Remembers that a poll was voted in, also when the only vote was taken back: from then on it stays as it is. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('polls', 'is_locked'))) {
    await connection.schema.alterTable('polls', (table) => {
      table.integer('is_locked').notNullable().defaultTo(0)
    })
  }
  await connection('polls').where('total_voters', '>', 0).update({ is_locked: 1 })
}
