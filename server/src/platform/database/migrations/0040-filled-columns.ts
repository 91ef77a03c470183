import type { Knex } from 'knex'
import { fillLater } from './column-types.ts'

/** Marks polls and videos that servers without 0031 have written beside newer ones. */
export async function up(connection: Knex): Promise<void> {
  await fillLater(connection, { migration: 39, table: 'posts', columns: ['has_poll', 'has_video'] })
}
