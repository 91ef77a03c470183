import type { Table } from '../../../platform/database/table.ts'

export const followsTables: readonly Table[] = [
  {
    name: 'follows',
    personal: [
      { column: 'follower_id', archive: { file: 'follows' }, by: 'followed_id', atDeletion: 'removed' },
      { column: 'followed_id', archive: { file: 'followers' }, by: 'follower_id', atDeletion: 'removed' },
    ],
  },
]
