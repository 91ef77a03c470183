import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Browsers that accounts have signed in in, so that their owner can have them forgotten. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'known_devices', (table) => {
    table.specificType('user_id', id).notNullable()
    /** Name of the browser, as its cookie tells it. */
    table.specificType('device', key(22)).notNullable()
    table.bigInteger('seen_at').notNullable()
    table.primary(['user_id', 'device'])
    table.index(['seen_at'], 'known_devices_seen')
  })
}
