import { NO_NAME, type Table } from '../../../platform/database/table.ts'

export const messagesTables: readonly Table[] = [
  {
    name: 'conversation_sides',
    key: ['conversation_id', 'user_id'],
    personal: [
      {
        column: 'user_id',
        archive: { file: 'conversations', without: ['is_unread', 'is_mailed', 'counted_from'] },
        by: 'conversation_id',
        atDeletion: 'removed',
      },
      {
        column: 'other_id',
        archive: { none: 'it is the other person’s side of a conversation' },
        atDeletion: { stays: NO_NAME },
      },
    ],
  },
  {
    name: 'messages',
    texts: { text: 'text' },
    personal: [
      {
        column: 'sender_id',
        archive: { file: 'messages', without: ['nonce'] },
        atDeletion: { by: 'messages: those to people who are still there stay without a name, if the person chose so' },
      },
      {
        column: 'recipient_id',
        archive: { file: 'messages-received', without: ['is_held', 'nonce'] },
        atDeletion: { by: 'messages: they stay for their sender, and go with the last of the two' },
      },
    ],
  },
  {
    name: 'message_deletions',
    key: ['message_id', 'user_id'],
    personal: [
      {
        column: 'user_id',
        archive: { none: 'nothing but that they are gone' },
        by: 'message_id',
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'message_settings',
    key: ['user_id'],
    personal: [{ column: 'user_id', archive: { file: 'message-settings' }, by: 'user_id', atDeletion: 'removed' }],
  },
]
