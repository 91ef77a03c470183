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

/** English texts of a community's other tabs. */
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
  'community.members.all': 'Everyone',
  'community.members.partners': 'Partners',
  'community.members.banned': 'Banned',
} as const

/** English names of the permissions that members can have. */
export const permissionMessages = {
  'permission.approveAdmin': 'Manage permissions',
  'permission.approveAdmin.hint':
    'Grant permissions they have to others. With “Moderate posts and comments”, also make moderators.',
  'permission.banUser': 'Ban members',
  'permission.banUser.hint': 'Temporarily or permanently, and hide their content.',
  'permission.whitelistUser': 'Make partners',
  'permission.whitelistUser.hint': 'Partners publish stories and can sell.',
  'permission.blockChat': 'Lock comments',
  'permission.blockChat.hint': 'Lock and unlock the comments of posts, and comment where they’re locked.',
  'permission.editBBS': 'Edit the community',
  'permission.editBBS.hint': 'Its title, image, description, topics and rules.',
  'permission.hideContent': 'Moderate posts and comments',
  'permission.hideContent.hint': 'Hide, restore and approve them.',
  'permission.hidePremiumContent': 'Moderate stories',
  'permission.hidePremiumContent.hint': 'Hide, restore, approve and edit partners’ stories.',
  'permission.pinPost': 'Pin posts',
  'permission.pinPost.hint': 'Pin up to three posts to the top.',
  'permission.viewUserEmail': 'See e-mail addresses',
  'permission.viewUserEmail.hint': 'Of members. Every view is logged.',
} as const
