import type { CallInput, CallOutput, Notification, UnreadCounts } from '@stoa/contract'

/** Notifications and follows in the forum of a story. */
export interface ToldContent {
  /** The viewer's notifications. Default: none. */
  notifications?: readonly Notification[]
  /** How much of it came since they looked. Default: nothing. */
  unseen?: number
  /** How many follow everybody, and whether the viewer does. Default: 12, and no. */
  follow?: CallOutput<'userFollowGet'>
}

/** How many follow everybody, and whether the viewer does. */
export function followOf({ follow = { followers: 12, follows: false } }: ToldContent): CallOutput<'userFollowGet'> {
  return follow
}

/** The number of unread notifications. */
export function unreadOf({ notifications = [], unseen = 0 }: ToldContent): UnreadCounts {
  return { notifications: notifications.filter(({ read }) => !read).length, unseen }
}

/** The server's answers to calls of following and notifications. */
export function notificationAnswers(content: ToldContent) {
  const { notifications = [] } = content
  const follow = followOf(content)
  const unread = unreadOf(content).notifications
  return {
    userFollowGet: () => follow,
    userFollow: ({ follow: follows }: CallInput<'userFollow'>) => ({
      follows,
      followers: follow.followers + (follows ? 1 : -1),
    }),
    notificationList: ({ tab }: CallInput<'notificationList'>) => ({
      items: notifications.filter(({ read }) => tab !== 'unread' || !read),
      cursor: null,
      hasMore: false,
    }),
    notificationViewed: () => ({ unread: { notifications: unread, unseen: 0 } }),
    notificationRead: ({ notificationIds }: CallInput<'notificationRead'>) => ({
      unread: { notifications: Math.max(0, unread - (notificationIds?.length ?? unread)), unseen: 0 },
    }),
    notificationDelete: () => ({ unread: { notifications: unread, unseen: 0 } }),
  }
}
