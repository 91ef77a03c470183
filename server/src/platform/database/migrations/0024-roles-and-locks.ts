import type { Knex } from 'knex'

/** Start times of roles in communities, 0 if unknown, and locked comments of posts. */
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
