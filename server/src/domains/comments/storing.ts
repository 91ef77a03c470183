import { type Comment, CommentStatus } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import { changedMeanwhile, type Unit } from '../../db/unit.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Happening, Happenings } from '../notifications/happenings.ts'
import type { PostService } from '../posts/service.ts'
import { type CommentRow, commentRepository } from './repository.ts'

/** A new comment with what tells of it, and what its permission was judged by. */
export interface StoredComment {
  row: CommentRow
  /** As everybody sees it; null where nobody is told. */
  told: Comment | null
  /** Whom it concerns; null where nobody is told. */
  happening: Happening | null
  /** Status of its post. */
  postStatus: number
  /** The comments that it answers. */
  answered: CommentRow[]
}

interface Dependencies {
  database: Database
  events: Events
  happenings: Happenings
  posts: PostService
  /** Forgets what is known of a post that has turned out to be different. */
  forgetPost(postId: string): void
}

/**
 * Stores new comments with everything that counts them. All comments of a transaction are written together: answered
 * comments and posts are locked and looked at once more, then one insert for all, one update for each comment answered
 * and for each post. The posts' rows are locked last, as by every writer of a thread.
 */
export function createCommentStore({ database, events, happenings, posts, forgetPost }: Dependencies) {
  async function write(unit: Unit, batch: StoredComment[]): Promise<void> {
    const repository = commentRepository(unit.connection)
    await lockAnswered(unit, batch)
    const published = batch.filter(({ row }) => row.status === CommentStatus.published)
    const byPost = grouped(batch, ({ row }) => row.post_id)
    const changes = byPost.map(([postId, group]) => ({ postId, ...sumOf(group.filter(isPublished)) }))
    const posted = await posts.countComments(unit, changes)
    for (const { row, postStatus } of batch) {
      if (posted.get(row.post_id)?.status === postStatus) continue
      forgetPost(row.post_id)
      throw changedMeanwhile
    }
    unit.atCommit(repository.insertion(batch.map(({ row }) => row)))
    const replies = published.filter(({ row }) => row.parent_id !== '')
    for (const [id, group] of grouped(replies, ({ row }) => row.parent_id)) {
      const { comments, activeAt } = sumOf(group)
      unit.atCommit(repository.countReplies(id, { replies: comments, activeAt }))
    }
    for (const [postId, group] of byPost) {
      let numComments = (posted.get(postId)?.comments ?? 0) - group.filter(isPublished).length
      for (const { told, happening } of group.filter(isPublished)) {
        numComments += 1
        if (!told) continue
        const payload = { postId, comment: told, numComments }
        events.publish(unit, { name: 'comment.created', room: rooms.post(postId), payload })
        if (happening) happenings.note(unit, happening)
      }
    }
  }

  /** Locks the answered comments; none may have been hidden or moved since its answer was allowed. */
  async function lockAnswered(unit: Unit, batch: StoredComment[]): Promise<void> {
    const answered = new Map(batch.flatMap((comment) => comment.answered).map((row) => [row.id, row]))
    if (answered.size === 0) return
    const rows = await commentRepository(unit.connection).lockStates([...answered.keys()], database.dialect)
    const states = new Map(rows.map((row) => [row.id, row]))
    for (const { id, status, post_id: postId } of batch.flatMap((comment) => comment.answered)) {
      const now = states.get(id)
      if (now?.status !== status || now.post_id !== postId) throw changedMeanwhile
    }
  }

  /** Adds a comment to what the transaction stores. */
  return function store(unit: Unit, comment: StoredComment): void {
    unit.collect(write, comment)
  }
}

function isPublished({ row }: StoredComment): boolean {
  return row.status === CommentStatus.published
}

/** Groups in the order of their ids, so that two transactions take the rows' locks in the same order. */
function grouped(batch: StoredComment[], idOf: (comment: StoredComment) => string): [string, StoredComment[]][] {
  const groups = new Map<string, StoredComment[]>()
  for (const comment of batch) {
    const id = idOf(comment)
    const group = groups.get(id)
    if (group) group.push(comment)
    else groups.set(id, [comment])
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1))
}

function sumOf(group: StoredComment[]): { comments: number; activeAt: number } {
  return { comments: group.length, activeAt: Math.max(0, ...group.map(({ row }) => row.created_at)) }
}
