import {
  type ActivityAction,
  administers,
  administersSection,
  type CallParsedInput,
  CommentStatus,
  canDeleteComment,
  canHideComment,
  canSeeCommentText,
  canSeePost,
  decidesAs,
  hiddenCommentStatus,
  isHidden,
  isHiddenAbove,
  isOwn,
  type Me,
  moderates,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { countRows, type DeletedBatch, type OldBatch, oldIdsBy } from '../../../platform/database/old-rows.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { type FormerState, type LoggedActivity, requiredReason } from '../activity-log/index.ts'
import type { PostRowFacts } from '../posts/index.ts'
import { type CommentRow, commentRepository, type StatusChange } from './repository.ts'
import { arrivalOf, triggerOf } from './triggers.ts'
import type { CommentWriterDependencies } from './writer.ts'

type DeleteInput = CallParsedInput<'commentDelete'>

/** Hides, restores and approves comments. */
export function createCommentHider(dependencies: CommentWriterDependencies) {
  const {
    database,
    clock,
    events,
    triggers,
    communities,
    partnerOrigins,
    posts,
    activityLog,
    loadContext,
    contentFindings,
  } = dependencies
  const { memberships, reputation, arrivals } = dependencies

  async function changeOf(
    viewer: Me,
    about: { row: CommentRow; input: DeleteInput },
    tx: Transaction,
  ): Promise<StatusChange> {
    const { row, input } = about
    const facts = { tokenName: input.tokenName, publisherId: row.publisher_id, status: row.status }
    if (input.hidden) {
      const status = hiddenCommentStatus(viewer, facts)
      const isOwnComment = status === CommentStatus.hiddenByPublisher
      return { status, hidden_by: viewer.id, hidden_reason: isOwnComment ? '' : requiredReason(input) }
    }
    // Only its author publishes again what the author had hidden before.
    const subject = { communityId: row.community_id, personId: '', postId: '', commentId: row.id }
    const { hiddenByPublisher } = CommentStatus
    const isOthers = isHidden(row.status) && !isOwn(viewer, row.publisher_id)
    if (isOthers && (await activityLog.statusesBeforeHidings(tx, subject)).includes(hiddenByPublisher)) {
      return { status: hiddenByPublisher, hidden_by: '', hidden_reason: '' }
    }
    const approves = moderates(viewer, input.tokenName)
    const { approveComments = false } =
      (await communities.factsById([row.community_id], tx)).get(row.community_id) ?? {}
    const isOut = row.status === CommentStatus.published
    // Hiding and restoring must not bypass approval.
    const waits =
      (approves && input.pending === true) ||
      (!approves &&
        (row.status === CommentStatus.pending ||
          (!isOut && (approveComments || (await contentFindings.isHeld(row.id, tx))))))
    return { status: waits ? CommentStatus.pending : CommentStatus.published, hidden_by: '', hidden_reason: '' }
  }

  /** Updates the counters from the reply up to its post. Returns the post's new count, or null if it didn't change. */
  async function recount(tx: Transaction, row: CommentRow, difference: number): Promise<number | null> {
    if (difference === 0) return null
    const activeAt = difference > 0 ? row.created_at : 0
    const repository = commentRepository(tx.connection)
    if (row.parent_id !== '') await repository.countReplies(row.parent_id, { replies: difference, activeAt })
    return (await posts.count(tx, row.post_id, { comments: difference, activeAt })).comments
  }

  /** Sends a thread's open pages the public view of a comment and of its parent. */
  async function publishUpdate(tx: Transaction, row: CommentRow, about: { isNew: boolean; numComments: number }) {
    const repository = commentRepository(tx.connection)
    const top = row.parent_id === '' ? undefined : await repository.byId(row.parent_id)
    const { show } = await loadContext(top ? [row, top] : [row], tx)
    const payload = { postId: row.post_id, comment: show(row), numComments: about.numComments }
    events.publish(tx, { name: about.isNew ? 'comment.created' : 'comment.updated', payload })
    if (top) events.publish(tx, { name: 'comment.updated', payload: { ...payload, comment: show(top) } })
  }

  async function setStatus(tx: Transaction, row: CommentRow, change: StatusChange): Promise<void> {
    const repository = commentRepository(tx.connection)
    await repository.setStatus(row.id, change)
    const isByAuthor = change.status === CommentStatus.hiddenByPublisher && row.content !== ''
    await repository.noteHidden(row.id, isByAuthor ? clock.now() : 0)
  }

  async function apply(tx: Transaction, about: { row: CommentRow; change: StatusChange; post: PostRowFacts }) {
    const { row, change, post } = about
    const before = row.status
    await setStatus(tx, row, change)
    Object.assign(row, change)
    const difference = Number(row.status === CommentStatus.published) - Number(before === CommentStatus.published)
    const numComments = (await recount(tx, row, difference)) ?? post.numComments
    if (difference !== 0) await reputation.recount(tx, row.id)
    const wasUnknown = before === CommentStatus.pending
    if (wasUnknown && row.status !== CommentStatus.pending) arrivals.settle(tx, row.community_id)
    if (wasUnknown && row.status !== CommentStatus.published) return
    await publishUpdate(tx, row, { isNew: wasUnknown, numComments })
    if (!wasUnknown) return
    const to = row.reply_to_id === '' ? null : await commentRepository(tx.connection).byId(row.reply_to_id)
    triggers.record(tx, triggerOf(row, { post, to: to ?? null }))
  }

  /** Logs a moderator's decision. What authors do with their own comments isn't logged. */
  async function log(
    tx: Transaction,
    about: { viewer: Me; row: CommentRow; change: StatusChange; isHiding: boolean; tokenName: string },
  ): Promise<void> {
    const { viewer, row, change } = about
    const isApproved = change.status === CommentStatus.published && row.status === CommentStatus.pending
    if (isOwn(viewer, row.publisher_id) && !isApproved) return
    const decision = {
      communityId: row.community_id,
      actorId: viewer.id,
      action: isApproved ? 'commentApproved' : about.isHiding ? 'commentHidden' : 'commentRestored',
      personId: row.publisher_id,
      postId: row.post_id,
      commentId: row.id,
      reason: change.hidden_reason,
      by: decidesAs(viewer, about.tokenName),
      former: formerOf(row),
    } as const
    if (decision.action === 'commentRestored') await activityLog.addRestoring(tx, decision)
    else await activityLog.add(tx, decision)
  }

  /** Removes the text and hides the comment permanently. */
  async function erase(tx: Transaction, row: CommentRow, post: PostRowFacts): Promise<void> {
    await commentRepository(tx.connection).erase(row.id)
    Object.assign(row, { content: '', mentions: '[]' })
    const { status, hidden_by, hidden_reason } = row
    const change = isHidden(status)
      ? { status, hidden_by, hidden_reason }
      : { status: CommentStatus.hiddenByPublisher, hidden_by: '', hidden_reason: '' }
    await apply(tx, { row, change, post })
  }

  return {
    /**
     * Hides some of a person's visible comments and returns them with their former status; empty when none are left.
     */
    async hideAllOf(
      tx: Transaction,
      about: { hideId: string; communityId: string; publisherId: string; reason: string; limit: number },
    ): Promise<{ id: string; status: number }[]> {
      const rows = await commentRepository(tx.connection).lockedOf(
        { ...about, statuses: [CommentStatus.published, CommentStatus.pending] },
        database.dialect,
      )
      const hidden = rows.map(({ id, status }) => ({ id, status }))
      const change = { status: CommentStatus.hiddenByAdmin, hidden_by: about.hideId, hidden_reason: about.reason }
      for (const row of rows) await apply(tx, { row, change, post: await posts.facts(row.post_id, null, tx) })
      return hidden
    },
    /** Restores the former status of comments, except those decided about since. */
    async restoreHidden(
      tx: Transaction,
      about: { hideId: string; items: { id: string; status: number }[] },
    ): Promise<void> {
      for (const { id, status } of about.items) {
        const row = await commentRepository(tx.connection).locked(id, database.dialect)
        if (row?.status !== CommentStatus.hiddenByAdmin || row.hidden_by !== about.hideId || isErased(row)) continue
        const change = { status, hidden_by: '', hidden_reason: '' }
        // Pending comments were invisible and become pending again.
        if (status === CommentStatus.pending) {
          await commentRepository(tx.connection).setStatus(id, change)
          arrivals.record(tx, arrivalOf(row))
        } else await apply(tx, { row, change, post: await posts.facts(row.post_id, null, tx) })
      }
    },
    /**
     * Erases some of a person's comments: removes their text and hides them permanently. Returns their number, 0 at the
     * end.
     */
    async eraseOf(tx: Transaction, about: { publisherId: string; limit: number }): Promise<number> {
      const rows = await commentRepository(tx.connection).lockedWithText(about, database.dialect)
      for (const row of rows) await erase(tx, row, await posts.facts(row.post_id, null, tx))
      await contentFindings.forget(
        tx,
        rows.map(({ id }) => id),
      )
      return rows.length
    },
    /**
     * Erases some comments that their authors have hidden, except those about which a decision is pending. Their
     * placeholders remain.
     */
    async eraseHidden(
      tx: Transaction,
      batch: OldBatch,
      isDecided: (tx: Transaction, about: { id: string; communityId: string }) => Promise<boolean>,
    ): Promise<DeletedBatch> {
      const repository = commentRepository(tx.connection)
      const [hiddenAt, id = ''] = batch.after.split(' ')
      const rows = await repository.hiddenBefore({ ...batch, after: id === '' ? null : [Number(hiddenAt), id] })
      let removed = 0
      for (const { comment_id: id } of rows) {
        const row = await repository.locked(id, database.dialect)
        // A moderator may have hidden it, too, meanwhile.
        if (row?.status !== CommentStatus.hiddenByPublisher || isErased(row)) await repository.noteHidden(id, 0)
        else if (await isDecided(tx, { id, communityId: row.community_id })) {
          await erase(tx, row, await posts.facts(row.post_id, null, tx))
          await repository.removePublisher(id)
          await contentFindings.forget(tx, [id])
          removed += 1
        }
      }
      const last = rows.at(-1)
      return { removed, after: rows.length < batch.limit || !last ? null : `${last.hidden_at} ${last.comment_id}` }
    },
    countHidden: () => countRows(database.slowRead, 'hidden_comments'),
    /** Deletes some old former texts, except of comments about which a decision is pending. */
    async deleteOldRevisions(
      tx: Transaction,
      batch: OldBatch,
      isDecided: (tx: Transaction, about: { id: string; communityId: string }) => Promise<boolean>,
    ): Promise<DeletedBatch> {
      const repository = commentRepository(tx.connection)
      const { idsOf, after } = await oldIdsBy(tx.connection, { table: 'comment_revisions', owner: 'comment_id' }, batch)
      let removed = 0
      for (const [id, ids] of [...idsOf].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        const row = await repository.locked(id, database.dialect)
        if (row && !(await isDecided(tx, { id, communityId: row.community_id }))) continue
        removed += await repository.deleteRevisions(ids)
      }
      return { removed, after }
    },
    countRevisions: () => countRows(database.slowRead, 'comment_revisions'),
    /** Locks a comment, so that it isn't erased before the transaction ends; throws COMMENT_NOT_FOUND if it is erased. */
    async hold(tx: Transaction, commentId: string): Promise<void> {
      const row = await commentRepository(tx.connection).locked(commentId, database.dialect)
      if (!row || isErased(row)) throw new DomainError('COMMENT_NOT_FOUND')
    },
    /**
     * Erases a comment at its author's request. It loses its author, so only its placeholder remains. `assertDecided`
     * throws while a moderator's decision is pending.
     */
    async eraseOwn(
      tx: Transaction,
      viewer: Me,
      about: {
        commentId: string
        tokenName: string
        assertDecided(comment: { id: string; communityId: string }): Promise<void>
      },
    ) {
      const repository = commentRepository(tx.connection)
      const row = await repository.locked(about.commentId, database.dialect)
      if (!row) throw new DomainError('COMMENT_NOT_FOUND')
      const post = await posts.facts(row.post_id, null, tx)
      const { tokenName } = post
      if (tokenName !== about.tokenName || !canSeePost(viewer, post).allowed) throw new DomainError('COMMENT_NOT_FOUND')
      const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
      assertAllowed(canDeleteComment(viewer, facts, clock.now()))
      // What can't be undone is done where it is seen: a partner's site has no say over comments of other places.
      await partnerOrigins.checkSite(viewer, row.community_id, tx)
      await posts.assertOnSite(viewer, [row.post_id], tx)
      await about.assertDecided({ id: row.id, communityId: row.community_id })
      await erase(tx, row, post)
      await repository.removePublisher(row.id)
      await contentFindings.forget(tx, [row.id])
      const { show } = await loadContext([{ ...row, publisher_id: '' }], tx)
      return show({ ...row, publisher_id: '' })
    },
    /** Reverts a comment to its state before a decision; throws UNDO_REFUSED if it has changed since. */
    async undoDecision(
      tx: Transaction,
      viewer: Me,
      { id: activityId, action, commentId, former = PUBLISHED }: LoggedActivity & { former: FormerState | undefined },
    ): Promise<void> {
      const row = await commentRepository(tx.connection).locked(commentId, database.dialect)
      if (!row || isErased(row)) throw new DomainError('UNDO_REFUSED')
      const post = await posts.facts(row.post_id, null, tx)
      const { tokenName } = post
      const facts = { tokenName, publisherId: row.publisher_id, status: row.status }
      const { status, hiddenReason: hidden_reason, hiddenBy: hidden_by } = former
      assertAllowed(canHideComment(viewer, facts, { hidden: isHidden(status), now: clock.now() }))
      if (!moderates(viewer, tokenName)) throw new DomainError('FORBIDDEN')
      if (isHiddenAbove(viewer, { status, tokenName })) throw new DomainError('FORBIDDEN')
      if (!DECIDED[action]?.has(row.status)) throw new DomainError('UNDO_REFUSED')
      const change = { status, hidden_reason, hidden_by }
      await activityLog.add(tx, {
        communityId: row.community_id,
        actorId: viewer.id,
        personId: row.publisher_id,
        postId: row.post_id,
        commentId,
        action: undoActionOf(row.status, status),
        undoes: activityId,
        former: formerOf(row),
        reason: BY_MODERATORS.has(status) ? hidden_reason : '',
        by: decidesAs(viewer, tokenName),
      })
      // No event if it was invisible before and still is.
      const isShown = [row.status, status].includes(CommentStatus.published)
      if (isShown) await apply(tx, { row, change, post })
      else await setStatus(tx, row, change)
    },
    /**
     * Hides or restores a comment. For a moderator, restoring also approves a pending comment, or makes a hidden one
     * pending again.
     */
    async setHidden(viewer: Me, input: DeleteInput, tx?: Transaction) {
      return database.transaction(async (tx) => {
        const row = await commentRepository(tx.connection).locked(input.commentId, database.dialect)
        if (!row) throw new DomainError('COMMENT_NOT_FOUND')
        const post = await posts.facts(row.post_id, null, tx)
        if (post.tokenName !== input.tokenName || !canSeePost(viewer, post).allowed)
          throw new DomainError('COMMENT_NOT_FOUND')
        // On a partner's site, members may hide their own comments of other places, too.
        const actor = isOwn(viewer, row.publisher_id)
          ? (await posts.viewersOf(viewer, [row.post_id], tx))(row.post_id)
          : viewer
        const facts = { tokenName: post.tokenName, publisherId: row.publisher_id, status: row.status }
        const isGone = !input.hidden && isErased(row) && canSeeCommentText(actor, facts)
        if (!isGone) assertAllowed(canHideComment(actor, facts, { hidden: input.hidden, now: clock.now() }))
        await partnerOrigins.checkSite(viewer, row.community_id, tx)
        if (!isOwn(viewer, row.publisher_id)) await posts.assertOnSite(viewer, [row.post_id], tx)
        if (isGone) throw new DomainError('COMMENT_ERASED')
        const isDone = input.hidden
          ? isHidden(row.status) && !outranks(actor, row, post.tokenName)
          : row.status === CommentStatus.published || (input.pending === true && !isHidden(row.status))
        if (!isDone) {
          if (!input.hidden && UP_TO_MODERATORS.has(row.status) && moderates(actor, post.tokenName)) {
            await memberships.assertImpartial(viewer, { communityId: row.community_id, personId: row.publisher_id }, tx)
          }
          const change = await changeOf(actor, { row, input }, tx)
          await log(tx, { viewer: actor, row, change, isHiding: input.hidden, tokenName: post.tokenName })
          if (change.status === CommentStatus.pending) arrivals.record(tx, arrivalOf(row))
          await apply(tx, { row, change, post })
        }
        const { show } = await loadContext([row], tx)
        return { comment: show(row, viewer) }
      }, tx)
    },
  }
}

const PUBLISHED: FormerState = { status: CommentStatus.published, hiddenReason: '', hiddenBy: '' }
/** The status of a comment after a moderator hides it. */
const BY_MODERATORS: ReadonlySet<number> = new Set([
  CommentStatus.hiddenByAdmin,
  CommentStatus.hiddenByDomainAdmin,
  CommentStatus.hiddenByCategoryAdmin,
])

/** Statuses that any moderator may change. */
const UP_TO_MODERATORS: ReadonlySet<number> = new Set([CommentStatus.hiddenByAdmin, CommentStatus.pending])

/** The status of a comment after each decision, until something else changes it. */
const DECIDED: Partial<Record<ActivityAction, ReadonlySet<number>>> = {
  commentHidden: BY_MODERATORS,
  commentRestored: new Set([CommentStatus.published, CommentStatus.pending, CommentStatus.hiddenByPublisher]),
  commentApproved: new Set([CommentStatus.published]),
  commentReturned: new Set([CommentStatus.pending, CommentStatus.hiddenByPublisher]),
}

/** The logged action when a comment returns to a status. */
function undoActionOf(from: number, to: number): ActivityAction {
  if (BY_MODERATORS.has(to)) return 'commentHidden'
  if (to !== CommentStatus.published) return 'commentReturned'
  return from === CommentStatus.pending ? 'commentApproved' : 'commentRestored'
}

function formerOf({ status, hidden_reason: hiddenReason, hidden_by: hiddenBy }: CommentRow): FormerState {
  return { status, hiddenReason, hiddenBy }
}

/** Whether a comment is erased, because its author deleted it or has left. */
function isErased({ content }: CommentRow): boolean {
  return content === ''
}

/** A moderator's decision overrides the publisher's own; that of a section's admin overrides both, a domain admin's all. */
function outranks(viewer: Me, row: CommentRow, tokenName: string): boolean {
  if (isOwn(viewer, row.publisher_id)) return false
  if (administers(viewer, tokenName)) return row.status !== CommentStatus.hiddenByDomainAdmin
  if (administersSection(viewer, tokenName))
    return (
      row.status !== CommentStatus.hiddenByCategoryAdmin && !isHiddenAbove(viewer, { status: row.status, tokenName })
    )
  return row.status === CommentStatus.hiddenByPublisher
}
