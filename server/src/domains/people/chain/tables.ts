import type { Table } from '../../../platform/database/table.ts'

/** Purpose of the key that encrypts the seeds of the forum's keys on chains. */
export const CHAIN_KEY = 'stoa keys on a chain'

const RECKONED = 'the books and the chain stay comparable, and nothing in the row names anybody'

export const chainTables: readonly Table[] = [
  // Never deleted: money arrives at what follows from it.
  { name: 'chain_keys', key: ['name'], sealed: CHAIN_KEY },
  { name: 'chain_tokens' },
  {
    name: 'chain_addresses',
    personal: [{ column: 'user_id', archive: { file: 'deposit-addresses' }, atDeletion: { stays: RECKONED } }],
    notPersonal: { address: 'it is on a chain' },
  },
  {
    name: 'chain_card_addresses',
    personal: [{ column: 'user_id', archive: { file: 'card-addresses' }, atDeletion: { stays: RECKONED } }],
    notPersonal: { address: 'it is on a chain' },
  },
  {
    name: 'chain_withdrawals',
    personal: [
      { column: 'user_id', archive: { file: 'withdrawals', without: ['signed'] }, atDeletion: { stays: RECKONED } },
    ],
    notPersonal: { address: 'it is on a chain' },
  },
  { name: 'chain_wallets', key: ['chain_id'] },
  { name: 'chain_sweeps', notPersonal: { address: 'it is on a chain' } },
  { name: 'chain_cursors', key: ['chain_id'] },
  { name: 'chain_checkpoints', key: ['chain_id', 'number'] },
  {
    name: 'chain_deposits',
    personal: [{ column: 'user_id', archive: { file: 'deposits' }, atDeletion: { stays: RECKONED } }],
    notPersonal: { address: 'it is on a chain' },
  },
]
