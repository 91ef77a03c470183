import type { Knex } from 'knex'

const NAME = 'users_network_admins'

/** An index for finding network admins, who are notified about queues, without scanning all accounts. */
export async function up(connection: Knex): Promise<void> {
  if (await hasIndex(connection)) return
  await connection.schema.alterTable('users', (table) => table.index(['is_network_admin', 'id'], NAME))
}

async function hasIndex(connection: Knex): Promise<boolean> {
  const isMysql = connection.client.config.client === 'mysql2'
  const found = isMysql
    ? connection('information_schema.statistics').where({
        table_schema: connection.raw('database()'),
        table_name: 'users',
        index_name: NAME,
      })
    : connection('sqlite_master').where({ type: 'index', name: NAME })
  return (await found.first()) !== undefined
}
