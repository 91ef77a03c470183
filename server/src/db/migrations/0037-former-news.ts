import type { Knex } from 'knex'

/** What was taken off the list stays so when what came after it can't be seen; what a letter told of is in no digest. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('notifications', 'taken_off'))) {
    await connection.schema.alterTable('notifications', (table) => {
      /** Causes up to this round were taken off the list. */
      table.integer('taken_off').notNullable().defaultTo(0)
    })
  }
  await connection('notifications')
    .where({ shown: 0 })
    .update({ taken_off: connection.ref('round') })
  if (!(await connection.schema.hasColumn('notification_causes', 'mailed'))) {
    await connection.schema.alterTable('notification_causes', (table) => {
      /** A letter of its own has told of it, or need not any more. */
      table.boolean('mailed').notNullable().defaultTo(false)
    })
  }
}
