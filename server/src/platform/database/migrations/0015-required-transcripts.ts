import type { Knex } from 'knex'

/** Communities that require captions for videos and recordings. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('communities', 'require_transcripts')) return
  await connection.schema.alterTable('communities', (table) => {
    table.boolean('require_transcripts').notNullable().defaultTo(false)
  })
}
