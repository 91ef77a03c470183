import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'

/**
 * `requested`: written down. `signed`: about to be sent, once. `sent`: a node has it. `unknown`: it isn't known whether
 * one has it, or, without a transaction, whether the installation of which this is a copy has paid it. `review`: it is in
 * a block for good, and moved something else than it should. `confirmed` and `failed` are the ends.
 */
export type WithdrawalState = 'requested' | 'signed' | 'sent' | 'unknown' | 'review' | 'confirmed' | 'failed'

/** Between the signature and the end. */
export const OPEN_STATES: readonly WithdrawalState[] = ['signed', 'sent', 'unknown']

export interface WithdrawalRow {
  id: string
  chain_id: number
  contract: string
  community_id: string
  user_id: string
  address: string
  amount: string
  units: number
  transfer_id: string
  state: WithdrawalState
  nonce: number | null
  /** Of the newest transaction, until one is mined for good. */
  tx_hash: string
  signed: string
  /** Of those before its fee was raised, separated by spaces. */
  earlier_hashes: string | null
  created_at: number
  /** When it was last asked about, or couldn't be paid. */
  changed_at: number
}

/** The paying wallet on a chain. */
export interface WalletRow {
  chain_id: number
  /** Of its next transaction. */
  nonce: number
  /** How many transactions the chain has of it, if these are more than are known here. */
  found: number | null
}

/** Between tries to pay one. */
const PAUSE_MAX_MS = 10 * MINUTE_MS
/** Rows per step. */
const AT_ONCE = 50

export function withdrawalsRepository(connection: Connection) {
  const withdrawals = () => connection<WithdrawalRow>('chain_withdrawals')
  const wallets = () => connection<WalletRow>('chain_wallets')
  return {
    async insert(row: WithdrawalRow): Promise<void> {
      await withdrawals().insert(row)
    },
    async get(id: string): Promise<WithdrawalRow | undefined> {
      const row = await withdrawals().where({ id }).first()
      return row && withdrawalOf(row)
    },
    async byTransfer(transferId: string): Promise<WithdrawalRow | undefined> {
      const row = await withdrawals().where({ transfer_id: transferId }).first()
      return row && withdrawalOf(row)
    },
    async lock(id: string, dialect: Database['dialect']): Promise<WithdrawalRow | undefined> {
      const [row] = await dialect.forUpdate(withdrawals().where({ id }))
      return row && withdrawalOf(row)
    },
    /** Those with a transaction that hasn't ended, the oldest transaction first. */
    async open(chainId: number): Promise<WithdrawalRow[]> {
      const rows = await withdrawals()
        .where({ chain_id: chainId })
        .whereIn('state', OPEN_STATES.slice())
        .whereNot('tx_hash', '')
        .orderBy('nonce')
        .limit(AT_ONCE)
      return rows.map(withdrawalOf)
    },
    /**
     * Those to pay, the ones first that weren't tried yet. One that couldn't be paid is tried again when it is twice as
     * old, or after the longest pause.
     */
    async requested(chainId: number, now: number): Promise<WithdrawalRow[]> {
      const rows = await withdrawals()
        .where({ chain_id: chainId, state: 'requested' })
        .where((any) => {
          any.whereRaw('2 * changed_at - created_at <= ?', [now]).orWhere('changed_at', '<=', now - PAUSE_MAX_MS)
        })
        .orderBy('changed_at')
        .orderBy('id')
        .limit(AT_ONCE)
      return rows.map(withdrawalOf)
    },
    /** From now on it isn't known whether those that were requested before then were paid. */
    async doubt(before: number, now: number): Promise<void> {
      const some = withdrawals().where({ state: 'requested' }).where('created_at', '<', before)
      await some.update({ state: 'unknown', changed_at: now })
    },
    /** Ids of those of which it isn't known whether another installation has paid them. */
    async doubtful(): Promise<string[]> {
      const rows = await withdrawals().where({ state: 'unknown', tx_hash: '' }).orderBy('id').select('id')
      return rows.map(({ id }) => id)
    },
    /** How many are in a state. */
    async count(state: WithdrawalState): Promise<number> {
      const row = await withdrawals().where({ state }).count({ count: '*' }).first()
      return Number((row as { count: number } | undefined)?.count ?? 0)
    },
    /** Wallets on these chains, of which the chain has transactions that aren't known here. */
    async foreign(chainIds: readonly number[]): Promise<WalletRow[]> {
      return (await wallets().whereIn('chain_id', chainIds.slice()).whereNotNull('found')).map(walletOf)
    },
    async change(id: string, change: Partial<WithdrawalRow>): Promise<void> {
      await withdrawals().where({ id }).update(change)
    },
    /** Changes one with a transaction that hasn't ended, if its newest hash is still this one. Returns whether it did. */
    async changeOpen(
      { id, tx_hash }: Pick<WithdrawalRow, 'id' | 'tx_hash'>,
      change: Partial<WithdrawalRow>,
    ): Promise<boolean> {
      return (await withdrawals().where({ id, tx_hash }).whereIn('state', OPEN_STATES.slice()).update(change)) > 0
    },
    /** When these people's newest one was made; 0: never. */
    async lastOf(userIds: readonly string[]): Promise<number> {
      const row = await withdrawals().whereIn('user_id', userIds.slice()).max({ last: 'created_at' }).first()
      return Number((row as { last: number | null } | undefined)?.last ?? 0)
    },
    /** Whether one of these people's waits, or is on its way, in a community. */
    async hasOpen(userIds: readonly string[], communityId: string): Promise<boolean> {
      const open = withdrawals()
        .whereIn('user_id', userIds.slice())
        .where({ community_id: communityId })
        .whereIn('state', ['requested', ...OPEN_STATES])
      return (await open.first('id')) !== undefined
    },
    async newest(userIds: readonly string[], about: { communityId: string; limit: number }): Promise<WithdrawalRow[]> {
      const rows = await withdrawals()
        .whereIn('user_id', userIds.slice())
        .where({ community_id: about.communityId })
        .orderBy('id', 'desc')
        .limit(about.limit)
      return rows.map(withdrawalOf)
    },
    /** Locks the wallet, so that its transactions are signed one after another. */
    async lockWallet(chainId: number, dialect: Database['dialect']): Promise<WalletRow> {
      await wallets().insert({ chain_id: chainId, nonce: 0 }).onConflict('chain_id').ignore()
      const [row] = await dialect.forUpdate(wallets().where({ chain_id: chainId }))
      return walletOf(row ?? { chain_id: chainId, nonce: 0, found: null })
    },
    async changeWallet(chainId: number, change: Partial<WalletRow>): Promise<void> {
      await wallets().where({ chain_id: chainId }).update(change)
    },
  }
}

/** All hashes under which a transaction may be mined, the newest one first. */
export function hashesOf({ tx_hash, earlier_hashes }: Pick<WithdrawalRow, 'tx_hash' | 'earlier_hashes'>): string[] {
  return [tx_hash, ...(earlier_hashes ?? '').split(' ')].filter((hash) => hash !== '')
}

/** Columns that name one of the hashes as the newest, and keep the others. */
export function namedFirst(hash: string, all: readonly string[]) {
  const others = all.filter((one) => one !== hash)
  return { tx_hash: hash, earlier_hashes: others.length === 0 ? null : others.join(' ') }
}

const walletOf = ({ chain_id, nonce, found }: WalletRow): WalletRow => ({
  ...{ chain_id: Number(chain_id), nonce: Number(nonce), found: found === null ? null : Number(found) },
})

/** MySQL's large integers may be texts. */
function withdrawalOf(row: WithdrawalRow): WithdrawalRow {
  const { chain_id, units, nonce, created_at, changed_at } = row
  return {
    ...row,
    ...{ chain_id: Number(chain_id), units: Number(units), nonce: nonce === null ? null : Number(nonce) },
    ...{ created_at: Number(created_at), changed_at: Number(changed_at) },
  }
}
