import { messages } from '../../messages.ts'

/** English texts of a community's header and of the list of communities. */
export const communityMessages = {
  ...messages,
  'community.join': 'Join',
  'community.joined': 'Joined',
  'community.numbers':
    '{members, plural, one {# member} other {# members}} · {posts, plural, one {# post} other {# posts}}',
  'community.archived': 'This community is archived and can only be read.',
  'communities.empty': 'There are no communities yet.',
} as const
