import { decisionMessages } from '@stoa/comments/moderation'
import { reasonMessages } from '@stoa/store'
import { messages } from '../../../messages.ts'
import { communityTabMessages } from '../messages.ts'

/** English names of the permissions that members can have. */
export const permissionMessages = {
  'permission.approveAdmin': 'Manage permissions',
  'permission.approveAdmin.hint':
    'Grant others the permissions they have. With “Moderate posts and comments”, also make moderators.',
  'permission.banUser': 'Ban members',
  'permission.banUser.hint': 'Temporarily or permanently, and hide their content.',
  'permission.whitelistUser': 'Make partners',
  'permission.whitelistUser.hint': 'Partners publish stories and can sell.',
  'permission.blockChat': 'Lock comments',
  'permission.blockChat.hint': 'Lock and unlock comments on posts, and comment where they’re locked.',
  'permission.editBBS': 'Edit the community',
  'permission.editBBS.hint': 'Its title, image, description, topics and rules.',
  'permission.hideContent': 'Moderate posts and comments',
  'permission.hideContent.hint': 'Hide, restore and approve them.',
  'permission.hidePremiumContent': 'Moderate stories',
  'permission.hidePremiumContent.hint': 'Hide, restore, approve and edit partners’ stories.',
  'permission.pinPost': 'Pin posts',
  'permission.pinPost.hint': 'Pin up to three posts to the top.',
  'permission.viewUserEmail': 'See email addresses',
  'permission.viewUserEmail.hint':
    'For members who were told about it when they joined. Every view is logged. Only network admins grant this.',
} as const

/** English texts of lists of members, and of what managers do about one. */
export const memberMessages = {
  ...messages,
  ...decisionMessages,
  ...reasonMessages,
  ...permissionMessages,
  'community.members.empty': 'No members yet',
  'community.members.empty.text': 'Members can comment, react and vote here.',
  'community.members.since': 'joined {date}',
  'community.members.reputation': '{points, plural, one {# point} other {# points}}',
  'community.members.became.owner': 'became owner {date}',
  'community.members.became.moderator': 'became moderator {date}',
  'community.members.became.partner': 'became partner {date}',
  'community.members.search': 'Search members',
  'community.members.failed': 'Couldn’t load the members.',
  'community.members.none': 'No members found',
  'community.members.none.text': 'Try another name, or show everyone.',
  'community.members.none.all': 'Show everyone',
  'community.partners.search': 'Search partners',
  'community.partners.empty': 'No partners yet',
  'community.partners.empty.text': 'Partners are publishers whose articles are discussed here.',
  'member.card': 'Member card',
  'member.partner.add': 'Make partner',
  'member.partner.remove': 'Remove as partner',
  'member.moderator.add': 'Make moderator',
  'member.moderator.remove': 'Remove as moderator',
  'member.permissions': 'Permissions…',
  'member.email': 'Show email',
  'done.partnerAdded': '{name} is now a partner.',
  'done.partnerRemoved': '{name} is no longer a partner.',
  'done.moderatorAdded': '{name} is now a moderator.',
  'done.moderatorRemoved': '{name} is no longer a moderator.',
  'done.permissions': '{name}’s permissions were updated.',
  'dialog.close': 'Close',
  'permissions.title': '{name}’s permissions',
  'permissions.text': 'These apply in this community. You can only grant permissions you have.',
  'permissions.save': 'Save',
  'memberEmail.title': '{name}’s email',
  'memberEmail.none': '{name} has no confirmed email address, or wasn’t told when joining that the team can see it.',
  'memberEmail.logged': 'This view has been logged.',
  'members.banned': 'Banned',
  'members.timedOut': 'Time-out',
  'members.banned.list': 'Banned members',
  'members.banned.empty': 'No one is banned',
  'members.banned.empty.text': 'Everyone banned from this community appears here.',
  'members.banned.empty.action': 'View all members',
  'members.banned.failed': 'Couldn’t load the banned members',
  'members.banned.at': 'banned {date}',
  'members.banned.until': 'ends {date}',
  'members.banned.always': 'permanently',
  'members.banned.lifted': 'unbanned',
  'members.banned.stranger': 'not a member',
  'community.toPosts': communityTabMessages['community.toPosts'],
  'activity.reason': 'Reason: {reason}',
} as const

/** English texts of reporting a member. */
export const reportMessages = {
  ...messages,
  'reports.member.menu': 'More about {name}',
  'reports.member': 'Report…',
  'reports.member.place': 'Report to moderators in',
  'reports.member.to': 'Your report goes to moderators in {community}.',
  'reports.member.title': 'Report {name}?',
} as const
