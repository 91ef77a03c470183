import { NO_NAME, OTHERS, type Table } from '../../../platform/database/table.ts'

const OF_CASHIERS = { archive: { none: OTHERS }, atDeletion: { stays: NO_NAME } } as const

export const walletsTables: readonly Table[] = [
  {
    name: 'cashier_requests',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'cash-outs', without: ['claimed_by', 'approved_by', 'decided_by'] },
        atDeletion: { emptied: ['details'] },
      },
      { column: 'receiver_id', archive: { none: 'it is what others wanted to pay' }, atDeletion: { stays: NO_NAME } },
      { column: 'claimed_by', ...OF_CASHIERS },
      { column: 'approved_by', ...OF_CASHIERS },
      { column: 'decided_by', ...OF_CASHIERS },
    ],
  },
  { name: 'promotions' },
  { name: 'cashier_settings', key: ['community_id'] },
]
