import {
  type ActivityAction,
  administers,
  administersSection,
  type CallOutput,
  type CallParsedInput,
  canApprovePost,
  canHidePost,
  canLockPost,
  canPinPost,
  canRemoveFile,
  hasPermission,
  hiddenPostStatus,
  isDecidedAbove,
  isHidden,
  isHiddenAbove,
  isOwn,
  isPublicPost,
  type Me,
  moderatedKinds,
  PINNED_POSTS_MAX,
  type Post,
  PostStatus,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MediaService } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { type ActivityLog, type FormerState, requiredReason, type UndoableActivity } from '../activity-log/index.ts'
import { createDraftParts } from './drafts/draft-parts.ts'
import { formerStatusOf } from './hider.ts'
import type { Locked, LockedPosts } from './locked-posts.ts'
import type { CheckedPublication } from './publication/checked-publication.ts'
import type { PostPublication } from './publication/publication.ts'
import type { PostReader, PostRowFacts } from './reader.ts'
import { isErased, type PostRow, postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'>, LockedPosts {
  activityLog: Pick<ActivityLog, 'byIds' | 'statusesBeforeHidings'>
  communities: CommunityService
  uploaded: Pick<MediaService, 'shows' | 'shownIn' | 'setRemoved'>
  memberships: Pick<MembershipService, 'assertImpartial'>
  reader: PostReader
  publication: PostPublication
  checkedPublication: Pick<CheckedPublication, 'publishWaiting'>
}

/** Hides, restores, pins and locks posts, and undoes decisions about them. Authors hide and restore their own. */
export function createModeratorActions(dependencies: Dependencies) {
  const { database, clock, activityLog, communities, uploaded, memberships, reader } = dependencies
  const { publication, checkedPublication } = dependencies
  const { act, log, withdraw } = dependencies
  const { change } = publication
  const { publishWaiting } = checkedPublication
  const { assertDraftRoom } = createDraftParts(dependencies)

  /** The status after restoring. Hiding and restoring doesn't bypass approval. */
  function restoredStatus(viewer: Me, { row, facts }: Locked): number {
    const approves = moderatedKinds(viewer, facts.tokenName).includes(facts.kind)
    const wasPublished = row.former_status === PostStatus.published
    return wasPublished && facts.approvePosts && !approves ? PostStatus.pending : row.former_status
  }

  async function hide(
    tx: Transaction,
    viewer: Me,
    { locked, input }: { locked: Locked; input: Pick<CallParsedInput<'postDelete'>, 'reason' | 'reasonText'> },
  ): Promise<PostRow> {
    const { row, facts, now } = locked
    if (isHidden(row.status) && !outranks(viewer, facts)) return row
    const isOwnPost = isOwn(viewer, row.publisher_id)
    const reason = isOwnPost ? '' : requiredReason(input)
    const former_status = isHidden(row.status) ? row.former_status : formerStatusOf(row)
    const to = { status: hiddenPostStatus(viewer, facts), hidden_reason: reason, hidden_by: '', former_status }
    const decision = { action: 'postHidden' as const, reason, former: formerOf(row) }
    if (!isOwnPost) await log(tx, viewer, { row, tokenName: facts.tokenName, ...decision })
    if (row.status === PostStatus.scheduled) return withdraw(tx, row, to)
    return change(tx, row, { ...to, updated_at: now })
  }

  /** Whether its author had hidden a post before moderators did. */
  async function isWithdrawnByAuthor(tx: Transaction, { id, community_id }: PostRow): Promise<boolean> {
    const about = { communityId: community_id, personId: '', postId: id, commentId: '' }
    return (await activityLog.statusesBeforeHidings(tx, about)).includes(PostStatus.hiddenByPublisher)
  }

  async function restore(tx: Transaction, viewer: Me, locked: Locked): Promise<PostRow> {
    const { row, facts, now } = locked
    if (!isHidden(row.status)) return row
    // Erased posts are gone, and the addresses of a merged article redirect to the other one.
    const isGone = isErased(row) || (await postRepository(tx.connection).slugsOf(row.id)).length === 0
    if (isGone) throw new DomainError('POST_DELETED')
    if (row.status === PostStatus.hiddenByAdmin) {
      await memberships.assertImpartial(viewer, { communityId: row.community_id, personId: row.publisher_id }, tx)
    }
    const isOwnPost = isOwn(viewer, row.publisher_id)
    // Only its author publishes again what the author had hidden before.
    const isWithdrawn = !isOwnPost && (await isWithdrawnByAuthor(tx, row))
    const status = isWithdrawn ? PostStatus.hiddenByPublisher : restoredStatus(viewer, locked)
    if (status === PostStatus.draft && isOwnPost) await assertDraftRoom(tx, viewer)
    const decision = { action: 'postRestored' as const, former: formerOf(row) }
    if (!isOwnPost) await log(tx, viewer, { row, tokenName: facts.tokenName, ...decision })
    const former_status = isWithdrawn ? row.former_status : 0
    const to = { status, hidden_reason: '', hidden_by: '', former_status, updated_at: now }
    return publishWaiting(tx, await publication.restore(tx, row, to))
  }

  /** Pins within a community are serialized, so that there are never too many. */
  async function setPinned(
    tx: Transaction,
    viewer: Me,
    { locked, isPinned, undoes }: { locked: Locked; isPinned: boolean; undoes?: string },
  ): Promise<PostRow> {
    const { row, facts, now } = locked
    assertAllowed(canPinPost(viewer, facts, { isPinned, now }))
    if (isPinned === facts.isPinned) return row
    await communities.lock(tx, row.community_id)
    const pinned = await postRepository(tx.connection).countPinned(row.community_id)
    if (isPinned && pinned >= PINNED_POSTS_MAX) throw new DomainError('PIN_LIMIT')
    const action = isPinned ? 'postPinned' : 'postUnpinned'
    await log(tx, viewer, { row, tokenName: facts.tokenName, action, ...(undoes ? { undoes } : {}) })
    return change(tx, row, { is_pinned: Number(isPinned), pinned_at: isPinned ? now : 0 })
  }

  async function setLocked(
    tx: Transaction,
    viewer: Me,
    { locked, isLocked, undoes }: { locked: Locked; isLocked: boolean; undoes?: string },
  ): Promise<PostRow> {
    const { row, facts, now } = locked
    assertAllowed(canLockPost(viewer, facts, { isLocked, now }))
    const value = Number(isLocked)
    const isByAuthor = undoes === undefined && isOwn(viewer, row.publisher_id)
    // Authors with the permission turn comments on regardless of who turned them off.
    const isByModerator = !isByAuthor || (!isLocked && hasPermission(viewer, facts.tokenName, 'blockChat'))
    const to = {
      ...(isByAuthor && value !== row.comments_off ? { comments_off: value } : {}),
      ...(isByModerator && value !== row.is_locked ? { is_locked: value } : {}),
    }
    if ('is_locked' in to) {
      const action = isLocked ? 'postLocked' : 'postUnlocked'
      await log(tx, viewer, { row, tokenName: facts.tokenName, action, ...(undoes ? { undoes } : {}) })
    }
    return Object.keys(to).length === 0 ? row : change(tx, row, to)
  }

  /** The reason of the decision that a decision undoes. */
  async function reasonBefore(tx: Transaction, activityId: string): Promise<string> {
    const before = (await activityLog.byIds([activityId], tx)).get(activityId)?.undoes ?? ''
    return (await activityLog.byIds([before], tx)).get(before)?.reason ?? ''
  }

  /**
   * Throws unless the viewer moderates all that shows a file to others than its author or waits for moderators. Only
   * admins moderate people and communities.
   */
  async function assertModerated(tx: Transaction, viewer: Me, mediaId: string): Promise<void> {
    if (administers(viewer, '')) return
    const shownIn = await uploaded.shownIn(mediaId, tx)
    const posts = await reader.factsById(shownIn, null, tx)
    const showing = await reader.showing(shownIn, [mediaId], tx)
    const isModerated = (facts: PostRowFacts | undefined) =>
      facts !== undefined &&
      (!showing.has(facts.id) ||
        OF_AUTHOR_ALONE.has(facts.status) ||
        moderatedKinds(viewer, facts.tokenName).includes(facts.kind))
    if (!shownIn.every((id) => isModerated(posts.get(id)))) throw new DomainError('MEDIA_ELSEWHERE')
  }

  return {
    /** Hides a post, or restores its former status. */
    setHidden(viewer: Me, input: CallParsedInput<'postDelete'>, tx?: Transaction): Promise<Post> {
      const action = (tx: Transaction, locked: Locked) => {
        assertAllowed(canHidePost(viewer, locked.facts, { hidden: input.hidden, now: locked.now }))
        return input.hidden ? hide(tx, viewer, { locked, input }) : restore(tx, viewer, locked)
      }
      return act(viewer, input, { tx, action })
    },
    /** Reverts a post to its state before a decision; throws UNDO_REFUSED if it has changed since. */
    async undoDecision(
      tx: Transaction,
      viewer: Me,
      about: Pick<UndoableActivity, 'id' | 'action' | 'by' | 'postId' | 'former' | 'mediaId'>,
    ): Promise<void> {
      const { id: undoes, action, by, postId, former, mediaId } = about
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      const facts = row && (await reader.factsOf(row, tx))
      if (!row || !facts || isErased(row)) throw new DomainError('UNDO_REFUSED')
      const now = clock.now()
      const locked = { row, facts: { ...facts, isPinned: Boolean(row.is_pinned) }, now }
      if (action === 'postLocked' || action === 'postUnlocked') {
        await setLocked(tx, viewer, { locked, isLocked: action === 'postUnlocked', undoes })
        return
      }
      if (action === 'postPinned' || action === 'postUnpinned') {
        await setPinned(tx, viewer, { locked, isPinned: action === 'postUnpinned', undoes })
        return
      }
      assertAllowed(canApprovePost(viewer, facts, now))
      if (mediaId !== undefined) {
        const decision = { row, tokenName: facts.tokenName, undoes, mediaId }
        if (action === 'fileRestored') {
          assertAllowed(canRemoveFile(viewer, facts, now))
          await assertModerated(tx, viewer, mediaId)
          if ((await uploaded.shows(tx, row.id, mediaId))?.removed_by !== '') throw new DomainError('UNDO_REFUSED')
          const reason = await reasonBefore(tx, undoes)
          const to = await log(tx, viewer, { ...decision, action: 'fileRemoved', reason })
          await uploaded.setRemoved(tx, mediaId, { from: '', to })
          return
        }
        if (isDecidedAbove(viewer, { by, tokenName: facts.tokenName }))
          throw new DomainError(by === 'domain' ? 'HIDDEN_BY_DOMAIN_ADMIN' : 'FORBIDDEN')
        if (!(await uploaded.setRemoved(tx, mediaId, { from: undoes, to: '' }))) throw new DomainError('UNDO_REFUSED')
        await log(tx, viewer, { ...decision, action: 'fileRestored' })
        return
      }
      const to = undoOf(row, { action, former })
      if (!to || isHiddenAbove(viewer, { status: to.status, tokenName: facts.tokenName })) {
        throw new DomainError('UNDO_REFUSED')
      }
      const hidden = isPublicPost(row.status) || isHidden(to.status)
      assertAllowed(canHidePost(viewer, locked.facts, { hidden, now }))
      const { undoAction, ...back } = to
      const reason = BY_MODERATORS.has(to.status) ? to.hidden_reason : ''
      await log(tx, viewer, {
        ...{ row, tokenName: facts.tokenName, action: undoAction, reason, undoes, former: formerOf(row) },
      })
      if (row.status === PostStatus.scheduled) await withdraw(tx, row, back)
      else await publishWaiting(tx, await change(tx, row, { ...back, updated_at: now }))
    },
    /** Removes a file everywhere that only posts of the viewer's communities show. If it has been removed, returns that decision. */
    async removeFile(
      viewer: Me,
      input: CallParsedInput<'mediaRemove'>,
      tx?: Transaction,
    ): Promise<CallOutput<'mediaRemove'>> {
      return database.transaction(async (tx) => {
        let activityId = ''
        const action = async (tx: Transaction, { row, facts, now }: Locked) => {
          const { mediaId } = input
          assertAllowed(canRemoveFile(viewer, facts, now))
          const reason = requiredReason(input)
          const media = await uploaded.shows(tx, row.id, mediaId)
          if (!media) throw new DomainError('MEDIA_NOT_FOUND')
          activityId = media.removed_by
          if (activityId !== '') return row
          await assertModerated(tx, viewer, mediaId)
          const { tokenName } = facts
          activityId = await log(tx, viewer, { row, tokenName, action: 'fileRemoved', reason, mediaId })
          await uploaded.setRemoved(tx, mediaId, { from: '', to: activityId })
          return row
        }
        await act(viewer, input, { tx, action })
        return { activityId }
      }, tx)
    },
    /** Pins or unpins a post. */
    pin(viewer: Me, input: CallParsedInput<'postPin'>, tx?: Transaction): Promise<Post> {
      return act(viewer, input, { tx, action: (tx, locked) => setPinned(tx, viewer, { locked, ...input }) })
    },
    /** Locks or unlocks a post's comments. */
    lock(viewer: Me, input: CallParsedInput<'postLock'>, tx?: Transaction): Promise<Post> {
      return act(viewer, input, { tx, action: (tx, locked) => setLocked(tx, viewer, { locked, ...input }) })
    },
  }
}

/** Statuses of posts that wait for nobody but their author. */
const OF_AUTHOR_ALONE: ReadonlySet<number> = new Set([
  PostStatus.draft,
  PostStatus.scheduled,
  PostStatus.hiddenByPublisher,
])

/** The status of a post after a moderator hides it. */
const BY_MODERATORS: ReadonlySet<number> = new Set([
  PostStatus.hiddenByAdmin,
  PostStatus.hiddenByDomainAdmin,
  PostStatus.hiddenByCategoryAdmin,
])

/**
 * The status and action that undo a decision; null if the post has changed since. Hiding keeps the former status on the
 * row.
 */
function undoOf(row: PostRow, { action, former }: { action: ActivityAction; former: FormerState | undefined }) {
  const isHiding = action === 'postHidden' || action === 'postRefused'
  const isAsDecided =
    (isHiding && BY_MODERATORS.has(row.status) && row.hidden_by === '') ||
    (action === 'postRestored' && !BY_MODERATORS.has(row.status)) ||
    (action === 'postApproved' && isPublicPost(row.status)) ||
    (action === 'postReturned' && row.status === PostStatus.pending)
  if (!isAsDecided) return null
  const clearedFields = { hidden_reason: '', hidden_by: '', former_status: 0 }
  if (action === 'postApproved' || action === 'postRefused') {
    return { ...clearedFields, status: PostStatus.pending, undoAction: 'postReturned' as const }
  }
  if (former && isHidden(former.status)) {
    const { status, hiddenReason: hidden_reason, hiddenBy: hidden_by } = former
    const former_status = isHidden(row.status) ? row.former_status : formerStatusOf(row)
    const asHidden = action === 'postReturned' ? ('postRefused' as const) : ('postHidden' as const)
    // An admin's decision is undone: the moderator's is in force again.
    const undoAction = isHiding && !BY_MODERATORS.has(status) ? ('postRestored' as const) : asHidden
    return { status, hidden_reason, hidden_by, former_status, undoAction }
  }
  if (action === 'postReturned')
    return { ...clearedFields, status: PostStatus.published, undoAction: 'postApproved' as const }
  const undoAction = row.former_status === PostStatus.pending ? ('postReturned' as const) : ('postRestored' as const)
  return { ...clearedFields, status: row.former_status, undoAction }
}

function formerOf({ status, hidden_reason: hiddenReason, hidden_by: hiddenBy }: PostRow): FormerState {
  return { status, hiddenReason, hiddenBy }
}

/** A moderator's decision overrides the publisher's own; that of a section's admin overrides both, a domain admin's all. */
function outranks(viewer: Me, { publisherId, status, tokenName }: PostRowFacts): boolean {
  if (isOwn(viewer, publisherId)) return false
  if (administers(viewer, tokenName)) return status !== PostStatus.hiddenByDomainAdmin
  if (administersSection(viewer, tokenName))
    return status !== PostStatus.hiddenByCategoryAdmin && !isHiddenAbove(viewer, { status, tokenName })
  return status === PostStatus.hiddenByPublisher
}
