import type { Knex } from 'knex'

/** Since when people have their roles in communities, 0 where that was never written down; and which posts have locked comments. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('community_roles', 'owner_since'))) {
    await connection.schema.alterTable('community_roles', (table) => {
      table.bigInteger('owner_since').notNullable().defaultTo(0)
      table.bigInteger('moderator_since').notNullable().defaultTo(0)
      table.bigInteger('partner_since').notNullable().defaultTo(0)
    })
  }
  if (!(await connection.schema.hasColumn('posts', 'is_locked'))) {
    await connection.schema.alterTable('posts', (table) => {
      table.integer('is_locked').notNullable().defaultTo(0)
    })
  }
}
