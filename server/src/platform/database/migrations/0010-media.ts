import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Uploads, and where they are shown. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text, longText } = columnTypes(connection)
  await createTable(connection, 'media', (table) => {
    table.specificType('id', id).primary()
    table.specificType('owner_id', id).notNullable()
    /** `image`, `video`, `audio` or `captions`: first as declared by the sender, then by its content. */
    table.specificType('kind', key(10)).notNullable()
    /** `post`, `avatar`, `logo`, `response` or `captions`. */
    table.specificType('purpose', key(10)).notNullable()
    /** `uploading`, `processing`, `ready` or `failed`. */
    table.specificType('status', key(10)).notNullable()
    /** Error code; empty: none. */
    table.specificType('error', key(40)).notNullable().defaultTo('')
    table.specificType('filename', text(200)).notNullable()
    /** Media type of the whole file as served; empty until it is ready. */
    table.specificType('mime_type', key(60)).notNullable().defaultTo('')
    table.bigInteger('bytes').notNullable()
    table.integer('width').notNullable().defaultTo(0)
    table.integer('height').notNullable().defaultTo(0)
    /** -1: unknown. */
    table.integer('duration_ms').notNullable().defaultTo(-1)
    table.specificType('placeholder', key(10)).notNullable().defaultTo('')
    /** JSON of a picture's smaller versions. */
    table.specificType('sizes', longText).notNullable()
    /** Name of the whole file; empty until it is ready. */
    table.specificType('file', key(40)).notNullable().defaultTo('')
    table.specificType('poster', key(40)).notNullable().defaultTo('')
    /** The video or recording that captions belong to. */
    table.specificType('parent_id', id).notNullable().defaultTo('')
    /** Since when it is shown nowhere; 0: it is in use. */
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
