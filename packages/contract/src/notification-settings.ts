import type { NotificationSettings } from './entities.ts'

/**
 * What somebody is told of who has chosen nothing. Notices about the account's security go out always and have no switch.
 * Whoever comments in a community has joined it: that alone asks for none of its posts.
 */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  onSite: {
    ...{ reply: true, mention: true, newPost: true, communityPost: false },
    ...{ message: true, follow: true, moderation: true },
  },
  email: {
    ...{ reply: true, mention: true, newPost: false, communityPost: false },
    ...{ message: true, follow: false, moderation: true, digest: false },
  },
}
