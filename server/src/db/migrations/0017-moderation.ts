import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Who decided what about whom, and what was hidden with a ban. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text, exact, longText } = columnTypes(connection)
  const add = async (name: string, column: string, build: (table: Knex.AlterTableBuilder) => void) => {
    if (!(await connection.schema.hasColumn(name, column))) await connection.schema.alterTable(name, build)
  }
  await add('bans', 'reason', (table) => table.specificType('reason', text(500)).notNullable().defaultTo(''))
  await add('bans', 'banned_by', (table) => table.specificType('banned_by', id).notNullable().defaultTo(''))
  /** The host of the domain whose admin this is; empty: the default domain's. */
  await add('users', 'admin_domain', (table) =>
    table.specificType('admin_domain', exact(255)).notNullable().defaultTo(''),
  )
  /** The hiding of all that somebody wrote which took this post along. */
  await add('posts', 'hidden_by', (table) => table.specificType('hidden_by', id).notNullable().defaultTo(''))
  await createTable(connection, 'mod_activities', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('actor_id', id).notNullable()
    table.specificType('action', key(30)).notNullable()
    /** Empty where it is about nobody with an account. */
    table.specificType('person_id', id).notNullable().defaultTo('')
    table.specificType('post_id', id).notNullable().defaultTo('')
    table.specificType('comment_id', id).notNullable().defaultTo('')
    table.specificType('reason', text(500)).notNullable().defaultTo('')
    /** JSON: when a ban ends, which permissions were given and taken. */
    table.specificType('details', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['community_id', 'id'], 'mod_activities_list')
    table.index(['person_id', 'id'], 'mod_activities_person')
  })
  await createTable(connection, 'content_hides', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    /** hiding, hidden or restoring; gone when all is restored. */
    table.specificType('state', key(10)).notNullable()
    table.specificType('reason', text(120)).notNullable().defaultTo('')
    table.bigInteger('decided_at').notNullable()
    table.unique(['community_id', 'user_id'], { indexName: 'content_hides_person' })
    table.index(['state', 'decided_at'], 'content_hides_due')
  })
  await createTable(connection, 'hidden_contents', (table) => {
    table.specificType('hide_id', id).notNullable()
    table.specificType('entity_id', id).notNullable()
    /** Post or Comment. */
    table.specificType('entity_type', key(8)).notNullable()
    table.integer('former_status').notNullable()
    table.primary(['hide_id', 'entity_id'])
  })
}
