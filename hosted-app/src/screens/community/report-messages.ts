import { messages } from '../../messages.ts'

/** English texts of reporting a member. */
export const reportMessages = {
  ...messages,
  'reports.member.menu': 'More about {name}',
  'reports.member': 'Report…',
  'reports.member.place': 'Report to the moderators of',
  'reports.member.to': 'Your report goes to the moderators of {community}.',
  'reports.member.title': 'Report {name}?',
} as const
