import type { Comment } from '@stoa/contract'
import type { List } from '../state.ts'
import type { Stoa } from '../stoa.ts'

/**
 * The viewer's own comments on their way to the server. An event may tell of one before its answer does; nothing in it
 * says which of two equal texts it is, so it is held until the answers are there.
 */
export interface Unsent {
  /** Counts the comment in before the server does. */
  add(comment: Comment): void
  /** The server's comment takes the place of the temporary one. */
  settle(temporaryId: string, comment: Comment): void
  /** Takes a comment away that was refused, or got no answer. Returns the comment when an event tells that it did arrive. */
  fail(temporaryId: string, options: { refused: boolean }): Comment | null
  /** Holds an event that may be of one of these comments. False: it is not. */
  hold(comment: Comment): boolean
  /** Comments that are counted in for a post or comment but not in the server's number. */
  countFor(id: string): number
  /** Hears of a held comment that turned out to be nobody's here: written by the viewer in another tab. */
  onStranger(listener: (comment: Comment) => void): void
}

/** The one register of an application's comments on their way. */
export function createUnsent(stoa: Stoa): Unsent {
  const waiting = new Map<string, Comment>()
  const held = new Map<string, Comment>()
  /** Ids that answers have told. */
  const settled = new Set<string>()
  let stranger: (comment: Comment) => void = () => {}

  function isWaitedFor(comment: Comment): boolean {
    return [...waiting.values()].some((own) => isSame(own, comment))
  }

  /** Lets go of what no comment on its way can be any more. */
  function releaseStrangers(): void {
    for (const comment of held.values()) {
      if (isWaitedFor(comment)) continue
      held.delete(comment.id)
      for (const id of placesOf(comment)) addToCount(stoa, id, 1)
      stranger(comment)
    }
  }

  return {
    add(comment) {
      waiting.set(comment.id, comment)
      for (const id of placesOf(comment)) addToCount(stoa, id, 1)
    },
    settle(temporaryId, comment) {
      waiting.delete(temporaryId)
      held.delete(comment.id)
      settled.add(comment.id)
      replace(stoa, { temporaryId, comment })
      releaseStrangers()
    },
    fail(temporaryId, { refused }) {
      const comment = waiting.get(temporaryId)
      if (!comment) return null
      waiting.delete(temporaryId)
      const arrived = [...held.values()].find((one) => isSame(comment, one))
      if (!refused && arrived && !isWaitedFor(arrived)) {
        held.delete(arrived.id)
        replace(stoa, { temporaryId, comment: arrived })
        return arrived
      }
      for (const id of placesOf(comment)) addToCount(stoa, id, -1)
      remove(stoa, temporaryId)
      releaseStrangers()
      return null
    },
    hold(comment) {
      if (settled.has(comment.id) || !isWaitedFor(comment)) return false
      held.set(comment.id, comment)
      return true
    },
    countFor(id) {
      const counted = (comments: Iterable<Comment>) =>
        [...comments].filter((comment) => placesOf(comment).includes(id)).length
      return counted(waiting.values()) - counted(held.values())
    },
    onStranger(listener) {
      stranger = listener
    },
  }
}

function placesOf({ postId, parentCommentId }: Comment): string[] {
  return parentCommentId === null ? [postId] : [postId, parentCommentId]
}

function isSame(own: Comment, comment: Comment): boolean {
  return (
    own.postId === comment.postId &&
    own.replyToCommentId === comment.replyToCommentId &&
    own.publisherId === comment.publisherId &&
    own.content === comment.content
  )
}

function replace(stoa: Stoa, { temporaryId, comment }: { temporaryId: string; comment: Comment }): void {
  stoa.state.setState(({ comments, lists, fresh }) => {
    const { [temporaryId]: _, ...rest } = comments
    const swap = (ids: readonly string[]) =>
      ids.filter((id) => id !== comment.id).map((id) => (id === temporaryId ? comment.id : id))
    return {
      comments: { ...rest, [comment.id]: rest[comment.id] ?? comment },
      lists: mapLists(lists, temporaryId, swap),
      fresh: Object.fromEntries(
        Object.entries(fresh).map(([key, ids]) => [key, ids.filter((id) => id !== comment.id)] as const),
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

type Ids = readonly string[]

/** Changes the ids of the lists that hold one. */
function mapLists(lists: Record<string, List>, id: string, change: (ids: Ids) => Ids): Record<string, List> {
  return Object.fromEntries(
    Object.entries(lists).map(([key, list]) => [
      key,
      list.ids.includes(id) ? { ...list, ids: change(list.ids), local: change(list.local) } : list,
    ]),
  )
}

/** Adds to the number of comments of a post or comment. */
export function addToCount(stoa: Stoa, id: string, step: number): void {
  const added = <Row extends { numComments: number }>(table: Record<string, Row>) => {
    const row = table[id]
    return row ? { ...table, [id]: { ...row, numComments: Math.max(0, row.numComments + step) } } : table
  }
  stoa.state.setState(({ posts, comments }) => ({ posts: added(posts), comments: added(comments) }))
}
