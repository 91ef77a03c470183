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
  'queue.kind.decided': 'Decided',
  'queue.decided.list': 'Recent decisions',
  'queue.decided.empty': 'Nothing decided yet',
  'queue.decided.empty.text': 'What you and other moderators decide appears here, and can be undone.',
  'queue.decided.failed': 'Couldn’t load the decisions',
  'queue.decided.community': 'Community',
  'queue.empty.all': 'Show everything',
  'queue.empty.action': 'See the posts',
  'queue.empty.text': 'Reports, and posts and comments that need approval, appear here.',
  'queue.empty.pending': 'Nothing needs approval',
  'queue.empty.pending.text': 'Posts and comments that need approval appear here.',
  'queue.empty.reported': 'No reports',
  'queue.empty.reported.text': 'Posts, comments and members that people report appear here.',
  'queue.empty.appealed': 'No appeals',
  'queue.empty.appealed.text': 'Appeals against moderators’ decisions appear here.',
  'queue.hide.members':
    '{count, plural, one {# report about a member can’t be hidden and stays in the queue.} other {# reports about members can’t be hidden and stay in the queue.}}',
  'queue.log': 'Moderation log',
  'queue.new': 'Show new items',
  'queue.keys': 'Keyboard shortcuts',
  'queue.selected': '{count} selected',
  'queue.selectAll': 'Select all',
  'queue.clear': 'Clear selection',
  'queue.approveAll': 'Approve or keep',
} as const
