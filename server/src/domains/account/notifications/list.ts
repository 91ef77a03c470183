import {
  accountIdsOf,
  canSeePost,
  type Me,
  type Notification,
  PAGE_SIZE,
  type Page,
  type UnreadCounts,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MessageService } from '../messages/index.ts'
import { isDecision } from './channels.ts'
import { isAboutPosts, presentNotification, type ShownNotification, TITLES_MAX } from './presenter.ts'
import { type ListPosition, type NotificationRow, notificationRepository } from './repository.ts'
import {
  createVisibility,
  type VisibilityDependencies,
  type VisibleNotification,
  type WithCauses,
} from './visibility.ts'

export interface NotificationReaderDependencies extends Pick<Platform, 'database' | 'cursors'>, VisibilityDependencies {
  accounts: Pick<AccountService, 'profilesById' | 'mainIdsById'>
  communities: Pick<CommunityService, 'idOf' | 'factsById'>
  posts: Pick<PostService, 'factsById' | 'summariesById'>
  activityLog: Pick<ActivityLog, 'byIds' | 'decisionsByIds' | 'withdrawnAmong'>
  comments: Pick<CommentService, 'statesById' | 'textsById' | 'seenBy'>
  messages: Pick<MessageService, 'unreadCount'>
}

interface ListRequest {
  tab: 'all' | 'unread'
  /** Token name of the domain's only community; null for all. */
  onlyCommunity: string | null
  limit: number
}

/** Counts are capped at this number. */
const COUNTED_MAX = 100
/** Causes considered per shown notification. */
const CAUSES_MAX = 50
/** Causes examined per request to find visible ones. */
const LOOKED_MAX = 2000
/** Notifications examined at a time; the same for list and badge. */
const ROWS_AT_ONCE = 50
/** Number of older causes among which people are counted. */
const ACTORS_AMONG = 1000

export type NotificationReader = ReturnType<typeof createNotificationReader>

/** Reads notifications. Neither shows nor counts what a person may no longer see. */
export function createNotificationReader(dependencies: NotificationReaderDependencies) {
  const { database, cursors, accounts, communities, posts, comments, activityLog } = dependencies
  const visibility = createVisibility(dependencies)
  const read = (tx?: Transaction) => notificationRepository(database.from(tx))

  /** Rows of all of the viewer's accounts, merged into one order. */
  async function rowsAfter(
    viewer: Me,
    about: ListRequest & { position: ListPosition | null; communityId: string | null },
    tx?: Transaction,
  ) {
    const request = { ...about, unreadOnly: about.tab === 'unread' }
    const pages = await Promise.all(accountIdsOf(viewer).map((id) => read(tx).page(id, request)))
    return pages
      .flat()
      .toSorted((one, other) => (isAfter(one, other) ? 1 : -1))
      .slice(0, about.limit)
  }

  /**
   * Up to `limit` visible notifications after a position, and the next position, or null at the end. If many are
   * invisible, this takes several requests.
   */
  async function take(viewer: Me, about: ListRequest & { position: ListPosition | null }, tx?: Transaction) {
    const { limit, onlyCommunity, tab } = about
    const communityId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity, tx)
    const notifications: WithCauses[] = []
    const budget = { remaining: LOOKED_MAX }
    let { position } = about
    while (budget.remaining > 0) {
      const rows = await rowsAfter(viewer, { ...about, communityId, position, limit: ROWS_AT_ONCE }, tx)
      notifications.push(...(await visibility.newestSeen(viewer, rows, { unreadOnly: tab === 'unread', budget, tx })))
      const last = notifications.length > limit ? notifications[limit - 1]?.row : undefined
      if (last) return { notifications: notifications.slice(0, limit), next: positionOf(last) }
      const end = rows.at(-1)
      if (!end || rows.length < ROWS_AT_ONCE) return { notifications, next: null }
      position = positionOf(end)
    }
    return { notifications, next: position }
  }

  /** Adds the earlier visible causes of the same round to notifications that have only their newest one. */
  async function withOlder(viewer: Me, notifications: WithCauses[]): Promise<VisibleNotification[]> {
    const newest = new Map(notifications.flatMap(({ row, causes }) => causes.map((cause) => [row.id, cause] as const)))
    const causes = await read().causesFrom([...newest.values()], CAUSES_MAX)
    const all = notifications.map(({ row }) => ({
      row,
      causes: causes.filter((cause) => cause.notification_id === row.id),
    }))
    const visibleNotifications = await visibility.filterVisible(viewer, all)
    return Promise.all(
      visibleNotifications.map(async (one) => {
        const cause = newest.get(one.row.id)
        const unlooked = cause ? Math.max(0, cause.nth - CAUSES_MAX) : 0
        if (!cause || unlooked === 0) return { ...one, unlooked, others: 0 }
        // Each person follows only once.
        if (one.row.kind === 'follow') return { ...one, unlooked, others: unlooked }
        const countedActorIds = one.causes.map(({ actor_id }) => actor_id)
        const below = { ...cause, nth: unlooked + 1 }
        return {
          ...one,
          unlooked,
          others: await read().countActorsBelow(below, { exceptActorIds: countedActorIds, most: ACTORS_AMONG }),
        }
      }),
    )
  }

  /** Tells which notifications have additions since the viewer last saw the list. */
  async function unseenFor(viewer: Me, onlyCommunity: string | null, tx?: Transaction) {
    const [looks, communityId] = await Promise.all([
      read(tx).looksOf(viewer.id),
      onlyCommunity === null ? '' : communities.idOf(onlyCommunity, tx),
    ])
    return (row: NotificationRow) =>
      timeOfId(row.latest) > Math.max(...['', communityId, row.community_id].map((id) => looks.get(id) ?? 0))
  }

  /** Loads everything shown with the notifications, with one query per kind of entity. */
  async function show(
    viewer: Me,
    notifications: VisibleNotification[],
    tx?: Transaction,
  ): Promise<ShownNotification[]> {
    const newest = notifications.flatMap(({ row, causes }) => causes.slice(0, isAboutPosts(row) ? TITLES_MAX : 1))
    const ids = (column: 'post_id' | 'comment_id') => newest.map((cause) => cause[column]).filter((id) => id !== '')
    const decided = notifications.flatMap(({ row, causes }) => (isDecision(row.kind) ? causes.slice(0, 1) : []))
    const [summaries, words, facts, decisions] = await Promise.all([
      posts.summariesById(ids('post_id'), tx),
      comments.seenBy(viewer, ids('comment_id'), tx),
      communities.factsById(
        notifications.map(({ row }) => row.community_id).filter((id) => id !== ''),
        tx,
      ),
      activityLog.decisionsByIds(
        decided.map(({ cause_id }) => cause_id),
        tx,
      ),
    ])
    const profiles = await accounts.profilesById(
      [
        ...notifications.flatMap(({ causes }) => causes.map((cause) => cause.actor_id)),
        ...[...decisions.values()].map(({ personId }) => personId),
      ],
      tx,
    )
    // A reported post may be hidden from its reporter, by that decision or a later one.
    const shownPosts = new Map([...summaries].filter(([, post]) => canSeePost(viewer, post).allowed))
    return notifications.map((one) =>
      presentNotification(one, { summaries: shownPosts, words, profiles, communities: facts, decisions }),
    )
  }

  return {
    filterVisible: visibility.filterVisible,
    show,
    /** A page of the viewer's notifications, newest first. */
    async list(
      viewer: Me,
      about: {
        tab: 'all' | 'unread'
        limit?: number | undefined
        cursor?: string | undefined
        onlyCommunity: string | null
      },
    ): Promise<Page<Notification>> {
      const { tab, limit = PAGE_SIZE, cursor, onlyCommunity } = about
      const list = `notifications ${tab} ${viewer.id}`
      const position = cursor === undefined ? null : (cursors.decode(list, cursor) as ListPosition)
      const { notifications, next } = await take(viewer, { tab, onlyCommunity, limit, position })
      const [visible, isUnseen] = await Promise.all([
        withOlder(viewer, notifications),
        unseenFor(viewer, onlyCommunity),
      ])
      const items = await show(viewer, visible)
      return {
        items: items.map((item, index) => ({ ...item, seen: !isUnseen(visible[index]?.row as NotificationRow) })),
        cursor: next && cursors.encode(list, next),
        hasMore: next !== null,
      }
    },
    /** Numbers of unread and unseen notifications in the list, and of conversations with unread messages. */
    async unread(viewer: Me, onlyCommunity: string | null, tx?: Transaction): Promise<UnreadCounts> {
      // Account notifications are only for the forum, not for partner sites.
      if (viewer.site !== null) return { notifications: 0, unseen: 0 }
      const [{ notifications }, isUnseen, messages] = await Promise.all([
        take(viewer, { tab: 'unread', onlyCommunity, limit: COUNTED_MAX, position: null }, tx),
        unseenFor(viewer, onlyCommunity, tx),
        dependencies.messages.unreadCount(viewer, tx),
      ])
      return {
        notifications: notifications.length,
        unseen: notifications.filter(({ row }) => isUnseen(row)).length,
        ...(messages > 0 && { messages }),
      }
    },
  }
}

function positionOf({ latest, id }: NotificationRow): ListPosition {
  return [latest, id]
}

function isAfter(one: NotificationRow, other: NotificationRow): boolean {
  return one.latest < other.latest || (one.latest === other.latest && one.id < other.id)
}
