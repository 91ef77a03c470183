import type { Knex } from 'knex'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { after as afterPosition, type Position } from '../../../platform/database/keyset.ts'
import type { PersonalData } from './personal-columns.ts'

export interface DeletionRow {
  user_id: string
  content: 'keep' | 'remove'
  sealed: string
  counts: string
  requested_at: number
  finished_at: number
}

/** Any row: personal data is read as stored. */
export type AnyRow = Record<string, string | number | null>

/** A table's name and the columns of its key. */
interface KeyedTable {
  name: string
  key: readonly string[]
}

const keyOf = (row: AnyRow, key: readonly string[]): Position => key.map((column) => row[column] ?? '')

function beyond<Query extends Knex.QueryBuilder>(
  query: Query,
  { key, after }: { key: readonly string[]; after: Position | null },
): Query {
  return after ? afterPosition(query, { columns: key.slice(), values: after, descending: false }) : query
}

/** Reads and removes rows of any table by the column that identifies a person. */
export function personalDataRepository(connection: Connection) {
  const deletions = () => connection<DeletionRow>('account_deletions')
  const rowsOf = ({ table, column, through, only = {} }: PersonalData, userId: string) => {
    if (!through) return connection(table).where({ [column]: userId, ...only })
    const ownIds = connection(through.table)
      .select('id')
      .where({ [through.column]: userId })
    return connection(table).whereIn(column, ownIds)
  }
  return {
    /** A person's rows after a position, in key order. */
    async page(
      data: PersonalData,
      { userId, after, limit }: { userId: string; after: string; limit: number },
    ): Promise<AnyRow[]> {
      const { by = 'id' } = data
      return rowsOf(data, userId).where(by, '>', after).orderBy(by).limit(limit)
    },
    async count(data: PersonalData, userId: string): Promise<number> {
      const [counted] = await rowsOf(data, userId).count({ count: '*' })
      return Number(counted?.count ?? 0)
    },
    async remove(data: PersonalData, userId: string): Promise<number> {
      return rowsOf(data, userId).del()
    },
    async empty(data: PersonalData, { userId, columns }: { userId: string; columns: readonly string[] }) {
      return rowsOf(data, userId).update(Object.fromEntries(columns.map((name) => [name, ''])))
    },
    /** The key of the last of the next `count` rows; null if there are fewer. */
    async keyAfter({ name, key }: KeyedTable, after: Position | null, count: number): Promise<Position | null> {
      const query = connection(name)
        .select(key.slice())
        .orderBy(key.slice())
        .offset(count - 1)
      const row = (await beyond(query, { key, after }).first()) as AnyRow | undefined
      return row ? keyOf(row, key) : null
    },
    /** Keys of the rows between two in which a column contains one of the texts, in any letter case. */
    async keysHolding(
      { name, key, columns }: KeyedTable & { columns: readonly string[] },
      { texts, after, last }: { texts: readonly string[]; after: Position | null; last: Position | null },
    ): Promise<Position[]> {
      const query = connection(name)
        .select(key.slice())
        .where((any) => {
          for (const column of columns) {
            for (const text of texts) any.orWhereRaw('instr(lower(??), ?) > 0', [column, text.toLowerCase()])
          }
        })
      if (last) afterPosition(query, { columns: key.slice(), values: last, descending: true, inclusive: true })
      const rows = (await beyond(query, { key, after })) as AnyRow[]
      return rows.map((row) => keyOf(row, key))
    },
    /** Changes the row with this key, locked. */
    async rewrite(
      { name, key }: KeyedTable,
      position: Position,
      { dialect, changed }: { dialect: Database['dialect']; changed(row: AnyRow): AnyRow },
    ): Promise<void> {
      const rows = () => connection(name).where(Object.fromEntries(key.map((column, at) => [column, position[at]])))
      const row = (await dialect.forUpdate(rows().first())) as AnyRow | undefined
      if (row) await rows().update(changed(row))
    },
    async insertDeletion(row: DeletionRow): Promise<void> {
      await deletions().insert(row)
    },
    async openDeletion(userId: string): Promise<DeletionRow | undefined> {
      return deletions().where({ user_id: userId, finished_at: 0 }).first()
    },
    /** True for the one process that finishes the deletion. Deletes the address. */
    async finish(userId: string, now: number): Promise<boolean> {
      const change = { finished_at: now, sealed: '' }
      return (await deletions().where({ user_id: userId, finished_at: 0 }).update(change)) === 1
    },
  }
}
