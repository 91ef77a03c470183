import type { Knex } from 'knex'

/** Until when only members write in a community: part of storm mode that everybody is told beforehand. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('communities', 'members_only_until')) return
  await connection.schema.alterTable('communities', (table) => {
    table.bigInteger('members_only_until').notNullable().defaultTo(0)
  })
}
