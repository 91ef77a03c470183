import type { Knex } from 'knex'

/** The sum of all tips for each post and comment, in units of 10⁻⁶. */
export async function up(connection: Knex): Promise<void> {
  for (const name of ['posts', 'comments']) {
    if (await connection.schema.hasColumn(name, 'tips')) continue
    await connection.schema.alterTable(name, (table) => table.bigInteger('tips').notNullable().defaultTo(0))
  }
}
