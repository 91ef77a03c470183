import { messages } from '../../messages.ts'

/** English texts of communities: above each of their tabs, and in the list of them. */
export const communityMessages = {
  ...messages,
  'community.join': 'Join',
  'community.joined': 'Joined',
  'community.numbers':
    '{members, plural, one {# member} other {# members}} · {posts, plural, one {# post} other {# posts}}',
  'community.archived': 'This community is archived and can only be read.',
  'banned.until': 'You can write here again {date}.',
  'banned.always': 'This ban is permanent unless a moderator lifts it.',
  'communities.empty': 'There are no communities yet.',
} as const
