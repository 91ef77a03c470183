import type { Table } from '../../../platform/database/table.ts'

export const cardTables: readonly Table[] = [
  {
    name: 'card_purchases',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'card-purchases' },
        atDeletion: { stays: 'a refund must find it, and nothing in the row names anybody' },
      },
    ],
  },
]
