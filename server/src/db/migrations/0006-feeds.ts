import type { Knex } from 'knex'

const REPLACED = ['posts_new', 'posts_top', 'posts_hot', 'posts_active', 'posts_kind', 'posts_flair', 'posts_all_new']

/** What a feed is of: the whole site, a community, or a topic. */
const SCOPES = { all: [], community: ['community_id'], flair: ['flair_id'] }

/** What a feed is sorted by. The best of a time span is the best of its age bands, so that old posts are never read and dropped. */
const ORDERS = {
  new: ['created_at'],
  active: ['active_at'],
  top: ['age_band', 'score'],
  hot: ['age_band', 'hot'],
}

/** One index per scope and order of the feeds, all with the kind, so that every feed is a merge of a few index ranges. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('posts', 'age_band'))) {
    await connection.schema.alterTable('posts', (table) => {
      /** 0: of the last day, 1: of the last week, 2: of the last month, 3: older; moved on by a job. */
      table.integer('age_band').notNullable().defaultTo(0)
    })
  }
  const wanted: Record<string, string[]> = {
    feed_recommended: ['status', 'community_id', 'age_band', 'num_comments', 'id'],
    feed_scheduled: ['publisher_id', 'status', 'scheduled_at', 'id'],
    posts_age: ['age_band', 'created_at'],
  }
  for (const [scope, scopeColumns] of Object.entries(SCOPES)) {
    for (const [order, orderColumns] of Object.entries(ORDERS)) {
      wanted[`feed_${scope}_${order}`] = ['status', ...scopeColumns, 'kind', ...orderColumns, 'id']
    }
  }
  const existing = await postIndexNames(connection)
  await connection.schema.alterTable('posts', (table) => {
    for (const name of REPLACED) if (existing.has(name)) table.dropIndex([], name)
    for (const [name, columns] of Object.entries(wanted)) if (!existing.has(name)) table.index(columns, name)
  })
}

/** Names of the indexes that posts have. */
export async function postIndexNames(connection: Knex): Promise<Set<string>> {
  if (connection.client.config.client === 'mysql2') {
    const [rows] = await connection.raw('show index from posts')
    return new Set(rows.map((row: { Key_name: string }) => row.Key_name))
  }
  const rows = await connection('sqlite_master').select('name').where({ type: 'index', tbl_name: 'posts' })
  return new Set(rows.map((row: { name: string }) => row.name))
}
