import { messages } from '../../messages.ts'

/** English texts of what waits in a community for approval. */
export const pendingMessages = {
  ...messages,
  'pending.posts': 'Posts awaiting approval',
  'pending.comments': 'Comments awaiting approval',
  'pending.on': 'on {post}',
  'pending.since': 'account created {date}',
  'pending.newAccount': 'New account',
  'pending.read': 'Read post',
  'pending.open': 'View in thread',
  'pending.approve': 'Approve',
  'pending.approved': 'Approved. Everyone can see it now.',
  'pending.reject': 'Reject…',
  'pending.reject.post': 'Reject this post?',
  'pending.reject.comment': 'Reject this comment?',
  'pending.reject.help': 'No one else will see it. Its author is notified of the reason.',
  'pending.reject.submit': 'Reject',
  'pending.rejected': 'Rejected. Its author sees the reason.',
  'pending.undo': 'Undo',
  'pending.restored': 'Back in the list',
  'pending.anonymous': 'anonymous',
  'pending.empty': 'All caught up',
  'pending.empty.text': 'New posts and comments appear here if they need approval.',
  'pending.empty.action': 'See the posts',
  'pending.failed': 'Couldn’t load the pending items',
} as const
