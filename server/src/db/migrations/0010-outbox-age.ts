import type { Knex } from 'knex'

/** Drops an index that every event had to be entered in: ids begin with their time, so that old events are a range of ids. */
export async function up(connection: Knex): Promise<void> {
  if (connection.client.config.client !== 'mysql2') {
    await connection.raw('drop index if exists outbox_age')
    return
  }
  const [found] = await connection.raw("show index from outbox where Key_name = 'outbox_age'")
  if (found.length > 0) await connection.raw('drop index outbox_age on outbox')
}
