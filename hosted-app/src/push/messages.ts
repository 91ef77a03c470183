/** English texts about push on this device. */
export const pushMessages = {
  'push.turnOn': 'Turn on notifications',
  'push.ask.title': 'Turn on notifications?',
  'push.ask.text':
    'This device then shows replies, mentions, messages and whatever else you choose, even while the forum is closed. You can turn it off at any time.',
  'push.ask.next': 'Your browser asks next. Choose “Allow” there.',
  'push.ask.continue': 'Continue',
  'push.ask.cancel': 'Not now',
  'push.done': 'Notifications are on for this device.',
  'push.refused': 'Notifications stay off. You can turn them on in the notification settings.',
  'push.invitation': 'Want to know when someone answers? Get a notification on this device.',
} as const
