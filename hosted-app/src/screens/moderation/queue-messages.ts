import { queueMessages as itemMessages } from '@stoa/comments/moderation'
import { messages } from '../../messages.ts'

/** English texts of the moderation queue. */
export const queueMessages = {
  ...messages,
  ...itemMessages,
  'queue.title': 'Moderation queue',
  'queue.kinds': 'What waits',
  'queue.kind.all': 'Everything',
  'queue.kind.pending': 'Pending',
  'queue.kind.reported': 'Reports',
  'queue.kind.appealed': 'Appeals',
  'queue.empty.all': 'Show everything',
  'queue.empty.action': 'See the posts',
  'queue.empty.text': 'Reports, and posts and comments that need approval, appear here.',
  'queue.log': 'Moderation log',
  'queue.new': 'Show new items',
  'queue.keys': 'Press ? for keyboard shortcuts',
  'queue.selected': '{count} selected',
  'queue.selectAll': 'Select all',
  'queue.clear': 'Clear selection',
  'queue.approveAll': 'Approve or keep',
} as const
