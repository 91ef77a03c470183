import { type Comment, CommentStatus } from '@stoa/contract'
import type { Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { PostService } from '../posts/service.ts'
import { type CommentRow, commentRepository } from './repository.ts'

/** A new comment and how everybody sees it; null where nobody is told. */
export interface StoredComment {
  row: CommentRow
  told: Comment | null
}

/**
 * Stores new comments with everything that counts them. All comments of a transaction are written together just before
 * its commit: one insert for all, one update for each comment answered and for each post. The posts' rows come last,
 * because every writer of a thread queues for them.
 */
export function createCommentStore({ events, posts }: { events: Events; posts: PostService }) {
  const batches = new WeakMap<Unit, StoredComment[]>()

  async function write(unit: Unit, batch: StoredComment[]): Promise<void> {
    const repository = commentRepository(unit.connection)
    await repository.insert(batch.map(({ row }) => row))
    const published = batch.filter(({ row }) => row.status === CommentStatus.published)
    const replies = published.filter(({ row }) => row.parent_id !== '')
    for (const [id, group] of grouped(replies, (row) => row.parent_id)) {
      await repository.countReplies(id, { replies: group.length, activeAt: latest(group) })
    }
    for (const [postId, group] of grouped(published, (row) => row.post_id)) {
      const counts = await posts.count(unit, postId, { comments: group.length, activeAt: latest(group) })
      for (const [index, { told }] of group.entries()) {
        if (!told) continue
        const numComments = counts.comments - (group.length - 1 - index)
        const payload = { postId, comment: told, numComments }
        events.publish(unit, { name: 'comment.created', room: rooms.post(postId), payload })
      }
    }
  }

  /** Adds a comment to what the transaction stores before its commit. */
  return function store(unit: Unit, comment: StoredComment): void {
    const batch = batches.get(unit)
    if (batch) {
      batch.push(comment)
      return
    }
    const started = [comment]
    batches.set(unit, started)
    unit.beforeCommit(() => write(unit, started))
  }
}

/** Groups in the order of their ids, so that two transactions take the rows' locks in the same order. */
function grouped(batch: StoredComment[], idOf: (row: CommentRow) => string): [string, StoredComment[]][] {
  const groups = new Map<string, StoredComment[]>()
  for (const comment of batch) {
    const id = idOf(comment.row)
    const group = groups.get(id)
    if (group) group.push(comment)
    else groups.set(id, [comment])
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1))
}

function latest(group: StoredComment[]): number {
  return Math.max(...group.map(({ row }) => row.created_at))
}
