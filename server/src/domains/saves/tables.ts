import type { Table } from '../../platform/database/table.ts'

export const savesTables: readonly Table[] = [
  {
    name: 'saves',
    key: ['user_id', 'entity_id'],
    personal: [{ column: 'user_id', archive: { file: 'saves' }, by: 'entity_id', atDeletion: 'removed' }],
  },
]
