import {
  type ActivityAction,
  administers,
  type CallParsedInput,
  canApprovePost,
  canCreatePost,
  canEditPost,
  canHidePost,
  canLockPost,
  canManageDraft,
  canPinPost,
  canPublishType,
  canSeePost,
  canSyndicatePost,
  type Decision,
  type Finding,
  hiddenPostStatus,
  isHidden,
  isOwn,
  isPublicPost,
  type Me,
  moderatedKinds,
  newPostStatus,
  PINNED_POSTS_MAX,
  type Post,
  type PostDocument,
  PostStatus,
  SCHEDULE_MAX_AHEAD_MS,
  SYNDICATION_MIN,
  textLength,
} from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountService } from '../accounts/service.ts'
import type { ActivityLog, FormerState, LoggedActivity } from '../activity-log/activity-log.ts'
import { requiredReason } from '../activity-log/reason.ts'
import type { CheckRun, ContentChecks, Scored, Scoring } from '../checks/content-checks.ts'
import type { ContentFindings } from '../checks/findings.ts'
import type { CommunityService } from '../communities/service.ts'
import type { MediaService } from '../media/service.ts'
import type { MembershipService } from '../memberships/service.ts'
import type { PollService } from '../polls/service.ts'
import type { PostCaptions } from './captions.ts'
import { keptText } from './checked-text.ts'
import { missingParts, plainTextOf } from './draft.ts'
import { addressesIn, createDraftParts } from './draft-parts.ts'
import { createEditLog } from './edit-log.ts'
import { formerStatusOf } from './hider.ts'
import { firstTimes, type PostPublication, PUBLISH_SCHEDULED } from './publication.ts'
import type { PostReader, PostRowFacts } from './reader.ts'
import { isErased, type PostRow, postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  accounts: Pick<AccountService, 'viewer' | 'accountsOf'>
  communities: CommunityService
  memberships: Pick<MembershipService, 'assertImpartial'>
  polls: PollService
  activityLog: ActivityLog
  contentChecks: ContentChecks
  contentFindings: ContentFindings
  reader: PostReader
  publication: PostPublication
  captions: PostCaptions
  uploaded: Pick<MediaService, 'setUses' | 'shownIn' | 'captionsOf'>
}

/** The post of an action, and the community it must belong to. */
interface Target {
  postId: string
  tokenName: string
}

/** A post with its row locked. */
interface Locked {
  row: PostRow
  facts: PostRowFacts & { isPinned: boolean }
  now: number
}

/** Posts checked per transaction. */
const CHECKED_AT_ONCE = 20
/** Posts that change their topic per transaction. */
const MOVED_AT_ONCE = 500
const SCHEDULE_INVALID = 'Scheduled time must be in the future and within one month'

/** The text changed after it was scored and before it was published. */
export class TextChangedError extends Error {}

export type PostLifecycle = ReturnType<typeof createPostLifecycle>

/** Changes of a post's state: hide and restore, pin, lock, syndicate, publish, schedule, discard. */
export function createPostLifecycle(dependencies: Dependencies) {
  const { database, clock, events, jobs, accounts, communities, polls, activityLog, reader, publication } = dependencies
  const { memberships, captions, uploaded, contentChecks, contentFindings } = dependencies
  const { announce, change, checkFlair, needsTopic, tellAuthor } = publication
  const { assertDraftRoom, parentDecision } = createDraftParts(dependencies)
  const editLog = createEditLog(dependencies)

  /** Runs an action on a locked post in one transaction, and returns the post as the viewer then sees it. */
  function act(
    viewer: Me,
    target: Target,
    within: { tx: Transaction | undefined; action: (tx: Transaction, locked: Locked) => Promise<PostRow> },
  ): Promise<Post> {
    return database.transaction(async (tx) => {
      const row = await postRepository(tx.connection).lock(target.postId, database.dialect)
      const facts = row && (await reader.factsOf(row, tx))
      if (!row || !facts || facts.tokenName !== target.tokenName) throw new DomainError('POST_NOT_FOUND')
      // Reveal nothing about posts the viewer can't see, not even that they belong to another site.
      if (canSeePost(viewer, facts).allowed) await reader.assertOnSite(viewer, [row.id], tx)
      const locked = { row, facts: { ...facts, isPinned: Boolean(row.is_pinned) }, now: clock.now() }
      return reader.present(await within.action(tx, locked), viewer, tx)
    }, within.tx)
  }

  /** Logs a decision about somebody else's post. */
  async function log(
    tx: Transaction,
    viewer: Me,
    {
      row,
      tokenName,
      ...decision
    }: {
      row: PostRow
      tokenName: string
      action: ActivityAction
      reason?: string
      former?: FormerState
      undoes?: string
    },
  ): Promise<void> {
    const logged = {
      ...decision,
      communityId: row.community_id,
      actorId: viewer.id,
      personId: row.publisher_id,
      postId: row.id,
      by: administers(viewer, tokenName) ? ('domain' as const) : ('community' as const),
    }
    const isRestoring = decision.action === 'postRestored' && decision.undoes === undefined
    await (isRestoring ? activityLog.addRestoring(tx, logged) : activityLog.add(tx, logged))
  }

  /** The status after restoring. Hiding and restoring doesn't bypass approval. */
  function restoredStatus(viewer: Me, { row, facts }: Locked): number {
    const approves = moderatedKinds(viewer, facts.tokenName).includes(facts.kind)
    const wasPublished = row.former_status === PostStatus.published
    return wasPublished && facts.approvePosts && !approves ? PostStatus.pending : row.former_status
  }

  /** Throws all reasons why the post can't be published. */
  async function assertComplete(tx: Transaction, row: PostRow): Promise<void> {
    const hasPoll = (await polls.ofPosts([row.id], tx)).has(row.id)
    const needsFlair = row.flair_id === '' && (await needsTopic(row.community_id, row.kind, tx))
    const document = JSON.parse(row.content) as PostDocument
    const issues = missingParts({ title: row.title, document, hasPoll, needsFlair })
    if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', issues)
  }

  /** The row with the captions its videos have by now, and whether it lacks captions its community requires. */
  async function withCaptions(
    tx: Transaction,
    row: PostRow,
    { requireTranscripts }: Pick<PostRowFacts, 'requireTranscripts'>,
  ): Promise<{ row: PostRow; lacksCaptions: boolean }> {
    const former = JSON.parse(row.content) as PostDocument
    const { document, lacksCaptions } = await captions.complete(tx, former)
    const isMissing = lacksCaptions && requireTranscripts
    if (document === former) return { row, lacksCaptions: isMissing }
    const content = JSON.stringify(document)
    await postRepository(tx.connection).update(row.id, { content })
    const ownerIds = await accounts.accountsOf(row.publisher_id, tx)
    await uploaded.setUses(tx, { entityId: row.id, ownerIds, keepsFormer: true }, addressesIn({ ...row, content }))
    return { row: { ...row, content }, lacksCaptions: isMissing }
  }

  /** The subject of the checks for a post. */
  async function checkSubjectOf(tx: Transaction, author: Me, { row, facts }: Pick<Locked, 'row' | 'facts'>) {
    const poll = (await polls.ofPosts([row.id], tx)).get(row.id)
    return { community: { ...facts, id: row.community_id }, author, text: keptText(row, poll?.pollOptions) }
  }

  /** Throws unless the scored text is the one to be published. */
  async function assertScored(tx: Transaction, row: PostRow, scored: Scoring | undefined): Promise<void> {
    if (!scored || scored.text === null) return
    const poll = (await polls.ofPosts([row.id], tx)).get(row.id)
    if (scored.text !== keptText(row, poll?.pollOptions)) throw new TextChangedError()
  }

  /**
   * Publishes a draft, a scheduled post or one that waited for captions, or makes it pending. `author`: whose
   * permissions apply. `checkRun`: checks it at the author's request; omitted in jobs.
   */
  async function publish(
    tx: Transaction,
    author: Me,
    { row: before, facts, now, checkRun }: Locked & { checkRun?: Pick<CheckRun, 'check'> },
  ): Promise<PostRow> {
    const { row, lacksCaptions } = await withCaptions(tx, before, facts)
    const written = await checkSubjectOf(tx, author, { row, facts })
    const outcome = checkRun
      ? await checkRun.check(written, tx)
      : await contentChecks.recheckUnattended(written, await foundIn(tx, row.id), tx)
    const approvePosts = facts.approvePosts || outcome.held
    const status = newPostStatus(author, { ...facts, approvePosts, saveAsDraft: false, lacksCaptions })
    if (status === row.status) return row
    await contentFindings.replace(tx, { ...outcome, entityId: row.id, communityId: row.community_id })
    const changed = { ...firstTimes(now), moderation_score: outcome.score, status, updated_at: now }
    const next = { ...row, ...changed }
    await postRepository(tx.connection).update(row.id, changed)
    await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
    await announce(tx, next)
    await tellAuthor(tx, next)
    if (status === PostStatus.published) {
      const post = await reader.publicSummary(next, tx)
      events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
    }
    return next
  }

  async function foundIn(tx: Transaction, postId: string): Promise<Finding[]> {
    return (await contentFindings.byId([postId], tx)).get(postId)?.findings ?? []
  }

  /** What was counted when it was scheduled isn't counted again. */
  function checkRunOf(row: PostRow, checkRun: CheckRun, scored: Scoring | undefined): Pick<CheckRun, 'check'> {
    if (row.status !== PostStatus.scheduled) return checkRun
    return { check: (written, tx) => contentChecks.recheck(written, scored, tx) }
  }

  /** Notifies the author of what a job did with a post. */
  async function notifyAuthor(tx: Transaction, row: PostRow, action: ActivityAction): Promise<void> {
    const about = { communityId: row.community_id, personId: row.publisher_id, postId: row.id }
    await activityLog.add(tx, { ...about, actorId: '', action })
  }

  /** Publishes a post in a job if its author still may; otherwise makes it a draft again. */
  async function publishForAuthor(tx: Transaction, row: PostRow): Promise<PostRow> {
    const now = clock.now()
    const facts = { ...(await reader.factsOf(row, tx)), isPinned: false }
    const [mainId = row.publisher_id] = await accounts.accountsOf(row.publisher_id, tx)
    const author = await accounts.viewer(mainId, '', tx)
    const mayPublish =
      author !== null &&
      canCreatePost(author, facts, now).allowed &&
      (await typeDecision(tx, row, facts)).allowed &&
      (await parentDecision(author, row, tx)).allowed
    if (!mayPublish) {
      await notifyAuthor(tx, row, 'publicationFailed')
      return withdraw(tx, row, { status: PostStatus.draft })
    }
    const published = await publish(tx, author, { row, facts, now })
    if (published.status === PostStatus.pending) await notifyAuthor(tx, row, 'publicationHeld')
    return published
  }

  /** Publishes a post that was waiting for captions and has them, or no longer needs them. */
  async function publishWaiting(tx: Transaction, row: PostRow): Promise<PostRow> {
    return row.status === PostStatus.waitingForTranscript ? publishForAuthor(tx, row) : row
  }

  /** The same for several posts by id, each locked. */
  async function publishAllWaiting(tx: Transaction, postIds: string[]): Promise<void> {
    for (const postId of postIds) {
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      if (row) await publishWaiting(tx, row)
    }
  }

  /** Adds captions to a published post. */
  async function addCaptions(tx: Transaction, before: PostRow): Promise<void> {
    const { row } = await withCaptions(tx, before, { requireTranscripts: false })
    if (row === before) return
    const post = await reader.publicSummary(row, tx)
    events.publish(tx, { name: 'post.changed', payload: { postId: row.id, post } })
  }

  /** Turns a scheduled post into a draft, or discards either. */
  async function withdraw(tx: Transaction, row: PostRow, to: Partial<PostRow>): Promise<PostRow> {
    await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
    return change(tx, row, { ...to, scheduled_at: 0, updated_at: clock.now() })
  }

  /** Logs a moderator's change of somebody else's scheduled post. */
  async function logManaged(
    tx: Transaction,
    viewer: Me,
    about: { row: PostRow; facts: PostRowFacts; action: ActivityAction },
  ) {
    const { row, facts, action } = about
    if (!isOwn(viewer, row.publisher_id)) await log(tx, viewer, { row, tokenName: facts.tokenName, action })
  }

  /** Authors who have left the community or are no longer partners can't publish their old drafts there. */
  async function assertMayPublish(tx: Transaction, viewer: Me, { row, facts, now }: Locked): Promise<void> {
    assertAllowed(canManageDraft(viewer, facts, now))
    if (facts.archived) throw new DomainError('COMMUNITY_ARCHIVED')
    if (!isOwn(viewer, facts.publisherId)) return
    assertAllowed(canCreatePost(viewer, facts, now))
    assertAllowed(await typeDecision(tx, row, facts))
    assertAllowed(await parentDecision(viewer, row, tx))
  }

  /** Whether the community accepts posts of this kind. */
  async function typeDecision(tx: Transaction, row: PostRow, facts: PostRowFacts): Promise<Decision> {
    const hasPoll = (await polls.ofPosts([row.id], tx)).has(row.id)
    return canPublishType(facts.postTypes, { ...facts, hasPoll })
  }

  async function hide(
    tx: Transaction,
    viewer: Me,
    { locked, given }: { locked: Locked; given: Pick<CallParsedInput<'postDelete'>, 'reason' | 'reasonText'> },
  ): Promise<PostRow> {
    const { row, facts, now } = locked
    if (isHidden(row.status) && !outranks(viewer, facts)) return row
    const isOwnPost = isOwn(viewer, row.publisher_id)
    const reason = isOwnPost ? '' : requiredReason(given)
    const former_status = isHidden(row.status) ? row.former_status : formerStatusOf(row)
    const to = { status: hiddenPostStatus(viewer, facts), hidden_reason: reason, hidden_by: '', former_status }
    const decision = { action: 'postHidden' as const, reason, former: formerOf(row) }
    if (!isOwnPost) await log(tx, viewer, { row, tokenName: facts.tokenName, ...decision })
    if (row.status === PostStatus.scheduled) return withdraw(tx, row, to)
    return change(tx, row, { ...to, updated_at: now })
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
    const status = restoredStatus(viewer, locked)
    if (status === PostStatus.draft && isOwn(viewer, row.publisher_id)) await assertDraftRoom(tx, viewer)
    const decision = { action: 'postRestored' as const, former: formerOf(row) }
    if (!isOwn(viewer, row.publisher_id)) await log(tx, viewer, { row, tokenName: facts.tokenName, ...decision })
    const to = { status, hidden_reason: '', hidden_by: '', former_status: 0, updated_at: now }
    return publishWaiting(tx, await publication.restore(tx, row, to))
  }

  /** Pins within a community are serialised, so that there are never too many. */
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
    assertAllowed(canLockPost(viewer, facts, now))
    if (isLocked === facts.isLocked) return row
    const action = isLocked ? 'postLocked' : 'postUnlocked'
    await log(tx, viewer, { row, tokenName: facts.tokenName, action, ...(undoes ? { undoes } : {}) })
    return change(tx, row, { is_locked: Number(isLocked) })
  }

  return {
    /** Hides a post, or restores its former status. */
    setHidden(viewer: Me, input: CallParsedInput<'postDelete'>, tx?: Transaction): Promise<Post> {
      const action = (tx: Transaction, locked: Locked) => {
        assertAllowed(canHidePost(viewer, locked.facts, { hidden: input.hidden, now: locked.now }))
        return input.hidden ? hide(tx, viewer, { locked, given: input }) : restore(tx, viewer, locked)
      }
      return act(viewer, input, { tx, action })
    },
    /** Reverts a post to its state before a decision; throws UNDO_REFUSED if it has changed since. */
    async undoDecision(
      tx: Transaction,
      viewer: Me,
      { id: undoes, action, postId, former }: LoggedActivity & { former: FormerState | undefined },
    ): Promise<void> {
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
      const to = undoOf(row, { action, former })
      if (!to || (to.status === PostStatus.hiddenByDomainAdmin && !administers(viewer, facts.tokenName))) {
        throw new DomainError('UNDO_REFUSED')
      }
      assertAllowed(canHidePost(viewer, locked.facts, { hidden: isPublicPost(row.status), now }))
      const { done, ...back } = to
      const reason = BY_MODERATORS.has(to.status) ? to.hidden_reason : ''
      await log(tx, viewer, {
        ...{ row, tokenName: facts.tokenName, action: done, reason, undoes, former: formerOf(row) },
      })
      if (row.status === PostStatus.scheduled) await withdraw(tx, row, back)
      else await publishWaiting(tx, await change(tx, row, { ...back, updated_at: now }))
    },
    /** Pins or unpins a post. */
    pin(viewer: Me, input: CallParsedInput<'postPin'>, tx?: Transaction): Promise<Post> {
      return act(viewer, input, { tx, action: (tx, locked) => setPinned(tx, viewer, { locked, ...input }) })
    },
    /** Locks or unlocks a post's comments. */
    lock(viewer: Me, input: CallParsedInput<'postLock'>, tx?: Transaction): Promise<Post> {
      return act(viewer, input, { tx, action: (tx, locked) => setLocked(tx, viewer, { locked, ...input }) })
    },
    /** Syndicates a story to other sites, or stops doing so. */
    syndicate(viewer: Me, input: CallParsedInput<'postSyndicate'>, tx?: Transaction): Promise<Post> {
      const { syndicate } = input
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canSyndicatePost(viewer, facts, { syndicate, now }))
        if (syndicate && !isLongEnough(row)) throw new DomainError('POST_TOO_SHORT')
        return change(tx, row, { is_syndicated: Number(syndicate) })
      }
      return act(viewer, input, { tx, action })
    },
    /** Gives a post a topic. Choosing its own topic again removes it, except from a story. */
    attachFlair(viewer: Me, input: CallParsedInput<'flairAttach'>, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canEditPost(viewer, facts, now))
        const isOff = row.flair_id === input.flairId && row.kind !== 'story'
        const flair_id = isOff ? '' : await checkFlair(tx, input.flairId, row.community_id)
        if (flair_id !== row.flair_id) {
          await editLog.add(tx, viewer, { facts, before: row, after: { ...row, flair_id } })
        }
        return change(tx, row, { flair_id })
      }
      return act(viewer, input, { tx, action })
    },
    /** Publishes a draft or scheduled post now. */
    publishDraft(viewer: Me, target: Target, { tx, scored }: Scored = {}): Promise<Post> {
      const checkRun = contentChecks.begin(scored)
      const action = async (tx: Transaction, locked: Locked) => {
        const { row } = locked
        await assertMayPublish(tx, viewer, locked)
        await assertComplete(tx, row)
        await assertScored(tx, row, scored)
        await logManaged(tx, viewer, { ...locked, action: 'postPublished' })
        return publish(tx, viewer, { ...locked, checkRun: checkRunOf(row, checkRun, scored) })
      }
      return checkRun.end(act(viewer, target, { tx, action }))
    },
    /**
     * Schedules a draft, or reschedules a scheduled post. A draft is checked now, while its author can still change it.
     */
    schedule(viewer: Me, input: CallParsedInput<'postDraftSchedule'>, { tx, scored }: Scored = {}): Promise<Post> {
      const { scheduledAt } = input
      const checkRun = contentChecks.begin(scored)
      const action = async (tx: Transaction, locked: Locked) => {
        const { row, now } = locked
        await assertMayPublish(tx, viewer, locked)
        if (scheduledAt <= now || scheduledAt > now + SCHEDULE_MAX_AHEAD_MS) {
          throw new DomainError('VALIDATION_FAILED', [{ field: 'scheduledAt', message: SCHEDULE_INVALID }])
        }
        await assertComplete(tx, row)
        await assertScored(tx, row, scored)
        await withCaptions(tx, row, locked.facts)
        const to: Partial<PostRow> = { status: PostStatus.scheduled, scheduled_at: scheduledAt, updated_at: now }
        if (row.status === PostStatus.draft) {
          const outcome = await checkRun.check(await checkSubjectOf(tx, viewer, locked), tx)
          await contentFindings.replace(tx, { ...outcome, entityId: row.id, communityId: row.community_id })
          to.moderation_score = outcome.score
        }
        await logManaged(tx, viewer, { ...locked, action: 'postRescheduled' })
        await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
        jobs.enqueue(tx, PUBLISH_SCHEDULED, { payload: { postId: row.id }, runAt: scheduledAt, key: row.id })
        return change(tx, row, to)
      }
      return checkRun.end(act(viewer, input, { tx, action }))
    },
    /** Turns a scheduled post back into a draft. */
    unschedule(viewer: Me, target: Target, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canManageDraft(viewer, facts, now))
        if (row.status === PostStatus.draft) return row
        await logManaged(tx, viewer, { row, facts, action: 'postUnscheduled' })
        return withdraw(tx, row, { status: PostStatus.draft })
      }
      return act(viewer, target, { tx, action })
    },
    /** Discards the viewer's own draft or scheduled post; restoring it makes it a draft. */
    discardDraft(viewer: Me, target: Target, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, locked: Locked) => {
        const { row, facts, now } = locked
        assertAllowed(canManageDraft(viewer, facts, now))
        // A moderator hides it, with a reason.
        if (!isOwn(viewer, row.publisher_id)) throw new DomainError('FORBIDDEN')
        return withdraw(tx, row, { status: PostStatus.hiddenByPublisher, former_status: PostStatus.draft })
      }
      return act(viewer, target, { tx, action })
    },
    /** Job: publishes a scheduled post that is due. If its author may no longer publish, it becomes a draft. */
    async publishScheduled(tx: Transaction, postId: string): Promise<void> {
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      if (row?.status === PostStatus.scheduled && row.scheduled_at <= clock.now()) await publishForAuthor(tx, row)
    },
    publishWaiting,
    /** Job: checks some of a community's posts that wait for captions; returns the position, undefined at the end. */
    async checkWaiting(tx: Transaction, communityId: string, after: string): Promise<string | undefined> {
      const postIds = await postRepository(tx.connection).waitingIn(communityId, { after, limit: CHECKED_AT_ONCE })
      await publishAllWaiting(tx, postIds)
      return postIds.length < CHECKED_AT_ONCE ? undefined : postIds.at(-1)
    },
    /** Job: moves some posts of a merged topic to its successor; true while there are more. */
    async moveToFlair(tx: Transaction, { communityId, flairId }: { communityId: string; flairId: string }) {
      // The lock keeps the successor from being merged meanwhile.
      await communities.lock(tx, communityId)
      const into = (await communities.flairsById([flairId], tx)).get(flairId)
      if (!into || into.id === flairId) return false
      const repository = postRepository(tx.connection)
      const postIds = await repository.idsOfFlair(flairId, MOVED_AT_ONCE)
      await repository.updateMany(postIds, { flair_id: into.id })
      return postIds.length === MOVED_AT_ONCE
    },
    /**
     * Job: adds the captions of an upload to the posts that show it, or notifies the authors of waiting posts that
     * there will be none.
     */
    async transcriptEnded(tx: Transaction, mediaId: string): Promise<void> {
      const isMade = (await uploaded.captionsOf([mediaId], tx)).size > 0
      for (const postId of (await uploaded.shownIn(mediaId, tx)).toSorted()) {
        const row = await postRepository(tx.connection).lock(postId, database.dialect)
        if (!row) continue
        const isWaiting = row.status === PostStatus.waitingForTranscript
        if (isWaiting && !isMade) await notifyAuthor(tx, row, 'transcriptFailed')
        else if (isWaiting) await publishWaiting(tx, row)
        else if (isMade && isPublicPost(row.status)) await addCaptions(tx, row)
      }
    },
  }
}

/** The status of a post after a moderator hides it. */
const BY_MODERATORS: ReadonlySet<number> = new Set([PostStatus.hiddenByAdmin, PostStatus.hiddenByDomainAdmin])

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
  const shown = { hidden_reason: '', hidden_by: '', former_status: 0 }
  if (action === 'postApproved' || action === 'postRefused') {
    return { ...shown, status: PostStatus.pending, done: 'postReturned' as const }
  }
  if (former && isHidden(former.status)) {
    const { status, hiddenReason: hidden_reason, hiddenBy: hidden_by } = former
    const former_status = isHiding ? row.former_status : formerStatusOf(row)
    const asHidden = action === 'postReturned' ? ('postRefused' as const) : ('postHidden' as const)
    return { status, hidden_reason, hidden_by, former_status, done: isHiding ? ('postRestored' as const) : asHidden }
  }
  if (action === 'postReturned') return { ...shown, status: PostStatus.published, done: 'postApproved' as const }
  const done = row.former_status === PostStatus.pending ? ('postReturned' as const) : ('postRestored' as const)
  return { ...shown, status: row.former_status, done }
}

function formerOf({ status, hidden_reason: hiddenReason, hidden_by: hiddenBy }: PostRow): FormerState {
  return { status, hiddenReason, hiddenBy }
}

/** An admin's decision overrides a moderator's. */
function outranks(viewer: Me, { publisherId, status, tokenName }: PostRowFacts): boolean {
  const isAdmins = isOwn(viewer, publisherId) || status === PostStatus.hiddenByDomainAdmin
  return !isAdmins && administers(viewer, tokenName)
}

function isLongEnough({ content }: PostRow): boolean {
  const document = JSON.parse(content) as PostDocument
  return (
    document.blocks.length >= SYNDICATION_MIN.blocks || textLength(plainTextOf(document)) >= SYNDICATION_MIN.characters
  )
}
