import type { Knex } from 'knex'
import { changeLater } from './column-types.ts'

/** Unites threads that were stored under different Unicode forms of one address, which are one now. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection('article_aliases').first('article_id'))) return
  await changeLater(connection, { migration: 44, kind: 'unite-composed-addresses', payload: {} })
}
