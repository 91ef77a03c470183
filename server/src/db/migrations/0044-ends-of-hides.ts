import type { Knex } from 'knex'

/** What was hidden with a ban is shown again when that ban ends by itself. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('content_hides', 'ends_at'))) {
    await connection.schema.alterTable('content_hides', (table) =>
      /** 0: not by itself. */
      table.bigInteger('ends_at').notNullable().defaultTo(0),
    )
  }
  const isMysql = connection.client.config.client === 'mysql2'
  const name = 'content_hides_end'
  const [found] = isMysql ? await connection.raw('show index from content_hides where Key_name = ?', [name]) : [[]]
  if (found.length === 0) {
    await connection.raw(`create index ${isMysql ? '' : 'if not exists '}${name} on content_hides (ends_at)`)
  }
  const end = connection('bans')
    .whereRaw('bans.community_id = content_hides.community_id and bans.user_id = content_hides.user_id')
    .whereRaw("bans.decision_id = content_hides.decision_id and bans.decision_id <> ''")
    .select('until')
  const ends = connection.raw('coalesce(?, 0)', [end])
  await connection('content_hides').where({ ends_at: 0 }).update({ ends_at: ends })
}
