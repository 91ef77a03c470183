import { notificationRoutes } from '../routes/notifications.ts'
import type { Call } from './call.ts'

/** Calls about follows and notifications. */
export const notificationCalls = {
  userFollow: {
    ...notificationRoutes.userFollow,
    errors: ['USER_NOT_FOUND'],
    summary: 'Follow or unfollow a user. Followers are notified of new posts.',
  },
  userFollowGet: {
    ...notificationRoutes.userFollowGet,
    errors: ['USER_NOT_FOUND'],
    summary: 'Whether the viewer follows a user.',
  },
  notificationList: {
    ...notificationRoutes.notificationList,
    errors: ['CURSOR_INVALID'],
    summary:
      'The viewer’s notifications, newest first, grouped by subject. Those about things no longer visible are left out.',
  },
  notificationViewed: {
    ...notificationRoutes.notificationViewed,
    errors: [],
    summary:
      'Record that the viewer has seen the list. The badge restarts from zero, on a domain with one community for that one; unread items stay unread.',
  },
  notificationRead: {
    ...notificationRoutes.notificationRead,
    errors: ['NOT_FOUND'],
    summary: 'Mark some or all notifications as read.',
  },
  notificationDelete: {
    ...notificationRoutes.notificationDelete,
    errors: ['NOT_FOUND'],
    summary: 'Remove notifications from the list.',
  },
} as const satisfies Record<keyof typeof notificationRoutes, Call>
