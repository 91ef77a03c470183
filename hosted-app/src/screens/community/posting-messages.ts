import { messages } from '../../messages.ts'

/** English texts of the settings of who may post what. */
export const postingMessages = {
  ...messages,
  'posting.title': 'Posting',
  'posting.approve': 'Approve posts before they’re published',
  'posting.approve.hint':
    'A moderator approves or rejects new posts. Moderators’ own posts are published right away. If you turn this off, pending posts stay pending.',
  'posting.transcripts': 'Require captions for videos and recordings',
  'posting.transcripts.hint':
    'New posts with a video or recording wait until it has captions. If you turn this off, waiting posts are published.',
  'posting.saved': 'Saved',
} as const
