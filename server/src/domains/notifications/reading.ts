import {
  CommentStatus,
  canSeePost,
  isBanned,
  isOwn,
  isPublicPost,
  type Me,
  type Notification,
  PAGE_SIZE,
  type Page,
  PostStatus,
  type UnreadCounts,
} from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Cursors } from '../../lib/cursor.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommentService, CommentState } from '../comments/service.ts'
import type { CommunityService } from '../communities/service.ts'
import type { FollowService } from '../follows/service.ts'
import type { PostRowFacts, PostService } from '../posts/service.ts'
import { presentNotification } from './presenter.ts'
import { type CauseRow, type ListPosition, type NotificationRow, notificationRepository } from './repository.ts'

export interface NotificationReaderDependencies {
  database: Database
  clock: Clock
  cursors: Cursors
  accounts: Pick<AccountService, 'profilesById'>
  communities: Pick<CommunityService, 'idOf' | 'factsById'>
  posts: Pick<PostService, 'factsById' | 'summariesById'>
  comments: Pick<CommentService, 'statesById' | 'seenBy'>
  follows: Pick<FollowService, 'followersAmong'>
}

/** A notification with those of its causes that its reader may see at this moment, the newest first. */
export interface Seen {
  row: NotificationRow
  causes: CauseRow[]
}

/** What everything is judged by that causes name. */
interface Present {
  posts: Map<string, PostRowFacts>
  comments: Map<string, CommentState>
  followers: Set<string>
}

interface ListRequest {
  tab: 'all' | 'unread'
  /** Token name of the only community that is there; null: all are. */
  only: string | null
  limit: number
}

/** As many are counted; one more is as good as many more. */
const COUNTED_MAX = 100
/** Causes that are looked at of one notification. */
const CAUSES_MAX = 50
/** Pages that are read for one, where most of what they hold can't be seen any more. */
const PAGES_MAX = 10

export type NotificationReader = ReturnType<typeof createNotificationReader>

/** Reads what people are told: what they may not see by then is neither shown nor counted. */
export function createNotificationReader(dependencies: NotificationReaderDependencies) {
  const { database, clock, cursors, accounts, communities, posts, comments, follows } = dependencies
  const read = () => notificationRepository(database.read)

  async function presentFor(viewer: Me, causes: CauseRow[]): Promise<Present> {
    const named = (column: 'post_id' | 'comment_id') => [
      ...new Set(causes.map((cause) => cause[column]).filter((id) => id !== '')),
    ]
    const followers = causes.filter(isAboutFollower).map((cause) => cause.actor_id)
    const [facts, states, following] = await Promise.all([
      posts.factsById(named('post_id')),
      comments.statesById(named('comment_id')),
      followers.length === 0 ? [] : follows.followersAmong(accountsOf(viewer), followers),
    ])
    return { posts: facts, comments: states, followers: new Set(following) }
  }

  function maySee(viewer: Me, { row, cause }: { row: NotificationRow; cause: CauseRow }, present: Present): boolean {
    if (row.kind === 'follow') return present.followers.has(cause.actor_id)
    const post = present.posts.get(cause.post_id)
    // A decision about all that somebody wrote names no post.
    if (cause.post_id === '') return true
    if (!post || isBanned(viewer, post.tokenName, clock.now())) return false
    const comment = present.comments.get(cause.comment_id)
    if (row.kind === 'moderation') {
      const publisherId = cause.comment_id === '' ? post.publisherId : (comment?.publisherId ?? '')
      return isOwn(viewer, publisherId) && canSeePost(viewer, post).allowed
    }
    if (row.kind === 'newPost') return post.status === PostStatus.published
    return isPublicPost(post.status) && (cause.comment_id === '' || comment?.status === CommentStatus.published)
  }

  /** Those of some notifications that the viewer may see, with their causes. */
  async function judge(viewer: Me, all: Seen[]): Promise<Seen[]> {
    const present = await presentFor(
      viewer,
      all.flatMap(({ causes }) => causes),
    )
    const seen = all.map(({ row, causes }) => ({
      row,
      causes: causes.filter((cause) => maySee(viewer, { row, cause }, present)),
    }))
    return seen.filter(({ causes }) => causes.length > 0)
  }

  /** Rows of all accounts of the viewer, in one order. */
  async function rowsAfter(
    viewer: Me,
    about: ListRequest & { position: ListPosition | null; communityId: string | null },
  ) {
    const request = { ...about, unreadOnly: about.tab === 'unread' }
    const pages = await Promise.all(accountsOf(viewer).map((id) => read().page(id, request)))
    return pages
      .flat()
      .toSorted((one, other) => (isAfter(one, other) ? 1 : -1))
      .slice(0, about.limit)
  }

  /** As many as are wanted of those that may be seen, after a place; and where to go on, null at the end. */
  async function take(viewer: Me, about: ListRequest & { position: ListPosition | null }) {
    const { limit, only } = about
    const communityId = only === null ? null : await communities.idOf(only)
    const found: Seen[] = []
    let { position } = about
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const rows = await rowsAfter(viewer, { ...about, communityId, position, limit: limit + 1 })
      const causes = await read().causesOf(rows, CAUSES_MAX)
      const all = rows.map((row) => ({ row, causes: causes.filter((cause) => cause.notification_id === row.id) }))
      found.push(...(await judge(viewer, all)))
      const last = found.length > limit ? found[limit - 1]?.row : undefined
      if (last) return { found: found.slice(0, limit), next: positionOf(last) }
      const end = rows.at(-1)
      if (!end || rows.length <= limit) return { found, next: null }
      position = positionOf(end)
    }
    return { found, next: position }
  }

  /** With everything that they are shown with: one query for each kind of thing. */
  async function show(viewer: Me, seen: Seen[]): Promise<Notification[]> {
    const newest = seen.flatMap(({ causes }) => causes.slice(0, 1))
    const ids = (column: 'post_id' | 'comment_id') => newest.map((cause) => cause[column]).filter((id) => id !== '')
    const [summaries, words, profiles, places] = await Promise.all([
      posts.summariesById(ids('post_id')),
      comments.seenBy(viewer, ids('comment_id')),
      accounts.profilesById(seen.flatMap(({ causes }) => causes.map((cause) => cause.actor_id))),
      communities.factsById(seen.map(({ row }) => row.community_id).filter((id) => id !== '')),
    ])
    return seen.map((one) => presentNotification(one, { summaries, words, profiles, places, most: CAUSES_MAX }))
  }

  return {
    judge,
    show,
    /** A page of what the viewer is told, newest first. */
    async list(
      viewer: Me,
      about: { tab: 'all' | 'unread'; limit?: number | undefined; cursor?: string | undefined; only: string | null },
    ): Promise<Page<Notification>> {
      const { tab, limit = PAGE_SIZE, cursor, only } = about
      const list = `notifications ${tab} ${viewer.id}`
      const position = cursor === undefined ? null : (cursors.decode(list, cursor) as ListPosition)
      const { found, next } = await take(viewer, { tab, only, limit, position })
      return {
        items: await show(viewer, found),
        cursor: next && cursors.encode(list, next),
        hasMore: next !== null,
      }
    },
    /** How many are unread: those that the list has. */
    async unread(viewer: Me, only: string | null): Promise<UnreadCounts> {
      // What happens in an account is for the forum, not for a partner's site.
      if (viewer.site !== null) return { notifications: 0, unseen: 0 }
      const [{ found }, looks, communityId] = await Promise.all([
        take(viewer, { tab: 'unread', only, limit: COUNTED_MAX, position: null }),
        read().looksOf(viewer.id),
        only === null ? '' : communities.idOf(only),
      ])
      const viewedAt = (row: NotificationRow) =>
        Math.max(...['', communityId, row.community_id].map((id) => looks.get(id) ?? 0))
      return {
        notifications: found.length,
        unseen: found.filter(({ row }) => timeOfId(row.latest) > viewedAt(row)).length,
      }
    },
  }
}

/** What was merged into the account is the same person's. */
export function accountsOf({ id, ForwardedFrom }: Pick<Me, 'id' | 'ForwardedFrom'>): string[] {
  return [id, ...ForwardedFrom]
}

/** Of what names neither post nor comment nor decision the actor is all there is. */
function isAboutFollower(cause: CauseRow): boolean {
  return cause.post_id === '' && cause.action === ''
}

function positionOf({ latest, id }: NotificationRow): ListPosition {
  return [latest, id]
}

function isAfter(one: NotificationRow, other: NotificationRow): boolean {
  return one.latest < other.latest || (one.latest === other.latest && one.id < other.id)
}
