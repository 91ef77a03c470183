import type { Table } from '../../../platform/database/table.ts'

export const marksTables: readonly Table[] = [
  {
    name: 'saves',
    key: ['user_id', 'entity_id'],
    personal: [{ column: 'user_id', archive: { file: 'saves' }, by: 'entity_id', atDeletion: 'removed' }],
  },
  {
    name: 'personal_hides',
    key: ['user_id', 'entity_id'],
    personal: [{ column: 'user_id', archive: { file: 'hidden_for_me' }, by: 'entity_id', atDeletion: 'removed' }],
  },
  {
    name: 'watches',
    key: ['user_id', 'entity_id'],
    personal: [{ column: 'user_id', archive: { file: 'watches' }, by: 'entity_id', atDeletion: 'removed' }],
  },
]
