import type { Knex } from 'knex'

/** Until when only members may post in a community: the part of storm mode that is announced to everyone. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('communities', 'members_only_until')) return
  await connection.schema.alterTable('communities', (table) => {
    table.bigInteger('members_only_until').notNullable().defaultTo(0)
  })
}
