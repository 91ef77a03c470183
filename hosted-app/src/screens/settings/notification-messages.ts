/** English texts of the notification settings. */
export const notificationMessages = {
  'notify.title': 'Notification settings',
  'notify.text':
    'What you want to be told of, and how. Each switch is saved at once, and counts as soon as this forum sends such news.',
  'notify.kind': 'What happens',
  'notify.onSite': 'On the site',
  'notify.email': 'By e-mail',
  'notify.reply': 'Somebody answers you',
  'notify.mention': 'Somebody mentions you',
  'notify.newPost': 'A new post in your communities',
  'notify.message': 'A direct message',
  'notify.follow': 'Somebody follows you',
  'notify.moderation': 'A decision about what you wrote',
  'notify.digest': 'Now and then: what you have missed',
  'notify.switch': '{kind}: {channel}',
  'notify.saved': 'Saved.',
  'notify.refused': 'Not saved: {kind}, {channel}. You can try again.',
  'notify.failed': 'Your notification settings could not be loaded',
  'notify.failed.text': 'Nothing was changed.',
  'notify.retry': 'Try again',
} as const
