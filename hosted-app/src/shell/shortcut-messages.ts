/** English texts of the sheet of keyboard shortcuts. */
export const shortcutMessages = {
  'shortcuts.title': 'Keyboard shortcuts',
  'shortcuts.next': 'Next comment or post',
  'shortcuts.previous': 'Previous comment or post',
  'shortcuts.reply': 'Reply',
  'shortcuts.home': 'Front page',
  'shortcuts.help': 'This list',
  'shortcuts.close': 'Close',
} as const
