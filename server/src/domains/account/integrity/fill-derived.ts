import type { Connection } from '../../../platform/database/database.ts'
import type { Table } from '../../../platform/database/table.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'

/** Enqueued by migrations with `fillLater`. `after` is the id of the last row that is done. */
const FILL_DERIVED = jobKind<{ table: string; columns: string[]; after: string }>('fill-derived-columns')
const FILLED_AT_ONCE = 100

type Row = Record<string, unknown> & { id: string }

/** Fills derived columns that a migration has added, also in rows that older servers write during the upgrade. */
export function fillDerivedColumns({ database, jobs }: Pick<Platform, 'database' | 'jobs'>, tables: readonly Table[]) {
  /** The columns of these rows that are wrong, by id. */
  async function corrections(connection: Connection, about: { table: string; columns: string[]; ids: string[] }) {
    const { derived = {}, counters = {} } = tables.find(({ name }) => name === about.table) ?? {}
    const counted = about.columns.filter((column) => column in counters)
    const rows: Row[] = await connection({ t: about.table })
      .select('t.*', ...counted.map((column) => connection.raw(`${counters[column]} as ??`, [`expected ${column}`])))
      .whereIn('t.id', about.ids)
    const expected = (row: Row, column: string) => derived[column]?.(row) ?? Number(row[`expected ${column}`])
    return rows.flatMap((row) => {
      const wrong = about.columns.filter((column) => String(row[column]) !== String(expected(row, column)))
      const change = Object.fromEntries(wrong.map((column) => [column, expected(row, column)]))
      return wrong.length === 0 ? [] : [{ id: row.id, change }]
    })
  }

  jobs.transactional(FILL_DERIVED, {
    async work({ connection }, [job]) {
      if (!job) return undefined
      const { table, columns, after } = job.payload
      const rows: string[] = await connection(table)
        .where('id', '>', after)
        .orderBy('id')
        .limit(FILLED_AT_ONCE)
        .pluck('id')
      for (const { id } of await corrections(connection, { table, columns, ids: rows })) {
        // Others may change the row meanwhile, so only the few that need it are locked and computed again.
        await database.dialect.forUpdate(connection(table).where({ id }).first())
        for (const { change } of await corrections(connection, { table, columns, ids: [id] })) {
          await connection(table).where({ id }).update(change)
        }
      }
      const last = rows.at(-1)
      return last !== undefined && rows.length === FILLED_AT_ONCE ? { table, columns, after: last } : undefined
    },
  })
}
