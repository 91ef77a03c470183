import { type Comment, CommentStatus } from '@stoa/contract'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { createGroupCommit } from '../../../platform/database/group-commit.ts'
import { insertion } from '../../../platform/database/transaction.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NotificationTrigger, NotificationTriggers } from '../../people/accounts/index.ts'
import type { CommunityService, LockedSettings } from '../../people/communities/index.ts'
import type { Arrivals, ContentFindings, Outcome } from '../checks/index.ts'
import { lockOf, type PostRowFacts, type PostService } from '../posts/index.ts'
import { type CommentRow, commentRepository, countOfReplies } from './repository.ts'
import { arrivalOf } from './triggers.ts'

/** A new comment, with the facts that its permission was based on. */
export interface NewCommentRow {
  row: CommentRow
  /** The public view for its event; null for no event. */
  publicComment: Comment | null
  /** Null for no notifications. */
  trigger: NotificationTrigger | null
  /** Result of the checks; null if it was not checked. */
  outcome: Outcome | null
  /** Its post when the permission was checked. */
  post: Pick<PostRowFacts, 'status' | 'lockedBy' | 'archived'>
  /** Its community's settings when the permission was checked; null if it doesn't depend on them. */
  community: Omit<LockedSettings, 'archived'> | null
  /** The comments it replies to. */
  repliedComments: CommentRow[]
  /** Sent by the author's client, to recognize the event. */
  nonce?: string | undefined
  /** Records the response for repeats of the request. */
  record(tx: Transaction): void
}

interface Dependencies extends Pick<Platform, 'database' | 'events'> {
  triggers: NotificationTriggers
  posts: PostService
  communities: Pick<CommunityService, 'lockSettings'>
  contentFindings: Pick<ContentFindings, 'add'>
  arrivals: Arrivals
  /** Drops a post from the cache after it turned out to be different. */
  forgetPost(postId: string): void
}

/** Stores new comments and updates all counters. */
export function createCommentBatchWriter(dependencies: Dependencies) {
  const { database, events, triggers, posts, communities, contentFindings, arrivals, forgetPost } = dependencies

  /**
   * Writes comments together. Locks communities, parent comments and posts, and compares them with the facts that the
   * permissions were based on; then makes all changes in one message: one insert for all, one update per parent
   * comment and post. Returns comments whose permission must be checked again. Posts' rows are locked last, as by all
   * writers of a thread.
   */
  async function write(tx: Transaction, batch: NewCommentRow[]): Promise<NewCommentRow[]> {
    const settings = await communities.lockSettings(tx, [...new Set(batch.map(({ row }) => row.community_id))])
    const lockedById = await lockRepliedComments(tx, batch)
    const counts = await posts.lockCounts(tx, [...new Set(batch.map(({ row }) => row.post_id))].sort())
    const isCurrent = ({ row, post, community, repliedComments }: NewCommentRow) => {
      const now = counts.get(row.post_id)
      const settingsNow = settings.get(row.community_id)
      return (
        now?.status === post.status &&
        lockOf(now).lockedBy === post.lockedBy &&
        settingsNow?.archived === post.archived &&
        (community === null ||
          (settingsNow.approveComments === community.approveComments &&
            settingsNow.anonymousComments === community.anonymousComments)) &&
        repliedComments.every(({ id, status, post_id }) => {
          const now = lockedById.get(id)
          return now?.status === status && now.post_id === post_id
        })
      )
    }
    const current = batch.filter(isCurrent)
    tx.changeLast(
      ...insertion(
        'comments',
        current.map(({ row }) => row),
      ),
    )
    contentFindings.add(
      tx,
      current.flatMap(({ row, outcome }) =>
        outcome ? [{ ...outcome, entityId: row.id, communityId: row.community_id }] : [],
      ),
    )
    const published = current.filter(({ row }) => row.status === CommentStatus.published)
    const replies = published.filter(({ row }) => row.parent_id !== '')
    for (const [id, group] of groupsById(replies, ({ row }) => row.parent_id)) {
      const { comments, activeAt } = sumOf(group)
      tx.changeLast(countOfReplies(id, { replies: comments, activeAt }))
    }
    for (const [postId, group] of groupsById(published, ({ row }) => row.post_id)) {
      const before = counts.get(postId)
      if (!before) continue
      posts.addCountsLast(tx, before, sumOf(group))
      let numComments = before.num_comments
      for (const { publicComment, trigger, nonce } of group) {
        numComments += 1
        if (!publicComment) continue
        const payload = { postId, comment: publicComment, numComments, ...(nonce && { nonce }) }
        events.publish(tx, { name: 'comment.created', payload })
        if (trigger) triggers.record(tx, trigger)
      }
    }
    for (const { row } of current) {
      if (row.status === CommentStatus.pending) arrivals.record(tx, arrivalOf(row))
    }
    for (const { record } of current) record(tx)
    const stale = batch.filter((comment) => !current.includes(comment))
    for (const { row } of stale) forgetPost(row.post_id)
    return stale
  }

  async function lockRepliedComments(tx: Transaction, batch: NewCommentRow[]) {
    const ids = [...new Set(batch.flatMap((comment) => comment.repliedComments).map(({ id }) => id))]
    const rows = ids.length === 0 ? [] : await commentRepository(tx.connection).lockStates(ids, database.dialect)
    return new Map(rows.map((row) => [row.id, row]))
  }

  async function writeAll(tx: Transaction, batch: NewCommentRow[]): Promise<void> {
    if ((await write(tx, batch)).length > 0) throw new StaleReadError()
  }

  return {
    /**
     * Stores a comment together with others that arrive at the same time; false if its permission must be checked
     * again.
     */
    add: createGroupCommit({ database, laneOf: ({ row }) => row.community_id, write }).add,
    /** Stores a comment just before a transaction commits. */
    addTo: (tx: Transaction, comment: NewCommentRow): void => tx.collect(writeAll, comment),
  }
}

/** Groups in the order of their ids, so that transactions lock rows in the same order. */
function groupsById(batch: NewCommentRow[], idOf: (comment: NewCommentRow) => string) {
  return [...groupBy(batch, idOf)].sort(([left], [right]) => (left < right ? -1 : 1))
}

function sumOf(group: NewCommentRow[]): { comments: number; activeAt: number } {
  return { comments: group.length, activeAt: Math.max(0, ...group.map(({ row }) => row.created_at)) }
}
