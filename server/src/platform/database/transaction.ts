import type { Knex } from 'knex'

/** What repositories query: the reading connection, or a transaction's. */
export type Connection = Knex

/** Stores everything of one kind that a transaction has collected. */
export type Writer<Item> = (tx: Transaction, items: Item[]) => Promise<void>

/** A change as plain SQL, with `?` for its values. */
export interface Statement {
  sql: string
  bindings: readonly Knex.RawBinding[]
}

/** One transaction with what must happen around its commit. */
export interface Transaction {
  readonly connection: Connection
  /** Adds an item to those that the writer stores just before the commit, all of the transaction at once. */
  collect<Item>(writer: Writer<Item>, item: Item): void
  /**
   * Makes changes just before the commit, after those of the writers so far; where the database can, all in one message.
   * For changes that nothing in the transaction reads. What fails then undoes the transaction.
   */
  changeLast(...statements: Statement[]): void
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
export function insertion<Row extends object>(table: string, rows: readonly Row[]): Statement[] {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  const places = `(${columns.map(() => '?').join()})`
  const names = columns.map((column) => `\`${column}\``).join()
  const most = Math.floor(BINDINGS_MAX / columns.length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, part) => {
    const some = rows.slice(part * most, (part + 1) * most)
    return {
      sql: `insert into \`${table}\` (${names}) values ${some.map(() => places).join()}`,
      bindings: some.flatMap((row) => columns.map((column) => row[column] as string | number | null)),
    }
  })
}

/** A transaction on a connection, with what its owner does at the end. `sendsMany`: the connection takes several statements in one message. */
export function createTransaction(connection: Connection, { sendsMany }: { sendsMany: boolean }) {
  const collected = new Map<Writer<unknown>, unknown[]>()
  const last: Statement[] = []
  const after: (() => void)[] = []
  const tx: Transaction = {
    connection,
    collect(writer, item) {
      const items = collected.get(writer as Writer<unknown>)
      if (items) items.push(item)
      else collected.set(writer as Writer<unknown>, [item])
    },
    changeLast: (...statements) => last.push(...statements),
    afterCommit: (work) => after.push(work),
  }
  return {
    tx,
    /** Runs the writers, of which one may collect items for others, and makes the last changes. */
    async store(): Promise<void> {
      for (const [writer, items] of collected) {
        collected.delete(writer)
        await writer(tx, items)
      }
      for (const { sql, bindings } of sendsMany && last.length > 1 ? [joined(last)] : last) {
        await connection.raw(sql, bindings)
      }
    },
    /** Runs what waits for the commit. */
    committed(): void {
      for (const work of after) work()
    },
  }
}

function joined(statements: Statement[]): Statement {
  return {
    sql: statements.map(({ sql }) => sql).join(';'),
    bindings: statements.flatMap(({ bindings }) => bindings),
  }
}
