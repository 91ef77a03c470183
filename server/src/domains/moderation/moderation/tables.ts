import { NO_NAME, type Table } from '../../../platform/database/table.ts'

export const moderationTables: readonly Table[] = [
  {
    name: 'content_hides',
    texts: { reason: 'text' },
    personal: [
      {
        column: 'user_id',
        archive: { none: 'the decision is among those of moderation' },
        atDeletion: { stays: NO_NAME },
      },
    ],
  },
  {
    name: 'ownership_transfers',
    key: ['community_id'],
    personal: [
      { column: 'from_id', archive: { none: 'it is over after minutes' }, atDeletion: 'removed' },
      { column: 'to_id', archive: { none: 'it is over after minutes' }, atDeletion: 'removed' },
    ],
  },
  {
    name: 'hidden_contents',
    readBy: {
      'domains/posts':
        'of a post that is hidden it tells whether anybody had seen it: a deletion erases what nobody has',
    },
  },
]
