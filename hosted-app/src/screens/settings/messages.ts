import { messages } from '../../messages.ts'

/** English texts of the account settings, loaded with their screens. */
export const settingsMessages = {
  ...messages,
  'settings.title': 'Account settings',
  'settings.sections': 'Sections',
  'settings.to.email': 'Email address',
  'settings.to.password': 'Password',
  'settings.to.ways': 'Sign-in methods',
  'settings.to.two-step': 'Two-step verification',
  'settings.to.hidden-items': 'Hidden posts and comments',
  'settings.to.notifications': 'Notifications',
  'settings.to.uploads': 'My uploads',
  'settings.to.decisions': 'Moderation decisions',
  'settings.language': 'Language',
  'settings.language.text': 'Pages and emails are in this language.',
  'settings.retry': 'Try again',
  'settings.save': 'Save',
  'settings.saved': 'Saved.',
  'settings.cancel': 'Cancel',
  'settings.failed': 'Couldn’t load your settings',
  'settings.failed.text': 'Nothing was changed. Check your connection and try again.',
} as const
