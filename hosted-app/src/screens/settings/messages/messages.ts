/** English texts of the settings of messages. */
export const messageSettingsTexts = {
  'dm.title': 'Messages',
  'dm.text': 'Only you and the other person can read your messages.',
  'dm.audience': 'First messages from',
  'dm.audience.anyone': 'Anyone',
  'dm.audience.followed': 'People I follow',
  'dm.audience.members': 'Members of my communities',
  'dm.audience.nobody': 'No one',
  'dm.audience.hint': 'You can always answer people to whom you have written.',
  'dm.showSeen': 'Show when messages are seen',
  'dm.showSeen.hint': 'Others see when you have seen their messages, and you see when they have seen yours.',
  'dm.failed': 'Couldn’t load your settings',
  'dm.failed.text': 'Nothing was changed. Check your connection and try again.',
  'dm.retry': 'Try again',
} as const
