import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Maximum depth of a thread; posts don't record ancestors beyond it. */
const DEPTH_MAX = 49

/** Ancestors of responses, and the number of posts below each. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  await createTable(connection, 'post_ancestors', (table) => {
    table.specificType('post_id', id).notNullable()
    table.specificType('ancestor_id', id).notNullable()
    /** 1: the post's parent. */
    table.integer('depth').notNullable()
    table.primary(['post_id', 'ancestor_id'])
    table.index(['ancestor_id', 'depth', 'post_id'], 'post_ancestors_below')
  })
  if (!(await connection.schema.hasColumn('posts', 'total_descendants'))) {
    await connection.schema.alterTable('posts', (table) => {
      table.integer('total_descendants').notNullable().defaultTo(0)
    })
  }
  const responses: { id: string; parent_post_id: string; status: number }[] = await connection('posts')
    .select('id', 'parent_post_id', 'status')
    .whereNot({ parent_post_id: '' })
  const parents = new Map(responses.map((row) => [row.id, row.parent_post_id]))
  const below = new Map<string, number>()
  await connection('post_ancestors').del()
  for (const { id: postId, status } of responses) {
    const above: string[] = []
    for (let next = parents.get(postId); next !== undefined && above.length < DEPTH_MAX; next = parents.get(next)) {
      above.push(next)
    }
    await connection('post_ancestors').insert(
      above.map((ancestorId, index) => ({ post_id: postId, ancestor_id: ancestorId, depth: index + 1 })),
    )
    if (status === 0) for (const ancestorId of above) below.set(ancestorId, (below.get(ancestorId) ?? 0) + 1)
  }
  for (const [postId, count] of below) {
    await connection('posts').where({ id: postId }).update({ total_descendants: count })
  }
  // Every community accepts responses.
  await connection('communities')
    .where({ post_types: '["community","story"]' })
    .update({ post_types: '["community","story","response"]' })
}
