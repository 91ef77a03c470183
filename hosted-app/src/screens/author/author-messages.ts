import { messages } from '../../messages.ts'

/** English texts of a member's page. */
export const authorMessages = {
  ...messages,
  'author.activity.empty': 'Nothing written yet',
  'author.activity.posts': 'All posts',
  'author.activity.comments': 'All comments',
  'author.published.empty': 'No posts yet',
  'author.comments.empty': 'No comments yet',
  'author.empty.other': 'Nothing by {name} here so far.',
  'author.empty.own': 'What you write stands here. Find a conversation to join.',
  'author.empty.find': 'Find something to read',
  'author.since': 'Member since {date}',
  'author.followers': '{count, plural, one {# follower} other {# followers}}',
  'author.follow': 'Follow',
  'author.following': 'Following',
  'author.commentOn': 'In {community}',
  'author.own.failed': 'The posts could not be loaded',
  'author.draft.empty': 'No drafts',
  'author.draft.empty.text': 'What you save as a draft stands here. Only you and moderators see it.',
  'author.scheduled.empty': 'Nothing is scheduled',
  'author.scheduled.empty.text': 'Posts that are to be published later stand here, the next one first.',
  'author.scheduled.at': 'To be published {time}',
  'author.hidden.empty': 'Nothing is hidden',
  'author.hidden.empty.text': 'Posts that you or moderators have hidden stand here.',
  'author.hidden.byYou': 'Hidden by you',
  'author.hidden.byModerators': 'Hidden by moderators',
} as const
