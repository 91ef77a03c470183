import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** What a session's owner is told of it, and when they last proved to be who they are. */
export async function up(connection: Knex): Promise<void> {
  const { key, text } = columnTypes(connection)
  const add = async (column: string, build: (table: Knex.AlterTableBuilder) => void) => {
    if (!(await connection.schema.hasColumn('sessions', column))) await connection.schema.alterTable('sessions', build)
  }
  await add('method', (table) => table.specificType('method', key(20)).notNullable().defaultTo(''))
  await add('device', (table) => table.specificType('device', key(22)).notNullable().defaultTo(''))
  await add('user_agent', (table) => table.specificType('user_agent', text(300)).notNullable().defaultTo(''))
  await add('address', (table) => table.specificType('address', key(50)).notNullable().defaultTo(''))
  await add('authenticated_at', (table) => table.bigInteger('authenticated_at').notNullable().defaultTo(0))
}
