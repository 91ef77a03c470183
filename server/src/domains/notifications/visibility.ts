import {
  accountIdsOf,
  CommentStatus,
  canSeePost,
  isBanned,
  isOwn,
  isPublicPost,
  type Me,
  PostStatus,
} from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CommentService, CommentState } from '../comments/service.ts'
import type { FollowService } from '../follows/service.ts'
import type { PostRowFacts, PostService } from '../posts/service.ts'
import { type CauseRow, type NotificationRow, notificationRepository } from './repository.ts'

/** What decides whether somebody may see what they are told. */
export interface VisibilityDependencies extends Pick<Platform, 'database' | 'clock'> {
  posts: Pick<PostService, 'factsById'>
  comments: Pick<CommentService, 'statesById'>
  follows: Pick<FollowService, 'followersAmong'>
}

/** A notification with some of its causes, the newest first. */
export interface WithCauses {
  row: NotificationRow
  causes: CauseRow[]
}

/** A notification with those of its causes that its reader may see at this moment, the newest first. */
export interface VisibleNotification extends WithCauses {
  /** Older ones that were not looked at; they count as seen. */
  unlooked: number
  /** How many more people did these. */
  others: number
}

/** How many causes a request may still look at. */
export interface CauseBudget {
  left: number
}

/** What everything is judged by that causes name. */
interface Present {
  posts: Map<string, PostRowFacts>
  comments: Map<string, CommentState>
  followers: Set<string>
}

/** Of notifications whose newest cause can't be seen so many times as many are looked at, and so on. */
const DEEPER = 10

/** Says what somebody may see at this moment of what they are told. */
export function createVisibility({ database, clock, posts, comments, follows }: VisibilityDependencies) {
  async function presentFor(viewer: Me, causes: CauseRow[], tx?: Transaction): Promise<Present> {
    const named = (column: 'post_id' | 'comment_id') => [
      ...new Set(causes.map((cause) => cause[column]).filter((id) => id !== '')),
    ]
    const followers = causes.filter(isAboutFollower).map((cause) => cause.actor_id)
    const [facts, states, following] = await Promise.all([
      posts.factsById(named('post_id'), null, tx),
      comments.statesById(named('comment_id'), tx),
      followers.length === 0 ? [] : follows.followersAmong(accountIdsOf(viewer), followers, tx),
    ])
    return { posts: facts, comments: states, followers: new Set(following) }
  }

  function maySee(viewer: Me, { row, cause }: { row: NotificationRow; cause: CauseRow }, present: Present): boolean {
    // What they did by an account that was merged since is no news to them.
    if (isOwn(viewer, cause.actor_id)) return false
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
    if (row.kind === 'newPost' || row.kind === 'communityPost') return post.status === PostStatus.published
    return isPublicPost(post.status) && (cause.comment_id === '' || comment?.status === CommentStatus.published)
  }

  /** Those of some notifications that the viewer may see, with those of their causes. */
  async function judge<One extends WithCauses>(viewer: Me, all: One[], tx?: Transaction): Promise<One[]> {
    const present = await presentFor(
      viewer,
      all.flatMap(({ causes }) => causes),
      tx,
    )
    const seen = all.map((one) => ({
      ...one,
      causes: one.causes.filter((cause) => maySee(viewer, { row: one.row, cause }, present)),
    }))
    return seen.filter(({ causes }) => causes.length > 0)
  }

  /**
   * Those of some notifications that the viewer may see, each with the newest of what may be seen of it: of this round,
   * or of all. Looks at one cause of each, and at more only where that can't be seen, as far as the allowance goes.
   */
  async function newestSeen(
    viewer: Me,
    rows: NotificationRow[],
    about: { unreadOnly: boolean; allowance: CauseBudget; tx: Transaction | undefined },
  ): Promise<WithCauses[]> {
    const { unreadOnly, allowance, tx } = about
    const found = new Map<string, CauseRow>()
    let open = rows.map((row) => ({ row, below: null as CauseRow | null }))
    for (let step = 1; open.length > 0 && allowance.left > 0; step *= DEEPER) {
      const most = Math.max(1, Math.min(step, Math.floor(allowance.left / open.length)))
      const causes = await notificationRepository(database.from(tx)).causesBelow(open, { most, unreadOnly })
      allowance.left -= Math.max(causes.length, open.length)
      const looked = open.map(({ row }) => ({
        row,
        causes: causes.filter(({ notification_id }) => notification_id === row.id),
      }))
      for (const one of await judge(viewer, looked, tx)) found.set(one.row.id, one.causes[0] as CauseRow)
      open = looked.flatMap(({ row, causes: all }) => {
        const below = all.at(-1)
        return below && !found.has(row.id) && hasMoreBelow(row, below, unreadOnly) ? [{ row, below }] : []
      })
    }
    return rows.flatMap((row) => {
      const newest = found.get(row.id)
      return newest ? [{ row, causes: [newest] }] : []
    })
  }

  return { judge, newestSeen }
}

/** Of what names neither post nor comment nor decision the actor is all there is. */
function isAboutFollower(cause: CauseRow): boolean {
  return cause.post_id === '' && cause.action === ''
}

function hasMoreBelow(row: NotificationRow, { round, nth }: CauseRow, unreadOnly: boolean): boolean {
  return nth > 1 || (!unreadOnly && round > row.taken_off + 1)
}
