import type { Knex } from 'knex'

/** What repositories query: the reading connection, or a transaction's. */
export type Connection = Knex

/** Stores everything of one kind that a transaction has collected. */
export type Writer<Item> = (tx: Transaction, items: Item[]) => Promise<void>

/** One transaction with what must happen around its commit. */
export interface Transaction {
  readonly connection: Connection
  /** Adds an item to those that the writer stores just before the commit, all of the transaction at once. */
  collect<Item>(writer: Writer<Item>, item: Item): void
  /** Runs after the commit; never after a roll-back. Must not throw. */
  afterCommit(work: () => void): void
}

/** What a transaction has read has changed before it wrote. The transaction is then run again from the start. */
export class StaleReadError extends Error {
  constructor() {
    super('What was read has changed before it was written.')
  }
}

/** Rows times columns of one statement: what every SQLite takes. */
const BINDINGS_MAX = 999

/** Inserts rows that all have the same columns. In plain SQL: building a query of many rows costs more than sending it. */
export async function insertRows<Row extends object>(
  connection: Connection,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first) as (keyof Row & string)[]
  const places = `(${columns.map(() => '?').join()})`
  const names = columns.map((column) => `\`${column}\``).join()
  const most = Math.floor(BINDINGS_MAX / columns.length)
  for (let start = 0; start < rows.length; start += most) {
    const some = rows.slice(start, start + most)
    await connection.raw(
      `insert into \`${table}\` (${names}) values ${some.map(() => places).join()}`,
      some.flatMap((row) => columns.map((column) => row[column] as string | number | null)),
    )
  }
}

/** A transaction on a connection, with what its owner does at the end. */
export function createTransaction(connection: Connection) {
  const collected = new Map<Writer<unknown>, unknown[]>()
  const after: (() => void)[] = []
  const tx: Transaction = {
    connection,
    collect(writer, item) {
      const items = collected.get(writer as Writer<unknown>)
      if (items) items.push(item)
      else collected.set(writer as Writer<unknown>, [item])
    },
    afterCommit: (work) => after.push(work),
  }
  return {
    tx,
    /** Runs the writers; one may collect items for others. */
    async store(): Promise<void> {
      for (const [writer, items] of collected) {
        collected.delete(writer)
        await writer(tx, items)
      }
    },
    /** Runs what waits for the commit. */
    committed(): void {
      for (const work of after) work()
    },
  }
}
