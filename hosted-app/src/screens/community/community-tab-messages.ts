import { messages } from '../../messages.ts'

/** English texts of what a community says about itself and its members. */
export const communityTabMessages = {
  ...messages,
  'community.toPosts': 'Read its posts',
  'community.about.empty': 'Nothing has been written about this community yet.',
  'community.members.empty': 'Nobody has joined yet.',
  'community.members.empty.text': 'Whoever joins can comment, react and vote here.',
  'community.members.since': 'joined {date}',
  'community.members.all': 'Everybody',
  'community.members.partners': 'Partners',
  'community.members.banned': 'Banned',
  'community.partners.empty': 'This community has no partners yet.',
  'community.partners.empty.text': 'Partners are publishers whose articles have their conversation here.',
  'community.partner': 'Partner',
} as const
