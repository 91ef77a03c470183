/** English texts of the sheet of keyboard shortcuts. */
export const shortcutMessages = {
  'shortcuts.title': 'Keyboard shortcuts',
  'shortcuts.next': 'Next comment or post',
  'shortcuts.previous': 'Previous comment or post',
  'shortcuts.reply': 'Reply',
  'shortcuts.home': 'Home',
  'shortcuts.help': 'Show this list',
  'shortcuts.queue': 'In the moderation queue',
  'shortcuts.queue.approve': 'Approve or keep',
  'shortcuts.queue.hide': 'Hide',
  'shortcuts.queue.canned': 'Hide for one of the community’s reasons',
  'shortcuts.queue.ban': 'Ban the author',
  'shortcuts.queue.note': 'Note about the author',
  'shortcuts.queue.claim': 'Claim or release',
  'shortcuts.queue.select': 'Select',
  'shortcuts.queue.undo': 'Undo the last decision',
  'shortcuts.close': 'Close',
} as const
