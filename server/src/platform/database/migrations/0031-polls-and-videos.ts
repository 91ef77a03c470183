import type { Knex } from 'knex'

/** Marks posts with a poll or video; each kind has its own tab. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('posts', 'has_poll'))) {
    await connection.schema.alterTable('posts', (table) => {
      table.integer('has_poll').notNullable().defaultTo(0)
      table.integer('has_video').notNullable().defaultTo(0)
      table.index(['community_id', 'has_poll', 'status', 'created_at', 'id'], 'posts_polls')
      table.index(['community_id', 'has_video', 'status', 'created_at', 'id'], 'posts_videos')
    })
  }
  await connection('posts').whereIn('id', connection('polls').select('post_id')).update({ has_poll: 1 })
  await connection('posts').where('content', 'like', '%"type":"video"%').update({ has_video: 1 })
}
