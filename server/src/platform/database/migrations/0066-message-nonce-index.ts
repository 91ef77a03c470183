import type { Knex } from 'knex'
import { hasIndex } from './column-types.ts'

/** Finds the message that was sent with a nonce. */
export async function up(connection: Knex): Promise<void> {
  const index = 'messages_nonce'
  if (await hasIndex(connection, { table: 'messages', index })) return
  await connection.schema.alterTable('messages', (table) => table.index(['sender_id', 'nonce'], index))
}
