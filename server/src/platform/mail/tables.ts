import type { Table } from '../database/table.ts'

export const mailTables: readonly Table[] = [
  {
    name: 'mails',
    personal: [{ column: 'user_id', archive: { none: 'it is on its way to them' }, atDeletion: 'removed' }],
  },
]
