import type { Knex } from 'knex'

/** What repositories query: the read connection or a transaction's. */
export type Connection = Knex

/** Stores all items of one kind that a transaction has collected. */
export type Writer<Item> = (tx: Transaction, items: Item[]) => Promise<void>

/** A change as plain SQL, with `?` for values. */
export interface Statement {
  sql: string
  bindings: readonly Knex.RawBinding[]
}

/** A transaction with hooks around its commit. */
export interface Transaction {
  readonly connection: Connection
  /** Queues an item for the writer, which runs once per transaction just before the commit. */
  collect<Item>(writer: Writer<Item>, item: Item): void
  /**
   * Runs changes just before the commit, after the writers so far, in one message where the database supports it. For
   * changes that nothing in the transaction reads. A failure rolls the transaction back.
   */
  changeLast(...statements: Statement[]): void
  /** Runs after the commit, never after a rollback. Must not throw. */
  afterCommit(work: () => void): void
}

/** Something the transaction read has changed before it wrote. The transaction is then retried from the start. */
export class StaleReadError extends Error {
  constructor() {
    super('What was read has changed before it was written.')
  }
}

/** Rows times columns per statement: the limit every SQLite build supports. */
const BINDINGS_MAX = 999

/** Inserts rows with the same columns, as plain SQL: building a large query costs more than sending it. */
export function insertion<Row extends object>(table: string, rows: readonly Row[]): Statement[] {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  const placeholders = `(${columns.map(() => '?').join()})`
  const names = columns.map((column) => `\`${column}\``).join()
  const most = Math.floor(BINDINGS_MAX / columns.length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, part) => {
    const some = rows.slice(part * most, (part + 1) * most)
    return {
      sql: `insert into \`${table}\` (${names}) values ${some.map(() => placeholders).join()}`,
      bindings: some.flatMap((row) => columns.map((column) => row[column] as string | number | null)),
    }
  })
}

/**
 * A transaction on a connection, with the functions its owner calls at the end. `sendsMany`: the connection accepts
 * several statements in one message.
 */
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
    /** Runs the writers, which may collect items for each other, and then the last changes. */
    async store(): Promise<void> {
      for (const [writer, items] of collected) {
        collected.delete(writer)
        await writer(tx, items)
      }
      for (const { sql, bindings } of sendsMany && last.length > 1 ? [joined(last)] : last) {
        await connection.raw(sql, bindings)
      }
    },
    /** Runs the `afterCommit` work. */
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
