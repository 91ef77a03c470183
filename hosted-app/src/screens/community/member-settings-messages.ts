import { messages } from '../../messages.ts'

/** English texts of the members section of the settings. */
export const memberSettingsMessages = {
  ...messages,
  'members.title': 'Members',
  'members.text': 'Give roles and permissions, name partners, and ban people.',
  'members.search': 'Search members',
  'members.show': 'Show',
  'members.show.all': 'Everyone',
  'members.show.staff': 'Owners and moderators',
  'members.show.partner': 'Partners',
  'members.show.banned': 'Banned people',
  'members.list': 'Members',
  'members.failed': 'Couldn’t load the members.',
  'members.none': 'Nobody found',
  'members.none.text': 'Try another name, or show everyone.',
  'members.none.all': 'Show everyone',
  'members.may': 'May: {permissions}',
} as const
