import { messages } from '../../messages.ts'

/** English texts of what waits in a community for approval. */
export const pendingMessages = {
  ...messages,
  'pending.posts': 'Posts that wait for approval',
  'pending.comments': 'Comments that wait for approval',
  'pending.decide': 'Read and decide',
  'pending.open': 'Open in its thread',
  'pending.approve': 'Approve',
  'pending.approved': 'Approved. Everybody can read it now.',
  'pending.anonymous': 'anonymous',
  'pending.empty': 'Nothing waits for approval',
  'pending.empty.text': 'New posts and comments stand here first where the community approves them.',
  'pending.failed': 'What waits could not be loaded',
} as const
