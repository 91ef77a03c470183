import type { Table } from '../../../platform/database/table.ts'

/** Purpose of the key that encrypts the addresses of receipts. */
export const RECEIPT_KEY = 'stoa deletion receipt'

export const personalDataTables: readonly Table[] = [
  {
    name: 'account_deletions',
    key: ['user_id'],
    sealed: RECEIPT_KEY,
    personal: [
      {
        column: 'user_id',
        archive: { none: 'there is none yet' },
        atDeletion: { stays: 'it proves that the account was deleted' },
      },
    ],
  },
]
