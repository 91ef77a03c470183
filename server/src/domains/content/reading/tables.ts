import type { Table } from '../../../platform/database/table.ts'

export const readingTables: readonly Table[] = [
  {
    name: 'reading_positions',
    key: ['user_id', 'post_id'],
    personal: [{ column: 'user_id', archive: { file: 'reading-positions' }, by: 'post_id', atDeletion: 'removed' }],
  },
  {
    name: 'reading_marks',
    key: ['user_id', 'community_id'],
    personal: [{ column: 'user_id', archive: { file: 'marked-as-read' }, by: 'community_id', atDeletion: 'removed' }],
  },
]
