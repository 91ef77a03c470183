import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Pictures that represent a post in lists: the chosen one, and the first in its content. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('posts', 'featured_image')) return
  const { longText } = columnTypes(connection)
  await connection.schema.alterTable('posts', (table) => {
    /** JSON of the image, or null. */
    table.specificType('featured_image', longText).nullable()
    /** JSON of the image, or null. */
    table.specificType('content_image', longText).nullable()
  })
}
