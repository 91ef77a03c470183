import type { Knex } from 'knex'

/** Excerpts and addresses that authors write themselves, and comments that they turn off. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('posts', 'comments_off')) return
  await connection.schema.alterTable('posts', (table) => {
    /** 1: `excerpt` isn't taken from the text. */
    table.integer('has_own_excerpt').notNullable().defaultTo(0)
    /** 1: `slug` isn't made from the title. */
    table.integer('has_own_slug').notNullable().defaultTo(0)
    /** 1: by the author. Moderators' locks are in `is_locked`. */
    table.integer('comments_off').notNullable().defaultTo(0)
  })
}
