import type { CallOutput, Comment } from '@stoa/contract'
import { isTemporary } from '../cache.ts'
import { draftKey } from '../draft-storage.ts'
import { createDrafts } from '../drafts.ts'
import { addLocalItems } from '../lists.ts'
import type { Outbox, OutboxEntry } from '../outbox.ts'
import { listKey, openListsOf, repliesOf } from '../queries.ts'
import type { Stoa } from '../stoa.ts'
import { createMutationQueue } from './mutation-queue.ts'
import { createPendingComments } from './pending-comments.ts'
import { reactionUpdate, voteUpdate } from './wishes.ts'

/** Shows what waits in the outbox in its place, and the responses to what was written before the page was opened. */
export function showKeptWrites(stoa: Stoa, outbox: Pick<Outbox, 'onEnd'>): void {
  const pending = stoa.singleton(createPendingComments)
  stoa.onDestroy(
    stoa.state.subscribe((state, before) => {
      if (state.outbox !== before.outbox || state.lists !== before.lists) showAll(state.outbox)
    }),
  )
  stoa.onDestroy(outbox.onEnd(end))
  showAll(stoa.state.getState().outbox)

  function showAll(entries: readonly OutboxEntry[]): void {
    // Their event has arrived before the response.
    const created = new Set(stoa.temporaryIds.values())
    for (const entry of entries) {
      if (entry.call !== 'commentCreate' || !entry.comment || created.has(entry.comment.id)) continue
      const { comment, input } = entry
      const shown = stoa.state.getState().comments[comment.id]
      if (!pending.has(comment.id)) pending.add(comment, input.nonce ?? '')
      if (!shown || shown.content !== comment.content)
        stoa.state.setState(({ comments }) => ({ comments: { ...comments, [comment.id]: comment } }))
      place(stoa, comment)
    }
  }

  function end(entry: OutboxEntry, output: unknown): void {
    const queue = stoa.singleton(createMutationQueue)
    if (entry.call === 'postReaction' && output !== null) {
      const payload = output as CallOutput<'postReaction'>
      queue.reconcile(payload.entityId, reactionUpdate(payload), { facts: true })
    } else if (entry.call === 'postVote' && output !== null) {
      queue.reconcile(entry.input.postId, voteUpdate(output as CallOutput<'postVote'>), { facts: true })
    } else if (entry.call === 'commentCreate' && entry.comment) {
      endComment(entry.comment, (output as CallOutput<'commentCreate'> | null)?.comment ?? null)
    }
  }

  function endComment(temporary: Comment, comment: Comment | null): void {
    if (!comment) return void pending.rollBack(temporary.id)
    moveReplyDraft(stoa, { postId: temporary.postId, from: temporary.id, to: comment.id })
    pending.resolve(temporary.id, comment)
    place(stoa, comment)
  }
}

/** Adds a comment to the open lists that don't have it: at the top, or after the replies. */
function place(stoa: Stoa, comment: Comment): void {
  const { lists, comments } = stoa.state.getState()
  const { id, postId, parentCommentId } = comment
  if (parentCommentId === null) {
    for (const query of openListsOf(stoa, postId)) {
      if (!lists[listKey(query)]?.ids.includes(id)) addLocalItems(stoa, query, [id])
    }
    return
  }
  const query = repliesOf(parentCommentId)
  const list = lists[listKey(query)]
  // A page brings the replies of its comments. Before, a list would seem complete.
  const isComplete = list !== undefined || isTemporary(parentCommentId) || stoa.temporaryIds.has(parentCommentId)
  if (comments[parentCommentId] && isComplete && !list?.ids.includes(id)) addLocalItems(stoa, query, [id])
}

/** Somebody is writing a reply to a comment that was sent meanwhile. */
function moveReplyDraft(stoa: Stoa, { postId, from, to }: { postId: string; from: string; to: string }): void {
  const drafts = stoa.singleton(createDrafts)
  const before = draftKey(postId, `reply:${from}`)
  const text = drafts.get(before)
  if (text === '') return
  drafts.set(draftKey(postId, `reply:${to}`), text)
  // Its box has the new key by then.
  setTimeout(() => drafts.clear(before))
}
