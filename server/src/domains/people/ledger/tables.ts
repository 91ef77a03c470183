import type { Table } from '../../../platform/database/table.ts'

const BALANCED = 'the books stay balanced, and nothing in the row names anybody'

export const ledgerTables: readonly Table[] = [
  {
    name: 'ledger_accounts',
    personal: [
      { column: 'owner_id', archive: { file: 'wallets', without: ['floor'] }, atDeletion: { stays: BALANCED } },
    ],
  },
  {
    name: 'ledger_transfers',
    personal: [
      {
        column: 'actor_id',
        archive: { file: 'payments', without: ['key_hash', 'content_hash'] },
        atDeletion: { stays: BALANCED },
      },
    ],
  },
  {
    name: 'ledger_entries',
    key: ['account_id', 'transfer_id'],
    personal: [
      {
        column: 'account_id',
        archive: { file: 'wallet-entries' },
        by: 'transfer_id',
        through: { table: 'ledger_accounts', column: 'owner_id' },
        atDeletion: { stays: BALANCED },
      },
    ],
  },
  { name: 'ledger_state', key: ['name'] },
]
