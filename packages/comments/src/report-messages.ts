/** English texts of reporting. */
export const reportMessages = {
  'report.help': 'Moderators will review it and let you know what they decide.',
  'report.rules': 'Community rules',
  'report.submit': 'Send report',
  'report.sent': 'Report sent',
  'report.again': 'You have already reported this',
  'report.next': 'Moderators will review it and notify you of their decision.',
  'report.hide.text': 'You can hide it for yourself, and show it again at any time.',
  'report.hide': 'Hide for me',
  'report.close': 'Done',
} as const
