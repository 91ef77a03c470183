import { OTHERS, type Table } from '../../../platform/database/table.ts'

export const mutesTables: readonly Table[] = [
  {
    name: 'blocks',
    key: ['blocker_id', 'blocked_id'],
    personal: [
      { column: 'blocker_id', archive: { file: 'blocks' }, by: 'blocked_id', atDeletion: 'removed' },
      { column: 'blocked_id', archive: { none: OTHERS }, by: 'blocker_id', atDeletion: 'removed' },
    ],
  },
  {
    name: 'mutes',
    key: ['user_id', 'kind', 'entity_key'],
    personal: [
      { column: 'user_id', archive: { file: 'mutes' }, by: 'entity_key', atDeletion: 'removed' },
      {
        column: 'entity_key',
        archive: { none: OTHERS },
        by: 'user_id',
        only: { kind: 'user' },
        atDeletion: 'removed',
      },
    ],
  },
]
