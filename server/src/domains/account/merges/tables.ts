import type { PersonalColumn, Table } from '../../../platform/database/table.ts'

const records = (kind: string, file: string): PersonalColumn => ({
  column: 'user_id',
  archive: { file, without: ['kind'], json: ['record'] },
  by: 'entity_id',
  only: { kind },
  atDeletion: 'removed',
})

export const mergesTables: readonly Table[] = [
  {
    name: 'account_merges',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'merged-accounts' },
        by: 'user_id',
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'account_merge_records',
    personal: [
      records('reaction', 'reactions-that-gave-way'),
      records('vote', 'votes-that-gave-way'),
      records('community', 'memberships-before-merges'),
    ],
  },
]
