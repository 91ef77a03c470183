import { messages } from '../../messages.ts'

/** English texts of a community's header and of the list of communities. */
export const communityMessages = {
  ...messages,
  'community.join': 'Join',
  'community.joined': 'Joined',
  'community.left': 'You left {community}',
  'community.left.undo': 'Undo',
  'community.emailNotice': 'If you join, this community’s team can see your email address.',
  'community.numbers':
    '{members, plural, one {# member} other {# members}} · {posts, plural, one {# post} other {# posts}}',
  'community.archived': 'This community is archived and read-only.',
  'communities.empty': 'There are no communities yet.',
} as const

/** English texts of a community's other tabs. */
export const communityTabMessages = {
  ...messages,
  'community.rules': 'Rules',
  'community.toPosts': 'View posts',
  'community.about.empty': 'This community has no description yet.',
  'community.about.write': 'Describe it',
  'community.polls.empty': 'No polls yet',
  'community.polls.empty.text': 'Posts with a poll appear here.',
  'community.video.empty': 'No videos yet',
  'community.video.empty.text': 'Posts with a video appear here.',
  'community.members.all': 'Everyone',
  'community.members.partners': 'Partners',
  'community.members.banned': 'Banned',
} as const
