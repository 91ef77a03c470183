import { setImmediate } from 'node:timers/promises'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Position } from '../../../platform/database/keyset.ts'
import type { Table } from '../../../platform/database/table.ts'
import type { Unnaming } from '../../people/accounts/index.ts'
import { type AnyRow, personalDataRepository } from './repository.ts'

/** Rows per query, at most half a megabyte each. The SQLite driver is synchronous, so other work gets its turn in between. */
const AT_ONCE = 20

/** A JSON value whose texts don't mention the person. */
export function withoutMentionsIn(value: unknown, without: Unnaming['without']): unknown {
  if (typeof value === 'string') return without(value)
  if (Array.isArray(value)) return value.map((item) => withoutMentionsIn(item, without))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, withoutMentionsIn(inner, without)]))
}

/**
 * Replaces mentions of a deleted account in everything that people have written. `onRewritten` works in the transaction
 * of each changed row.
 */
export async function redactTexts(
  { database, tables }: { database: Database; tables: readonly Table[] },
  { signs, without }: Unnaming,
  onRewritten: (tx: Transaction, table: string, key: Position) => Promise<void>,
): Promise<void> {
  for (const { name, key = ['id'], texts } of tables) if (texts) await redactTable({ name, key, texts })

  async function redactTable({ name, key, texts }: Required<Pick<Table, 'name' | 'key' | 'texts'>>): Promise<void> {
    const columns = Object.keys(texts)
    const { dialect, read } = database
    const redacted = (column: string, text: unknown) => {
      if (typeof text !== 'string') return null
      if (texts[column] === 'text') return without(text)
      return JSON.stringify(withoutMentionsIn(JSON.parse(text), without))
    }
    const changed = (row: AnyRow): AnyRow =>
      Object.fromEntries(columns.map((column) => [column, redacted(column, row[column])]))
    for (let after: Position | null = null; ; ) {
      const last: Position | null = await personalDataRepository(read).keyAfter({ name, key }, after, AT_ONCE)
      const between = { texts: signs, after, last }
      for (const position of await personalDataRepository(read).keysHolding({ name, key, columns }, between)) {
        await database.transaction(async (tx) => {
          await personalDataRepository(tx.connection).rewrite({ name, key }, position, { dialect, changed })
          await onRewritten(tx, name, position)
        })
      }
      if (last === null) return
      after = last
      await setImmediate()
    }
  }
}
