import type { Table } from '../../../platform/database/table.ts'

export const moderationQueueTables: readonly Table[] = [
  {
    name: 'appeals',
    texts: { text: 'text' },
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
    name: 'member_notes',
    texts: { text: 'text' },
    personal: [
      { column: 'user_id', archive: { none: 'moderators note it for each other' }, atDeletion: 'removed' },
      {
        column: 'author_id',
        archive: { file: 'notes-on-members' },
        atDeletion: { stays: 'moderators answer for what they noted' },
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
