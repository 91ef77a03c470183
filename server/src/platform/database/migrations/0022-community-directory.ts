import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

const PAGE = 500

/** Sort keys of the community directory: title and time of the latest post. */
export async function up(connection: Knex): Promise<void> {
  const { exact } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('communities', 'active_at'))) {
    await connection.schema.alterTable('communities', (table) => {
      table.specificType('title_key', exact(80)).notNullable().defaultTo('')
      table.bigInteger('active_at').notNullable().defaultTo(0)
      table.index(['publish_status', 'title_key', 'id'], 'communities_titles')
      table.index(['publish_status', 'active_at', 'id'], 'communities_active')
    })
  }
  await connection('communities')
    .where({ active_at: 0 })
    .update({
      active_at: connection.raw(
        'coalesce((select max(p.created_at) from posts p where p.community_id = communities.id and p.status = 0), created_at)',
      ),
    })
  // In JavaScript, because SQLite's lower() handles only ASCII.
  for (let after = ''; ; ) {
    const rows: { id: string; title: string }[] = await connection('communities')
      .select('id', 'title')
      .where({ title_key: '' })
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
    for (const { id, title } of rows) {
      await connection('communities')
        .where({ id })
        .update({ title_key: title.toLowerCase().slice(0, 80) })
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}
