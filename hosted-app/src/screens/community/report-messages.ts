import { messages } from '../../messages.ts'

/** English texts by which a member is reported. */
export const reportMessages = {
  ...messages,
  'reports.member.menu': 'More about {name}',
  'reports.member': 'Report…',
  'reports.member.title': 'Report {name}?',
  'reports.member.help': 'Moderators will review it and let you know what they decide.',
  'reports.member.submit': 'Send report',
  'reports.member.done': 'Thanks for the report. Moderators will review it.',
  'reports.member.again': 'You have already reported this member.',
} as const
