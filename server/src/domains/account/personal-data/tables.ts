import type { Table } from '../../../platform/database/table.ts'

export const personalDataTables: readonly Table[] = [
  {
    name: 'account_deletions',
    personal: [
      {
        column: 'user_id',
        archive: { none: 'there is none yet' },
        atDeletion: { stays: 'it proves that the account was deleted' },
      },
    ],
  },
]
