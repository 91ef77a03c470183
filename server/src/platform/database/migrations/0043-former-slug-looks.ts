import type { Knex } from 'knex'
import { columnTypes, hasIndex } from './column-types.ts'

const SAME = [
  ['-', ''],
  ['1', 'i'],
  ['l', 'i'],
  ['0', 'o'],
  ['vv', 'w'],
  ['rn', 'm'],
] as const

/** Looks of former slugs, so that people can't take them as names. */
export async function up(connection: Knex): Promise<void> {
  const { exact } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('community_slugs', 'slug_look'))) {
    await connection.schema.alterTable('community_slugs', (table) => {
      table.specificType('slug_look', exact(80)).notNullable().defaultTo('')
    })
  }
  if (!(await hasIndex(connection, { table: 'community_slugs', index: 'community_slugs_look' }))) {
    await connection.schema.alterTable('community_slugs', (table) => table.index(['slug_look'], 'community_slugs_look'))
  }
  const look = SAME.reduce((text) => `replace(${text}, ?, ?)`, 'slug')
  await connection('community_slugs')
    .where({ slug_look: '' })
    .update({ slug_look: connection.raw(look, SAME.flat()) })
}
