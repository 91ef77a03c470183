import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Mails know whom they are for and which switch they belong to; news goes out after all else. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  const add = async (column: string, build: (table: Knex.AlterTableBuilder) => void) => {
    if (!(await connection.schema.hasColumn('mails', column))) await connection.schema.alterTable('mails', build)
  }
  /** The account; empty: none, or an older server has written it. */
  await add('user_id', (table) => table.specificType('user_id', id).notNullable().defaultTo(''))
  /** The switch of its person's settings; empty: none, and it goes out before what has one. */
  await add('news', (table) => table.specificType('news', key(20)).notNullable().defaultTo(''))
  await add('is_news', (table) => table.boolean('is_news').notNullable().defaultTo(false))
  const isMysql = connection.client.config.client === 'mysql2'
  const isThere = async (index: string) =>
    (isMysql ? (await connection.raw('show index from mails where Key_name = ?', [index]))[0] : []).length > 0
  for (const [index, columns] of [
    ['mails_turn', 'is_news, due_at, id'],
    ['mails_person', 'user_id, news'],
  ] as const) {
    if (await isThere(index)) continue
    await connection.raw(`create index ${isMysql ? '' : 'if not exists '}${index} on mails (${columns})`)
  }
  if (!isMysql) await connection.raw('drop index if exists mails_due')
  else if (await isThere('mails_due')) await connection.raw('drop index mails_due on mails')
}
