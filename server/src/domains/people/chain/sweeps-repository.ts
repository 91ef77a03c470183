import type { Connection } from '../../../platform/database/database.ts'
import { pathOf } from './addresses.ts'

/** As of withdrawals. */
export type SweepState = 'signed' | 'sent' | 'unknown' | 'confirmed' | 'failed'

export interface SweepRow {
  id: string
  chain_id: number
  kind: 'tokens' | 'fees'
  address: string
  contract: string
  amount: string
  state: SweepState
  nonce: number
  tx_hash: string
  signed: string
  earlier_hashes: string | null
  created_at: number
  changed_at: number
}

/** Tokens of a contract that arrived at an address. */
export interface SweepTarget {
  address: string
  /** Of its key, from the seed. */
  path: string
  contract: string
  decimals: number
}

const OPEN: readonly SweepState[] = ['signed', 'sent', 'unknown']
/** Names per statement. */
const CHUNK = 500
/** Rows per step. */
const AT_ONCE = 50

export function sweepsRepository(connection: Connection) {
  const sweeps = () => connection<SweepRow>('chain_sweeps')
  return {
    async insert(row: SweepRow): Promise<void> {
      await sweeps().insert(row)
    },
    async get(id: string): Promise<SweepRow | undefined> {
      const row = await sweeps().where({ id }).first()
      return row && sweepOf(row)
    },
    async byIds(ids: readonly string[]): Promise<SweepRow[]> {
      const found: SweepRow[] = []
      for (let from = 0; from < ids.length; from += CHUNK)
        found.push(...(await sweeps().whereIn('id', ids.slice(from, from + CHUNK))))
      return found.map(sweepOf).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    },
    /** Those that haven't ended. */
    async open(chainId: number): Promise<SweepRow[]> {
      const rows = await sweeps().where({ chain_id: chainId }).whereIn('state', OPEN.slice()).orderBy('id')
      return rows.map(sweepOf)
    },
    /** The wallet's transactions that haven't ended, the oldest ones first. */
    async openFees(chainId: number): Promise<SweepRow[]> {
      const rows = await sweeps()
        .where({ chain_id: chainId, kind: 'fees' })
        .whereIn('state', OPEN.slice())
        .orderBy('nonce')
        .limit(AT_ONCE)
      return rows.map(sweepOf)
    },
    /** The newest one of an address. */
    async lastOf(chainId: number, address: string): Promise<SweepRow | undefined> {
      const row = await sweeps().where({ chain_id: chainId, address }).orderBy('id', 'desc').first()
      return row && sweepOf(row)
    },
    /** Number of the address's next transaction, as far as is known here. */
    async nextNonce(chainId: number, address: string): Promise<number> {
      const row = await sweeps().where({ chain_id: chainId, address, kind: 'tokens' }).max({ last: 'nonce' }).first()
      return Number((row as { last: number | null } | undefined)?.last ?? -1) + 1
    },
    /** Changes one that hasn't ended, if its newest hash is still this one. Returns whether it did. */
    async change(
      { id, tx_hash }: Pick<SweepRow, 'id' | 'tx_hash'>,
      change: Partial<Omit<SweepRow, 'id'>>,
    ): Promise<boolean> {
      return (await sweeps().where({ id, tx_hash }).whereIn('state', OPEN.slice()).update(change)) > 0
    },
    async countUnknown(): Promise<number> {
      const row = await sweeps().where({ state: 'unknown' }).count({ count: '*' }).first()
      return Number((row as { count: number } | undefined)?.count ?? 0)
    },
    /** Where tokens arrived: the contract of a deposit is that of its community's token. */
    async targets(chainId: number): Promise<SweepTarget[]> {
      const rows = await connection('chain_deposits as d')
        .join('chain_addresses as a', 'a.address', 'd.address')
        .join('chain_tokens as t', 't.community_id', 'd.community_id')
        .where({ 'd.chain_id': chainId, 't.chain_id': chainId, 'd.present': 1 })
        .distinct('a.address', 'a.number', 't.contract', 't.decimals')
        .orderBy('a.number')
        .orderBy('t.contract')
      const deposits = rows.map(({ number, ...row }) => ({ ...row, path: pathOf('deposits', Number(number)) }))
      // Which token was bought, only the provider knows.
      const tokens = await connection('chain_tokens').where({ chain_id: chainId }).orderBy('contract')
      const cards = (await connection('chain_card_addresses').orderBy('number')).flatMap(({ address, number }) =>
        tokens.map(({ contract, decimals }) => ({
          address,
          path: pathOf('cards', Number(number)),
          contract,
          decimals,
        })),
      )
      return [...deposits, ...cards].map((row) => ({ ...row, decimals: Number(row.decimals) }))
    },
  }
}

/** MySQL's large integers may be texts. */
function sweepOf(row: SweepRow): SweepRow {
  const [chain_id, nonce, created_at, changed_at] = [row.chain_id, row.nonce, row.created_at, row.changed_at].map(
    Number,
  )
  return { ...row, chain_id, nonce, created_at, changed_at } as SweepRow
}
