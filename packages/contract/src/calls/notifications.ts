import { notificationRoutes } from '../routes/notifications.ts'
import type { Call } from './call.ts'

/** Calls about follows and notifications. */
export const notificationCalls = {
  userFollow: {
    ...notificationRoutes.userFollow,
    errors: ['USER_NOT_FOUND'],
    summary: 'Follow or unfollow a user: followers are notified of new posts.',
  },
  userFollowGet: {
    ...notificationRoutes.userFollowGet,
    errors: ['USER_NOT_FOUND'],
    summary: 'Whether the viewer follows somebody.',
  },
  notificationList: {
    ...notificationRoutes.notificationList,
    errors: ['CURSOR_INVALID'],
    summary:
      'The viewer’s notifications, newest first, grouped by what they are about. What can no longer be seen is left out.',
  },
  notificationViewed: {
    ...notificationRoutes.notificationViewed,
    errors: [],
    summary:
      'Note that the viewer has looked at the list: the badge starts from nothing, on a domain of one community for that one, what is unread stays so.',
  },
  notificationRead: {
    ...notificationRoutes.notificationRead,
    errors: ['NOT_FOUND'],
    summary: 'Mark notifications as read, some or all.',
  },
  notificationDelete: {
    ...notificationRoutes.notificationDelete,
    errors: ['NOT_FOUND'],
    summary: 'Take notifications off the list.',
  },
} as const satisfies Record<keyof typeof notificationRoutes, Call>
