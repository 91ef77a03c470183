import { NO_NAME, OTHERS, type Table } from '../../../platform/database/table.ts'

export const reportsTables: readonly Table[] = [
  {
    name: 'report_items',
    readBy: { 'domains/numbers': 'the reports and decisions of an hour are counted by community' },
    personal: [
      { column: 'person_id', archive: { none: OTHERS }, atDeletion: { stays: NO_NAME } },
      {
        column: 'decided_by',
        archive: { none: 'the decision is among those of moderation' },
        atDeletion: { stays: 'moderators answer for what they decided' },
      },
    ],
  },
  {
    name: 'report_messages',
    key: ['item_id', 'message_id'],
    texts: { text: 'text' },
    personal: [
      {
        column: 'sender_id',
        archive: { none: OTHERS },
        atDeletion: { stays: 'it is evidence that a member has handed over, and nothing in the row names anybody' },
      },
    ],
  },
  {
    name: 'reports',
    key: ['user_id', 'entity_key'],
    texts: { reason_text: 'text' },
    personal: [{ column: 'user_id', archive: { file: 'reports' }, by: 'entity_key', atDeletion: { stays: NO_NAME } }],
  },
]
