import { expect } from 'vitest'
import type { Connection } from '../src/platform/database/database.ts'
import type { TestApp } from './harness.ts'

/**
 * Fails if a query of the work reads more than its page. Checks the rows that the engine reads on MySQL. On SQLite
 * checks the plan, which must search an index and sort nothing.
 */
export async function expectIndexRanges(
  stoa: TestApp,
  about: { table: string; rows: number; work: (connection: Connection) => Promise<unknown> },
): Promise<void> {
  const { table, rows, work } = about
  await stoa.database.transaction(async ({ connection }) => {
    if (stoa.database.dialect.name === 'mysql') {
      const before = await rowsRead(connection)
      await work(connection)
      expect((await rowsRead(connection)) - before).toBeLessThanOrEqual(rows)
      return
    }
    const plans = await plansOf(connection, work)
    const onTable = plans.filter((detail) => new RegExp(`(SCAN|SEARCH) ${table}\\b`).test(detail))
    expect(onTable.length).toBeGreaterThan(0)
    expect(onTable.filter((detail) => !/^SEARCH \S+ USING (COVERING )?INDEX/.test(detail))).toEqual([])
    expect(plans.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([])
  })
}

async function plansOf(connection: Connection, work: (connection: Connection) => Promise<unknown>): Promise<string[]> {
  const queries: { sql: string; bindings: string[] }[] = []
  const keep = (query: { sql: string; bindings: string[] }) => queries.push(query)
  connection.on('query', keep)
  await work(connection)
  connection.off('query', keep)
  const plans: string[] = []
  for (const { sql, bindings } of queries) {
    const steps: { detail: string }[] = await connection.raw(`explain query plan ${sql}`, bindings)
    plans.push(...steps.map(({ detail }) => detail))
  }
  return plans
}

async function rowsRead(connection: Connection): Promise<number> {
  const [rows] = await connection.raw("show session status like 'Handler_read%'")
  return rows.reduce((sum: number, row: { Value: string }) => sum + Number(row.Value), 0)
}
