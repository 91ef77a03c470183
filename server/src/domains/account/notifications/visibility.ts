import {
  accountIdsOf,
  actionsWith,
  CommentStatus,
  canListPendingPosts,
  canSeePost,
  isBanned,
  isOwn,
  isPublicPost,
  type Me,
  PostStatus,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLog } from '../../content/activity-log/index.ts'
import type { CommentService, CommentState } from '../../content/comments/index.ts'
import type { PostRowFacts, PostService } from '../../content/posts/index.ts'
import type { ReportDecisions } from '../../moderation/reports/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import { isDecision, isOfQueue } from './channels.ts'
import { createMutedCauses, type MutedCausesDependencies, type ToldIn } from './muted-causes.ts'
import { type CauseRow, type NotificationRow, notificationRepository } from './repository.ts'

/** What visibility depends on. */
export interface VisibilityDependencies extends Pick<Platform, 'database' | 'clock'>, MutedCausesDependencies {
  posts: Pick<PostService, 'factsById' | 'summariesById'>
  comments: Pick<CommentService, 'statesById' | 'textsById'>
  follows: Pick<FollowService, 'followersAmong'>
  reportDecisions: Pick<ReportDecisions, 'outcomesFor'>
  activityLog: Pick<ActivityLog, 'withdrawnAmong'>
  communities: Pick<CommunityService, 'factsById'>
}

/** A notification with some of its causes, newest first. */
export interface WithCauses {
  row: NotificationRow
  causes: CauseRow[]
}

/** A notification with those causes the reader may currently see, newest first. */
export interface VisibleNotification extends WithCauses {
  /** Older causes that were not checked; counted as visible. */
  unlooked: number
  /** Number of people beyond those in the causes. */
  others: number
}

/** Number of causes that a request may still check. */
export interface CauseBudget {
  remaining: number
}

/** Where visible notifications are told; default: in the list. */
interface Telling {
  toldIn?: ToldIn
  tx?: Transaction | undefined
}

/** Data needed to tell which causes are visible. */
interface Present {
  posts: Map<string, PostRowFacts>
  comments: Map<string, CommentState>
  followers: Set<string>
  /** Decisions in force about the reader's reports. */
  outcomes: Set<string>
  /** Decisions that were undone without notifying the reader again. */
  withdrawn: Set<string>
  /** Communities that the reader moderates. */
  queues: Set<string>
  /** Whether blocks or mutes leave a cause out. */
  isMuted(row: NotificationRow, cause: CauseRow): boolean
}

/** The action of causes about a queue. */
export const QUEUE = 'queue'
/** The beginning of the action of causes about items that have waited too long; their number follows. */
export const OVERDUE = 'overdue '

/** How many items have waited too long; null: the cause is about something else. */
export function overdueIn({ action }: Pick<CauseRow, 'action'>): number | null {
  return action.startsWith(OVERDUE) ? Number(action.slice(OVERDUE.length)) : null
}

/** Factor by which more causes are checked while the newest ones are invisible. */
const DEEPER = 10

/** Decides what a person may currently see of their notifications. */
export function createVisibility(dependencies: VisibilityDependencies) {
  const { database, clock, posts, comments, follows, reportDecisions, activityLog, communities } = dependencies
  const mutedFor = createMutedCauses(dependencies)

  async function presentFor(
    viewer: Me,
    all: readonly WithCauses[],
    { toldIn = 'list', tx }: Telling,
  ): Promise<Present> {
    const causes = all.flatMap((one) => one.causes)
    const queues = all.flatMap(({ row }) => (isOfQueue(row.kind) ? [row.community_id] : []))
    const idsIn = (column: 'post_id' | 'comment_id') => [
      ...new Set(causes.map((cause) => cause[column]).filter((id) => id !== '')),
    ]
    const followers = causes.filter(isAboutFollower).map((cause) => cause.actor_id)
    const outcomes = causes.filter(isReportOutcome).map((cause) => cause.cause_id)
    const decisions = causes
      .filter((cause) => cause.action !== '' && !isAboutQueue(cause) && !isReportOutcome(cause))
      .map((cause) => cause.cause_id)
    const [facts, states, following, inForce, withdrawn, queued] = await Promise.all([
      posts.factsById(idsIn('post_id'), null, tx),
      comments.statesById(idsIn('comment_id'), tx),
      followers.length === 0 ? [] : follows.followersAmong(accountIdsOf(viewer), followers, tx),
      outcomes.length === 0 ? new Set<string>() : reportDecisions.outcomesFor(viewer, outcomes, tx),
      decisions.length === 0 ? new Set<string>() : activityLog.withdrawnAmong(decisions, tx),
      communities.factsById([...new Set(queues)], tx),
    ])
    const moderated = [...queued.values()].filter(({ tokenName }) => canListPendingPosts(viewer, tokenName).allowed)
    return {
      posts: facts,
      comments: states,
      followers: new Set(following),
      outcomes: inForce,
      withdrawn,
      queues: new Set(moderated.map(({ id }) => id)),
      isMuted: await mutedFor(viewer, { causes, facts, toldIn }, tx),
    }
  }

  function maySee(viewer: Me, { row, cause }: { row: NotificationRow; cause: CauseRow }, present: Present): boolean {
    // Own actions, including those of accounts merged since, aren't notified.
    if (isOwn(viewer, cause.actor_id) || present.isMuted(row, cause)) return false
    // Reporters see the outcome until it is undone, even if the content is gone. How much of the content to show is
    // decided on display.
    if (isReportOutcome(cause)) return present.outcomes.has(cause.cause_id)
    if (present.withdrawn.has(cause.cause_id)) return false
    if (isOfQueue(row.kind)) return present.queues.has(row.community_id)
    if (row.kind === 'follow') return present.followers.has(cause.actor_id)
    const post = present.posts.get(cause.post_id)
    // A decision about all of a person's content has no post.
    if (cause.post_id === '') return true
    if (!post) return false
    const comment = present.comments.get(cause.comment_id)
    // Banned people may see decisions about their own content.
    if (isDecision(row.kind)) {
      const publisherId = cause.comment_id === '' ? post.publisherId : (comment?.publisherId ?? '')
      return isOwn(viewer, publisherId) && canSeePost(viewer, post).allowed
    }
    if (isBanned(viewer, post.tokenName, clock.now())) return false
    // Saved items remain visible to their authors and moderators.
    if (row.kind === 'reminder' && !comment) return cause.comment_id === '' && canSeePost(viewer, post).allowed
    if (row.kind === 'newPost' || row.kind === 'communityPost') return post.status === PostStatus.published
    return isPublicPost(post.status) && (cause.comment_id === '' || comment?.status === CommentStatus.published)
  }

  /** The notifications the viewer may see, with their visible causes. */
  async function filterVisible<One extends WithCauses>(viewer: Me, all: One[], telling: Telling = {}): Promise<One[]> {
    const present = await presentFor(viewer, all, telling)
    const visibleNotifications = all.map((one) => ({
      ...one,
      causes: one.causes.filter((cause) => maySee(viewer, { row: one.row, cause }, present)),
    }))
    return visibleNotifications.filter(({ causes }) => causes.length > 0)
  }

  /**
   * The visible notifications, each with its newest visible cause, of this round or all. Checks one cause of each and,
   * within the budget, more if that one is invisible.
   */
  async function newestSeen(
    viewer: Me,
    rows: NotificationRow[],
    about: { unreadOnly: boolean; budget: CauseBudget; tx: Transaction | undefined },
  ): Promise<WithCauses[]> {
    const { unreadOnly, budget, tx } = about
    const newestCauses = new Map<string, CauseRow>()
    let open = rows.map((row) => ({ row, below: null as CauseRow | null }))
    for (let step = 1; open.length > 0 && budget.remaining > 0; step *= DEEPER) {
      const most = Math.max(1, Math.min(step, Math.floor(budget.remaining / open.length)))
      const causes = await notificationRepository(database.from(tx)).causesBelow(open, { most, unreadOnly })
      budget.remaining -= Math.max(causes.length, open.length)
      const looked = open.map(({ row }) => ({
        row,
        causes: causes.filter(({ notification_id }) => notification_id === row.id),
      }))
      for (const one of await filterVisible(viewer, looked, { tx }))
        newestCauses.set(one.row.id, one.causes[0] as CauseRow)
      open = looked.flatMap(({ row, causes: all }) => {
        const below = all.at(-1)
        return below && !newestCauses.has(row.id) && hasMoreBelow(row, below, unreadOnly) ? [{ row, below }] : []
      })
    }
    return rows.flatMap((row) => {
      const newest = newestCauses.get(row.id)
      return newest ? [{ row, causes: [newest] }] : []
    })
  }

  return { filterVisible, newestSeen }
}

const REPORT_OUTCOMES: ReadonlySet<string> = new Set(actionsWith({ notifies: 'reporters' }))

/** Whether a cause is about what waits in a queue. */
function isAboutQueue({ action }: Pick<CauseRow, 'action'>): boolean {
  return action === QUEUE || action.startsWith(OVERDUE)
}

/** Whether a cause tells a reporter about the outcome. */
export function isReportOutcome({ action }: Pick<CauseRow, 'action'>): boolean {
  return REPORT_OUTCOMES.has(action)
}

/** A cause without post, comment or decision is a follow. */
function isAboutFollower(cause: CauseRow): boolean {
  return cause.post_id === '' && cause.action === ''
}

function hasMoreBelow(row: NotificationRow, { round, nth }: CauseRow, unreadOnly: boolean): boolean {
  return nth > 1 || (!unreadOnly && round > row.taken_off + 1)
}
