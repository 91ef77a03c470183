import type { Database } from './database.ts'
import type { Cell } from './snapshot.ts'
import { insertion } from './transaction.ts'

/** Rows per transaction. */
const ROWS_AT_ONCE = 2000

/** Adds rows to a table, in their order, and returns their number. Values are in the order of the columns. */
export async function loadRows(
  database: Database,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: AsyncIterable<readonly Cell[]>,
): Promise<number> {
  let count = 0
  let waiting: Record<string, Cell>[] = []
  const store = async () => {
    const statements = insertion(table, waiting)
    count += waiting.length
    waiting = []
    await database.transaction(async ({ connection }) => {
      for (const { sql, bindings } of statements) await connection.raw(sql, bindings)
    })
  }
  for await (const row of rows) {
    waiting.push(Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])))
    if (waiting.length === ROWS_AT_ONCE) await store()
  }
  if (waiting.length > 0) await store()
  return count
}

/** How many characters the columns of a table hold that have a limit. */
export async function columnLengths({ read }: Database, table: string): Promise<Map<string, number>> {
  const columns = Object.entries(await read(table).columnInfo())
  return new Map(
    columns.flatMap(([name, { maxLength }]) => (Number(maxLength) > 0 ? [[name, Number(maxLength)] as const] : [])),
  )
}

/** Deletes what migrations have put into an empty database's tables. */
export async function emptyTables(database: Database, tables: readonly string[]): Promise<void> {
  await database.transaction(async ({ connection }) => {
    for (const table of tables) await connection(table).del()
  })
}

/** Numbers of rows by table. */
export async function countRows({ read }: Database, tables: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const table of tables) {
    const [row] = await read(table).count({ count: '*' })
    counts.set(table, Number(row?.count))
  }
  return counts
}

/** Whether MySQL's database has tables, and whether an interrupted restore left them. */
export type FillingState = 'empty' | 'unfinished' | 'used'

/** Table that exists only while a restore fills a database that it can't rename at the end. */
const UNFINISHED = 'unfinished_restore'

export async function fillingState({ read }: Database): Promise<FillingState> {
  if (await isUnfinished(read)) return 'unfinished'
  return (await tableNames(read)).length === 0 ? 'empty' : 'used'
}

/** Marks an empty MySQL database as being filled, which no server starts on. */
export async function beginFilling({ read }: Database): Promise<void> {
  await read.schema.createTable(UNFINISHED, (table) => void table.bigInteger('since').notNullable())
}

/** The database is complete. */
export async function endFilling({ read }: Database): Promise<void> {
  await read.schema.dropTable(UNFINISHED)
}

/** Removes all tables of a database that was being filled; the mark goes last. Throws if it wasn't. */
export async function clearFilling({ read }: Database): Promise<void> {
  if (!(await isUnfinished(read))) throw new Error('Only a database that is being filled may be emptied.')
  const names = (await tableNames(read)).filter((one) => one !== UNFINISHED)
  for (const name of [...names, UNFINISHED]) await read.schema.dropTableIfExists(name)
}

async function tableNames(read: Database['read']): Promise<string[]> {
  const [rows] = await read.raw(
    'select table_name as name from information_schema.tables where table_schema = database()',
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** Whether an interrupted restore left the database. */
export const isUnfinished = async ({ schema }: Database['read']): Promise<boolean> => schema.hasTable(UNFINISHED)
