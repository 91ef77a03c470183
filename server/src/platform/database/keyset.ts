import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { DomainError } from '../domain-error.ts'
import type { Connection } from './database.ts'

/**
 * Limits a query sorted by `columns` (all in one direction) to the rows after `values`. Each engine gets the form it
 * turns into an index range, so deep pages cost as much as the first: a row value for SQLite, spelled-out comparisons
 * for MySQL.
 */
export function after<Query extends Knex.QueryBuilder>(
  query: Query,
  about: {
    columns: string[]
    values: (string | number)[]
    descending: boolean
    /** Start with the row at the position itself. Default false. */
    inclusive?: boolean
  },
): Query {
  const { columns, values, descending, inclusive = false } = about
  const sign = descending ? '<' : '>'
  const last = columns.length - 1
  const signAt = (index: number) => (inclusive && index === last ? `${sign}=` : sign)
  if (query.client.config.client !== 'mysql2') {
    const columnList = columns.map(() => '??').join(', ')
    const valueList = values.map(() => '?').join(', ')
    return query.whereRaw(`(${columnList}) ${signAt(last)} (${valueList})`, [...columns, ...values]) as Query
  }
  const cases = columns.map((column, index) => {
    const equal = columns.slice(0, index)
    return {
      sql: `(${[...equal.map(() => '?? = ?'), `?? ${signAt(index)} ?`].join(' and ')})`,
      bindings: [...equal.flatMap((name, position) => [name, values[position] ?? '']), column, values[index] ?? ''],
    }
  })
  return query.whereRaw(
    `(${cases.map(({ sql }) => sql).join(' or ')})`,
    cases.flatMap(({ bindings }) => bindings),
  ) as Query
}

/**
 * The table, read by the index that has the page's order. Left to itself MySQL may pick another index with the same
 * first columns and scan up to the position.
 */
export function byIndex<Row extends object>(connection: Connection, table: string, index: string) {
  if (connection.client.config.client !== 'mysql2') return connection<Row>(table)
  return connection<Row>(connection.raw('?? force index (??)', [table, index]) as unknown as string)
}

/** A position in a sorted list: the sort values of the last row returned. */
export type Position = (string | number)[]

/** Opaque, tamper-proof cursors, each valid for one list. */
export interface Cursors {
  encode(list: string, position: Position): string
  /** Throws CURSOR_INVALID if the cursor was changed or belongs to another list. */
  decode(list: string, cursor: string): Position
}

/** A section of a sorted list: rows in order, and whether there are more. */
export interface Cut<Row> {
  rows: Row[]
  hasMore: boolean
}

/** The first `limit` rows of a list of which one more was read. */
export function cut<Row>(rows: readonly Row[], limit: number): Cut<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** How a list's cursors are made. */
interface Paging<Row> {
  cursors: Cursors
  list: string
  positionOf(row: Row): Position
}

/** The end of a page: a cursor for the next one, if there is one. */
export function endOf<Row>({ rows, hasMore }: Cut<Row>, { cursors, list, positionOf }: Paging<Row>) {
  const last = rows.at(-1)
  return { cursor: hasMore && last !== undefined ? cursors.encode(list, positionOf(last)) : null, hasMore }
}

/** The rows of a page of which one more than `limit` was read, and its end. */
export function pageOf<Row>(rows: readonly Row[], limit: number, paging: Paging<Row>) {
  const page = cut(rows, limit)
  return { pageRows: page.rows, end: endOf(page, paging) }
}

const TAG_LENGTH = 16

/** Cursors signed with HMAC-SHA-256 over list name and position, truncated to 96 bits. */
export function createCursors(secret: string): Cursors {
  const tag = (list: string, body: string) =>
    createHmac('sha256', secret).update(`${list}\n${body}`).digest('base64url').slice(0, TAG_LENGTH)
  return {
    encode(list, position) {
      const body = Buffer.from(JSON.stringify(position)).toString('base64url')
      return body + tag(list, body)
    },
    decode(list, cursor) {
      const body = cursor.slice(0, -TAG_LENGTH)
      const receivedTag = Buffer.from(cursor.slice(-TAG_LENGTH))
      const expectedTag = Buffer.from(tag(list, body))
      if (receivedTag.length !== expectedTag.length || !timingSafeEqual(receivedTag, expectedTag))
        throw new DomainError('CURSOR_INVALID')
      return JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
    },
  }
}
