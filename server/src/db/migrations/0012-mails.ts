import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Mails that wait to be sent: written with what they tell of, sent after it. */
export async function up(connection: Knex): Promise<void> {
  const { id, longText } = columnTypes(connection)
  await createTable(connection, 'mails', (table) => {
    table.specificType('id', id).notNullable().primary()
    /** Address and letter, encrypted: letters hold what signs in. */
    table.specificType('sealed', longText).notNullable()
    table.integer('tries').notNullable().defaultTo(0)
    /** When it is tried next. */
    table.bigInteger('due_at').notNullable().index('mails_due')
    /** After that nobody needs it any more. */
    table.bigInteger('expires_at').notNullable()
  })
}
