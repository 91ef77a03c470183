import type { Table } from '../../platform/database/table.ts'

export const moderationQueueTables: readonly Table[] = [
  {
    name: 'appeals',
    personal: [
      { column: 'user_id', archive: { file: 'appeals', without: ['decided_by'] }, atDeletion: 'removed' },
      {
        column: 'decided_by',
        archive: { none: 'the decision is among those of moderation' },
        atDeletion: { stays: 'moderators answer for what they decided' },
      },
    ],
  },
  {
    name: 'queue_claims',
    key: ['subject_key'],
    personal: [
      { column: 'user_id', archive: { none: 'it ends after ten minutes' }, by: 'subject_key', atDeletion: 'removed' },
    ],
  },
]
