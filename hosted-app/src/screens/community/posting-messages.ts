import { messages } from '../../messages.ts'

/** English texts of the posting settings. */
export const postingMessages = {
  ...messages,
  'posting.title': 'Posting',
  'posting.types': 'Allowed posts',
  'posting.types.text': 'What is already published stays when you turn a kind off.',
  'posting.type.community': 'Posts by members',
  'posting.type.poll': 'Polls',
  'posting.type.story': 'Stories by partners',
  'posting.type.response': 'Responses to posts',
  'posting.anonymous': 'Anonymous posts and comments',
  'posting.anonymous.hint': 'Visitors can write without an account or name.',
  'posting.before': 'Before posts are published',
  'posting.approve': 'Approve posts before they’re published',
  'posting.approve.hint':
    'A moderator approves or rejects new posts. Moderators’ own posts are published right away. If you turn this off, pending posts stay pending.',
  'posting.transcripts': 'Require captions for videos and recordings',
  'posting.transcripts.hint':
    'New posts with a video or recording wait until it has captions. If you turn this off, waiting posts are published.',
  'posting.writing': 'While people write',
  'posting.showRules': 'Show the rules above the editor',
  'posting.showRules.hint': 'Writers can open and close the list.',
  'posting.slowMode': 'Slow mode',
  'posting.slowMode.hint':
    'How long people wait between posts and comments. Doesn’t apply to moderators. If storm mode asks for a longer wait, that one applies while it’s on.',
  'posting.slowMode.off': 'Off',
  'posting.saved': 'Saved',
} as const
