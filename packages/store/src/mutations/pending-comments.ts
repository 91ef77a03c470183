import { type Comment, CommentStatus } from '@stoa/contract'
import { mapLists } from '../cache.ts'
import { listKey, repliesOf } from '../queries.ts'
import type { Stoa } from '../stoa.ts'

/**
 * The viewer's own comments not yet confirmed by the server. Each has a temporary id, and a nonce that its event
 * repeats.
 */
export interface PendingComments {
  /** Adds the comment and counts it before the server does. */
  add(temporary: Comment, nonce: string): void
  /**
   * Handles the event of a new comment. If it is one of these, it replaces the temporary comment; otherwise returns
   * false.
   */
  confirm(comment: Comment, nonce: string | undefined): boolean
  /** Handles the server's response: its comment replaces the temporary one. */
  resolve(temporaryId: string, comment: Comment): void
  /**
   * Handles a failed call: removes the temporary comment. If the event has arrived, the comment was created after all
   * and is returned.
   */
  rollBack(temporaryId: string): Comment | null
  /** Whether a comment is one of these. */
  has(temporaryId: string): boolean
  /** Comments counted for a post or comment that the server's number doesn't include yet. */
  countFor(id: string): number
}

interface PendingComment {
  temporary: Comment
  nonce: string
  /** The server's comment, once its event has arrived. */
  created: Comment | null
}

/** The pending comments of an application: `stoa.singleton(createPendingComments)`. */
export function createPendingComments(stoa: Stoa): PendingComments {
  const pending = new Map<string, PendingComment>()

  function countFor(id: string): number {
    const isCounted = ({ temporary, created }: PendingComment) => !created && parentsOf(temporary).includes(id)
    return [...pending.values()].filter(isCounted).length
  }

  /** The server's comment replaces the temporary one, also above replies that still wait. */
  function replace(temporaryId: string, comment: Comment): void {
    const replies: Comment[] = []
    for (const one of pending.values()) {
      const { parentCommentId: parent, replyToCommentId: answered } = one.temporary
      if (parent !== temporaryId && answered !== temporaryId) continue
      one.temporary = {
        ...one.temporary,
        parentCommentId: parent === temporaryId ? comment.id : parent,
        replyToCommentId: answered === temporaryId ? comment.id : answered,
      }
      if (!one.created) replies.push(one.temporary)
    }
    const isSecond = stoa.temporaryIds.has(comment.id)
    replaceComment(stoa, { temporaryId, comment, replies })
    // Its own number doesn't include them yet.
    if (!isSecond) addToCount(stoa, comment.id, countFor(comment.id))
  }

  return {
    add(temporary, nonce) {
      pending.set(temporary.id, { temporary, nonce, created: null })
      for (const id of parentsOf(temporary)) addToCount(stoa, id, 1)
    },
    confirm(comment, nonce) {
      // The nonce is public once the event is sent, so only the first event can be the comment's own.
      const ownComments = [...pending.values()].filter((one) => one.nonce === nonce && one.created === null)
      for (const one of ownComments) {
        one.created = comment
        replace(one.temporary.id, comment)
      }
      return ownComments.length > 0
    },
    resolve(temporaryId, comment) {
      const { temporary, created } = pending.get(temporaryId) ?? {}
      pending.delete(temporaryId)
      // Only published comments count.
      const isCounted = temporary && !created && comment.status !== CommentStatus.published
      if (isCounted) for (const id of parentsOf(temporary)) addToCount(stoa, id, -1)
      replace(temporaryId, comment)
    },
    rollBack(temporaryId) {
      const { temporary, created } = pending.get(temporaryId) ?? {}
      pending.delete(temporaryId)
      if (created || !temporary) return created ?? null
      for (const id of parentsOf(temporary)) addToCount(stoa, id, -1)
      remove(stoa, temporaryId)
      return null
    },
    has: (temporaryId) => pending.has(temporaryId),
    countFor,
  }
}

/** The post and, for a reply, the comment above it. */
function parentsOf({ postId, parentCommentId }: Comment): string[] {
  return parentCommentId === null ? [postId] : [postId, parentCommentId]
}

function replaceComment(
  stoa: Stoa,
  { temporaryId, comment, replies }: { temporaryId: string; comment: Comment; replies: readonly Comment[] },
): void {
  stoa.temporaryIds.set(comment.id, temporaryId)
  stoa.state.setState(({ comments, lists, newItems }) => {
    const { [temporaryId]: _, ...rest } = comments
    const swap = (ids: readonly string[]) =>
      ids.filter((id) => id !== comment.id).map((id) => (id === temporaryId ? comment.id : id))
    const { [listKey(repliesOf(temporaryId))]: waiting, ...others } = mapLists(lists, temporaryId, swap)
    const key = listKey(repliesOf(comment.id))
    return {
      comments: {
        ...rest,
        [comment.id]: rest[comment.id] ?? comment,
        ...Object.fromEntries(replies.map((reply) => [reply.id, reply])),
      },
      lists: waiting ? { [key]: waiting, ...others } : others,
      newItems: Object.fromEntries(
        Object.entries(newItems).map(([key, ids]) => [key, ids.filter((id) => id !== comment.id)] as const),
      ),
    }
  })
}

function remove(stoa: Stoa, temporaryId: string): void {
  stoa.state.setState(({ comments, lists }) => {
    const { [temporaryId]: _, ...rest } = comments
    return { comments: rest, lists: mapLists(lists, temporaryId, (ids) => ids.filter((id) => id !== temporaryId)) }
  })
}

/** Adds to the number of comments of a post or comment. */
export function addToCount(stoa: Stoa, id: string, step: number): void {
  const withNewReplies = <Row extends { numComments: number }>(entities: Record<string, Row>) => {
    const row = entities[id]
    return row ? { ...entities, [id]: { ...row, numComments: Math.max(0, row.numComments + step) } } : entities
  }
  stoa.state.setState(({ posts, comments }) => ({ posts: withNewReplies(posts), comments: withNewReplies(comments) }))
}
