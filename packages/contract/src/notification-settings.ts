import type { NotificationSettings } from './entities.ts'

/** What somebody is told of who has chosen nothing. Notices about the account's security go out always and have no switch. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  onSite: { reply: true, mention: true, newPost: true, message: true, follow: true, moderation: true },
  email: { reply: true, mention: true, newPost: false, message: true, follow: false, moderation: true, digest: false },
}
