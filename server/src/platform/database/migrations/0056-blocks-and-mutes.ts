import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Whom people have blocked, and what they have muted for themselves. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text } = columnTypes(connection)
  await createTable(connection, 'blocks', (table) => {
    table.specificType('blocker_id', id).notNullable()
    table.specificType('blocked_id', id).notNullable()
    table.bigInteger('at').notNullable()
    table.primary(['blocker_id', 'blocked_id'])
    table.index(['blocked_id', 'blocker_id'], 'blocks_blocked')
  })
  await createTable(connection, 'mutes', (table) => {
    table.specificType('user_id', id).notNullable()
    /** `user`, `post`, `topic` or `word`. Muted communities are in `hidden_communities`. */
    table.specificType('kind', key(10)).notNullable()
    /** The id of what is muted; of a word, the hash of its folded form. */
    table.specificType('entity_key', key(64)).notNullable()
    /** The word as it was written; empty for other kinds. */
    table.specificType('text', text(240)).notNullable().defaultTo('')
    table.bigInteger('at').notNullable()
    table.primary(['user_id', 'kind', 'entity_key'])
    table.index(['kind', 'entity_key'], 'mutes_of')
  })
}
