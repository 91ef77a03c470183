import { messages } from '../messages.ts'

/** English texts of the header that only members see. */
export const memberMessages = {
  ...messages,
  'app.signOut': 'Sign out',
  'app.account': 'Your account, {name}',
  'app.profile': 'Your profile',
  'app.notifications.unseen': '{count, plural, =0 {Notifications} other {Notifications, # new}}',
} as const
