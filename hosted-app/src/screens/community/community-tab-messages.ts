import { messages } from '../../messages.ts'

/** English texts of what a community says about itself and its members. */
export const communityTabMessages = {
  ...messages,
  'community.rules': 'Rules',
  'community.toPosts': 'See the posts',
  'community.about.empty': 'This community has no description yet.',
  'community.about.write': 'Describe it',
  'community.polls.empty': 'No polls yet',
  'community.polls.empty.text': 'Posts with a poll appear here.',
  'community.video.empty': 'No videos yet',
  'community.video.empty.text': 'Posts with a video appear here.',
  'community.members.empty': 'No members yet',
  'community.members.empty.text': 'Members can comment, react and vote here.',
  'community.members.since': 'joined {date}',
  'community.members.reputation': '{points, plural, one {# point} other {# points}}',
  'community.members.became.owner': 'became owner {date}',
  'community.members.became.moderator': 'became moderator {date}',
  'community.members.became.partner': 'became partner {date}',
  'community.members.all': 'Everyone',
  'community.members.partners': 'Partners',
  'community.members.banned': 'Banned',
  'community.partners.empty': 'No partners yet',
  'community.partners.empty.text': 'Partners are publishers whose articles are discussed here.',
} as const
