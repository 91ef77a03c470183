import type { CallInput, CallOutput, Notification, UnreadCounts } from '@stoa/contract'

/** Notifications and follows of a story's forum. */
export interface ToldContent {
  /** The viewer's notifications. Default: none. */
  notifications?: readonly Notification[]
  /** Number of unseen ones. Default: none. */
  unseen?: number
  /** Follower count of every person, and whether the viewer follows them. Default: 12 and false. */
  follow?: CallOutput<'userFollowGet'>
}

/** Follower count of every person, and whether the viewer follows them. */
export function followOf({ follow = { followers: 12, follows: false } }: ToldContent): CallOutput<'userFollowGet'> {
  return follow
}

/** The number of unread notifications. */
export function unreadOf({ notifications = [], unseen = 0 }: ToldContent): UnreadCounts {
  return { notifications: notifications.filter(({ read }) => !read).length, unseen }
}

/** The server's responses to calls about follows and notifications. */
export function notificationResponses(content: ToldContent) {
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
