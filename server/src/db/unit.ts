import type { Knex } from 'knex'

/** What repositories query: the pool for reading, or a transaction. */
export type Connection = Knex

/** Rows to be added to a table; all have the same columns. */
export interface Insert {
  into: string
  rows: readonly object[]
  /** Those that are not what the table puts in by itself in every row: the others may be left out. Default: all. */
  columns?: readonly string[]
}

/** Plain SQL with `?` for its values: for what runs often, where building a query costs more than running it. */
export interface Statement {
  sql: string
  values: (string | number)[]
}

/** A change whose outcome nobody looks at. */
export type Change = Insert | Statement | Knex.QueryBuilder

/** Stores everything of one kind that a transaction has collected. */
export type Writer<Item> = (unit: Unit, items: Item[]) => Promise<void>

/** One transaction with what must happen around its commit. */
export interface Unit {
  /** True where there is no transaction yet: all that can be done is collect. */
  readonly collects: boolean
  readonly connection: Connection
  /** The rows that a query finds. */
  read<Row>(statement: Statement): Promise<Row[]>
  /** Adds an item to those that the writer stores just before the commit, all of the transaction at once. */
  collect<Item>(writer: Writer<Item>, item: Item): void
  /** Makes a change as the transaction's last work, after everything that is awaited. What fails then undoes the transaction. */
  atCommit(change: Change): void
  /** Runs after the commit; never after a roll-back. Must not throw. */
  afterCommit(work: () => void): void
}

/** What a work has collected before there is a transaction for it. */
export interface Collected {
  items: Map<Writer<unknown>, unknown[]>
  after: (() => void)[]
}

/** Thrown where a shared work needs more than collecting: it is then run again in a transaction of its own. */
export const needsOwnTransaction = new Error('This work needs a transaction of its own.')

/** Thrown by writers: what the work has looked at is not so any more. It is then run again from the start. */
export const changedMeanwhile = new Error('What was looked at has changed before it was written.')

/** A unit for a work that has no transaction yet: all it can do is collect. */
export function collectingUnit(): { unit: Unit; collected: Collected } {
  const collected: Collected = { items: new Map(), after: [] }
  const unit: Unit = {
    collects: true,
    get connection(): Connection {
      throw needsOwnTransaction
    },
    read() {
      throw needsOwnTransaction
    },
    collect: (writer, item) => add(collected.items, writer as Writer<unknown>, [item]),
    atCommit() {
      throw needsOwnTransaction
    },
    afterCommit: (work) => collected.after.push(work),
  }
  return { unit, collected }
}

/** A unit of a transaction that has begun, with what its owner does at the end. */
export function openUnit(
  connection: Connection,
  read: <Row>(statement: Statement) => Promise<Row[]>,
): {
  unit: Unit
  /** Takes over what works have collected. */
  absorb(collected: Collected): void
  /** Runs the writers; returns the changes to be made with the commit. */
  finish(): Promise<Change[]>
  /** Runs what waits for the commit. */
  committed(): void
} {
  const collected: Collected = { items: new Map(), after: [] }
  const changes: Change[] = []
  const unit: Unit = {
    collects: false,
    connection,
    read,
    collect: (writer, item) => add(collected.items, writer as Writer<unknown>, [item]),
    atCommit: (change) => changes.push(change),
    afterCommit: (work) => collected.after.push(work),
  }
  return {
    unit,
    absorb({ items, after }) {
      for (const [writer, list] of items) add(collected.items, writer, list)
      collected.after.push(...after)
    },
    async finish() {
      // A writer may make work for others: what is stored is told.
      for (const [writer, items] of collected.items) {
        collected.items.delete(writer)
        await writer(unit, items)
      }
      return changes
    },
    committed() {
      for (const work of collected.after) work()
    },
  }
}

function add(all: Collected['items'], writer: Writer<unknown>, items: unknown[]): void {
  const known = all.get(writer)
  if (known) known.push(...items)
  else all.set(writer, [...items])
}
