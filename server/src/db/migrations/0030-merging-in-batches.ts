import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** How far a merge is, and which reactions and votes it has given to the main account: undoing returns them. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('account_merges', 'state'))) {
    await connection.schema.alterTable('account_merges', (table) =>
      /** merging, merged or parting. */
      table.specificType('state', key(8)).notNullable().defaultTo('merged').index('account_merges_state'),
    )
  }
  await createTable(connection, 'account_merge_choices', (table) => {
    /** The account that was given up. */
    table.specificType('user_id', id).notNullable()
    /** reaction or vote. */
    table.specificType('kind', key(8)).notNullable()
    /** What was reacted to, or the post of the poll. */
    table.specificType('entity_id', id).notNullable()
    /** 1: the main account had chosen there itself, and its choice stayed. */
    table.boolean('gave_way').notNullable()
    /** JSON of the row as it was. */
    table.specificType('choice', longText).notNullable()
    table.primary(['user_id', 'kind', 'entity_id'])
  })
  const indices = await indicesOf(connection)
  if (!indices.includes('poll_votes_user')) {
    await connection.schema.alterTable('poll_votes', (table) => table.index(['user_id', 'post_id'], 'poll_votes_user'))
  }
}

async function indicesOf(connection: Knex): Promise<string[]> {
  if (connection.client.config.client === 'mysql2') {
    const [rows] = await connection.raw('show index from poll_votes')
    return rows.map((row: { Key_name: string }) => row.Key_name)
  }
  return connection('sqlite_master').where({ type: 'index', tbl_name: 'poll_votes' }).pluck('name')
}
