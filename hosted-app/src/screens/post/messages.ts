import { messages } from '../../messages.ts'

/** English texts of responses. */
export const responseMessages = {
  ...messages,
  'responses.title': '{count, plural, =0 {Responses} other {Responses (#)}}',
  'responses.respond': 'Respond',
  'responses.empty': 'No responses yet.',
  'responses.failed': 'Couldn’t load the responses.',
  'responses.more': 'Show more responses',
  'thread.title': 'Thread: {title}',
  'thread.above': 'In response to',
  'thread.below': 'Responses',
  'thread.unseen': 'You can’t see this post.',
  'response.back': 'Back to {title}',
  'response.comments': '{count, plural, =0 {Comment} one {# comment} other {# comments}}',
  'response.more': 'More to read',
  'article.signIn': 'Sign in to comment',
} as const
