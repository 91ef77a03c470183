import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** What people upload, and what shows it. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text, longText } = columnTypes(connection)
  await createTable(connection, 'media', (table) => {
    table.specificType('id', id).primary()
    table.specificType('owner_id', id).notNullable()
    /** `image`, `video`, `audio` or `captions`: at first as its sender calls it, then by its content. */
    table.specificType('kind', key(10)).notNullable()
    /** `post`, `avatar`, `logo`, `response` or `captions`. */
    table.specificType('purpose', key(10)).notNullable()
    /** `uploading`, `processing`, `ready` or `failed`. */
    table.specificType('status', key(10)).notNullable()
    /** Code of an error; empty: none. */
    table.specificType('error', key(40)).notNullable().defaultTo('')
    table.specificType('filename', text(200)).notNullable()
    /** Of the whole file as it is served; empty until it is ready. */
    table.specificType('mime_type', key(60)).notNullable().defaultTo('')
    table.bigInteger('bytes').notNullable()
    table.integer('width').notNullable().defaultTo(0)
    table.integer('height').notNullable().defaultTo(0)
    /** -1: unknown. */
    table.integer('duration_ms').notNullable().defaultTo(-1)
    table.specificType('placeholder', key(10)).notNullable().defaultTo('')
    /** JSON: smaller versions of a picture. */
    table.specificType('sizes', longText).notNullable()
    /** File of the whole; empty until it is ready. */
    table.specificType('file', key(40)).notNullable().defaultTo('')
    table.specificType('poster', key(40)).notNullable().defaultTo('')
    /** Of captions: what they belong to. */
    table.specificType('parent_id', id).notNullable().defaultTo('')
    /** Since when nothing shows it; 0: something does. */
    table.bigInteger('unused_since').notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['owner_id', 'id'], 'media_of_owner')
    table.index(['unused_since'], 'media_unused')
    table.index(['parent_id'], 'media_of_parent')
  })
  await createTable(connection, 'media_uses', (table) => {
    table.specificType('media_id', id).notNullable()
    /** The post, user or community that shows it. */
    table.specificType('entity_id', id).notNullable()
    table.primary(['media_id', 'entity_id'])
    table.index(['entity_id'], 'media_uses_of_entity')
  })
}
