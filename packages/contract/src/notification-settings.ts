import type { NotificationSettings } from './entities.ts'

/**
 * Default notification settings. Notices about account security are always sent and have no switch. Commenting in a
 * community joins it, but doesn't subscribe to its posts.
 */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  onSite: {
    reply: true,
    mention: true,
    newPost: true,
    communityPost: false,
    watched: true,
    reminder: true,
    message: true,
    follow: true,
    moderation: true,
    role: true,
    queue: true,
    overdue: true,
  },
  email: {
    reply: true,
    mention: true,
    newPost: false,
    communityPost: false,
    watched: false,
    reminder: false,
    message: true,
    follow: false,
    moderation: true,
    role: true,
    queue: false,
    overdue: false,
    digest: false,
  },
  push: {
    reply: true,
    mention: true,
    newPost: false,
    communityPost: false,
    watched: false,
    reminder: true,
    message: true,
    follow: false,
    moderation: true,
    role: true,
    queue: false,
    overdue: false,
  },
  quietHours: null,
}
