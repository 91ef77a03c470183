import type { Knex } from 'knex'

const INDEX = 'bans_list'

/** The order in which those who manage a community read who is banned from it. */
export async function up(connection: Knex): Promise<void> {
  const isMysql = connection.client.config.client === 'mysql2'
  if (!isMysql) {
    await connection.raw(`create index if not exists ${INDEX} on bans (community_id, created_at, user_id)`)
    return
  }
  const [found] = await connection.raw('show index from bans where Key_name = ?', [INDEX])
  if (found.length === 0) await connection.raw(`create index ${INDEX} on bans (community_id, created_at, user_id)`)
}
