import type { Connection, Database } from '../../../platform/database/database.ts'
import { after } from '../../../platform/database/keyset.ts'
import { insertion, type Statement } from '../../../platform/database/transaction.ts'

/** Kinds of accounts: a member's balance and credit, and the community's own. `outside` is the rest of the world. */
export type AccountKind = 'member' | 'credit' | 'cashier' | 'promotion' | 'fees' | 'holds' | 'outside'

export type TransferReason =
  | ('credit' | 'grant' | 'funding' | 'tip' | 'transfer' | 'promotion' | 'reversal' | 'purchase' | 'refund')
  | ('cashOut' | 'cashOutPaid' | 'cashOutReturned' | 'held' | 'heldReturned' | 'deposit' | 'withdrawal')

/** What counts toward limits. */
const SPENDING: readonly TransferReason[] = ['tip', 'transfer', 'promotion', 'cashOut', 'held', 'withdrawal']

export interface LedgerAccountRow {
  id: string
  community_id: string
  kind: AccountKind
  owner_id: string
  balance: number
  floor: number
  created_at: number
}

export interface LedgerTransferRow {
  id: string
  community_id: string
  reason: TransferReason
  actor_id: string
  reference: string
  key_hash: string
  content_hash: string
  created_at: number
}

export interface LedgerEntryRow {
  account_id: string
  transfer_id: string
  community_id: string
  amount: number
}

/** An entry of a member's account, with its transfer. */
export type MovementRow = Pick<LedgerTransferRow, 'id' | 'reason' | 'actor_id' | 'reference' | 'created_at'> &
  Pick<LedgerAccountRow, 'kind'> &
  Pick<LedgerEntryRow, 'amount'>

/** Row of `ledger_state` that forbids money to leave. */
const PAYOUTS = 'payouts'

export function ledgerRepository(connection: Connection) {
  const accounts = () => connection<LedgerAccountRow>('ledger_accounts')
  const transfers = () => connection<LedgerTransferRow>('ledger_transfers')
  const entries = () => connection<LedgerEntryRow>('ledger_entries')
  const state = () => connection<{ name: string; since: number; differences: number }>('ledger_state')
  const run = async ({ sql, bindings }: Statement) => void (await connection.raw(sql, bindings))
  return {
    /** The accounts with these names, if they exist. */
    async named(names: readonly Pick<LedgerAccountRow, 'community_id' | 'kind' | 'owner_id'>[]) {
      return accounts().where((any) => {
        for (const { community_id, kind, owner_id } of names) any.orWhere({ community_id, kind, owner_id })
      })
    },
    /** Does nothing if the account exists. */
    async open(row: LedgerAccountRow): Promise<void> {
      await accounts().insert(row).onConflict().ignore()
    },
    /** Locks the accounts in the order of their ids, so that transfers wait for each other in one direction. */
    async lock(ids: readonly string[], dialect: Database['dialect']): Promise<LedgerAccountRow[]> {
      return dialect.forUpdate(accounts().whereIn('id', ids.slice()).orderBy('id'))
    },
    /** Changes a balance that is what was read, and stays at or above the floor; false: it isn't. */
    async change(id: string, about: { from: number; amount: number }): Promise<boolean> {
      const { from, amount } = about
      const changed = await accounts()
        .where({ id, balance: from })
        .where('floor', '<=', from + amount)
        .update({ balance: from + amount })
      return changed === 1
    },
    async byKey(keyHash: string): Promise<LedgerTransferRow | undefined> {
      return transfers().where({ key_hash: keyHash }).first()
    },
    async transfer(id: string): Promise<LedgerTransferRow | undefined> {
      return transfers().where({ id }).first()
    },
    /** Throws a unique violation if the key was used. */
    async insert(transfer: LedgerTransferRow, rows: readonly LedgerEntryRow[]): Promise<void> {
      for (const statement of insertion('ledger_transfers', [transfer])) await run(statement)
      for (const statement of insertion('ledger_entries', rows)) await run(statement)
    },
    async entriesOf(transferId: string): Promise<LedgerEntryRow[]> {
      return entries().where({ transfer_id: transferId })
    },
    async byIds(ids: readonly string[]): Promise<LedgerAccountRow[]> {
      return accounts().whereIn('id', ids.slice())
    },
    /** Members' accounts of these people. */
    async ownedBy(ownerIds: readonly string[], communityIds?: readonly string[]): Promise<LedgerAccountRow[]> {
      const query = accounts().whereIn('owner_id', ownerIds.slice())
      return communityIds ? query.whereIn('community_id', communityIds.slice()) : query
    },
    /** The cashier's balance of each community that has one. */
    async cashierBalances(
      communityIds: readonly string[],
    ): Promise<Pick<LedgerAccountRow, 'community_id' | 'balance'>[]> {
      return accounts()
        .where({ kind: 'cashier', owner_id: '' })
        .whereIn('community_id', communityIds.slice())
        .select('community_id', 'balance')
    },
    /** Entries of the accounts, newest first. */
    async movements(
      accountIds: readonly string[],
      about: {
        reasons?: readonly TransferReason[] | undefined
        position: [string, string] | null
        from?: number
        until?: number
        limit: number
      },
    ): Promise<(MovementRow & { account_id: string })[]> {
      const { reasons, position, from, until, limit } = about
      const query = connection('ledger_entries as e')
        .join('ledger_transfers as t', 't.id', 'e.transfer_id')
        .join('ledger_accounts as a', 'a.id', 'e.account_id')
        .whereIn('e.account_id', accountIds.slice())
        .select('t.id', 't.reason', 't.actor_id', 't.reference', 't.created_at', 'a.kind', 'e.amount', 'e.account_id')
        .orderBy([
          { column: 'e.transfer_id', order: 'desc' },
          { column: 'e.account_id', order: 'desc' },
        ])
        .limit(limit)
      if (reasons) query.whereIn('t.reason', reasons.slice())
      if (from !== undefined) query.where('t.created_at', '>=', from)
      if (until !== undefined) query.where('t.created_at', '<', until)
      if (position) after(query, { columns: ['e.transfer_id', 'e.account_id'], values: position, descending: true })
      return query
    },
    /** What these accounts paid since then, or put aside until it is decided: what each transfer took. */
    async spent(
      accountIds: readonly string[],
      since: number,
    ): Promise<{ id: string; reason: TransferReason; units: number }[]> {
      const rows: { id: string; reason: TransferReason; total: number }[] = await connection('ledger_entries as e')
        .join('ledger_transfers as t', 't.id', 'e.transfer_id')
        .whereIn('e.account_id', accountIds.slice())
        .where('t.created_at', '>', since)
        .where('e.amount', '<', 0)
        .whereIn('t.reason', SPENDING.slice())
        .groupBy('t.id', 't.reason')
        .select('t.id', 't.reason')
        .sum({ total: 'e.amount' })
      return rows.map(({ id, reason, total }) => ({ id, reason, units: 0 - Number(total) }))
    },
    /** What these accounts got from transfers with these keys, and from reversals of these transfers. */
    async gotBack(
      accountIds: readonly string[],
      { keyHashes, reversedIds }: { keyHashes: readonly string[]; reversedIds: readonly string[] },
    ): Promise<number> {
      const [row] = await connection('ledger_entries as e')
        .join('ledger_transfers as t', 't.id', 'e.transfer_id')
        .whereIn('e.account_id', accountIds.slice())
        .where((any) => {
          any.whereIn('t.key_hash', keyHashes.slice())
          any.orWhere((all) => {
            all.where('t.reason', 'reversal').whereIn('t.reference', reversedIds.slice())
          })
        })
        .sum({ total: 'e.amount' })
      return Number(row?.total ?? 0)
    },
    /** Owners on the other sides of transfers. */
    async counterparts(
      transferIds: readonly string[],
    ): Promise<{ transfer_id: string; owner_id: string; amount: number }[]> {
      return connection('ledger_entries as e')
        .join('ledger_accounts as a', 'a.id', 'e.account_id')
        .whereIn('e.transfer_id', transferIds.slice())
        .whereNot('a.owner_id', '')
        .select('e.transfer_id', 'a.owner_id', 'e.amount')
    },
    /** Since when payouts are frozen; null: they aren't. */
    async frozen(): Promise<{ since: number; differences: number } | null> {
      const row = await state().where({ name: PAYOUTS }).first()
      return row ? { since: Number(row.since), differences: Number(row.differences) } : null
    },
    async freeze(now: number, differences: number): Promise<void> {
      await state().insert({ name: PAYOUTS, since: now, differences }).onConflict('name').merge(['differences'])
    },
    /** A recount begins, after which they may be free again: see `unfreeze`. */
    async doubtFreeze(): Promise<void> {
      await state().where({ name: PAYOUTS }).update({ differences: 0 })
    },
    /** Not if another recount has found differences since `doubtFreeze`. */
    async unfreeze(): Promise<void> {
      await state().where({ name: PAYOUTS, differences: 0 }).del()
    },
    async count(): Promise<{ accounts: number; transfers: number }> {
      const [[accountCount], [transferCount]] = await Promise.all([
        accounts().count({ count: '*' }),
        transfers().count({ count: '*' }),
      ])
      return { accounts: Number(accountCount?.count), transfers: Number(transferCount?.count) }
    },
    /** Ids of rows that break a rule. */
    async breaking(sql: string, limit: number): Promise<string[]> {
      const result: unknown = await connection.raw(`${sql} limit ${limit}`)
      // mysql2 returns rows and fields, SQLite only rows.
      const rows = connection.client.config.client === 'mysql2' ? (result as unknown[])[0] : result
      return (rows as { id: string }[]).map(({ id }) => id)
    },
  }
}
