import {
  type ActivityAction,
  administers,
  type CallParsedInput,
  canCreatePost,
  canEditPost,
  canHidePost,
  canManageDraft,
  canPinPost,
  canSyndicatePost,
  hiddenPostStatus,
  isHidden,
  isOwn,
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
import { rooms } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountService } from '../accounts/service.ts'
import type { ActivityLog } from '../activity-log/activity-log.ts'
import { requiredReason } from '../activity-log/reason.ts'
import type { CommunityService } from '../communities/service.ts'
import type { PollService } from '../polls/service.ts'
import { missingParts, plainTextOf } from './draft.ts'
import { formerStatusOf, isErased } from './hider.ts'
import { appearing, type PostPublishing, PUBLISH_SCHEDULED } from './publishing.ts'
import type { PostReader, PostRowFacts } from './reader.ts'
import { type PostRow, postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs'> {
  accounts: Pick<AccountService, 'viewer' | 'accountsOf'>
  communities: CommunityService
  polls: PollService
  activityLog: ActivityLog
  reader: PostReader
  publishing: PostPublishing
}

/** Which post an action is about, in which community. */
interface Target {
  postId: string
  tokenName: string
}

/** A post that an action is about, its row locked. */
interface Locked {
  row: PostRow
  facts: PostRowFacts & { isPinned: boolean }
  now: number
}

const SCHEDULE_INVALID = 'Scheduled time must be in the future and within one month'

/** What happens to a post besides being written: it is hidden and restored, pinned, syndicated, published and scheduled. */
export function createPostLifecycle(dependencies: Dependencies) {
  const { database, clock, events, jobs, accounts, communities, polls, activityLog, reader, publishing } = dependencies
  const { announce, change, checkFlair, needsTopic } = publishing

  /** Does something with a post in one transaction, and returns the post as its viewer sees it then. */
  function act(
    viewer: Me,
    target: Target,
    within: { tx: Transaction | undefined; action: (tx: Transaction, locked: Locked) => Promise<PostRow> },
  ): Promise<Post> {
    return database.transaction(async (tx) => {
      const row = await postRepository(tx.connection).lock(target.postId, database.dialect)
      const facts = row && (await reader.factsOf(row, tx))
      if (!row || !facts || facts.tokenName !== target.tokenName) throw new DomainError('POST_NOT_FOUND')
      const locked = { row, facts: { ...facts, isPinned: Boolean(row.is_pinned) }, now: clock.now() }
      return reader.present(await within.action(tx, locked), viewer, tx)
    }, within.tx)
  }

  /** Writes down what is decided about somebody else's post. */
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
    },
  ): Promise<void> {
    await activityLog.add(tx, {
      ...decision,
      communityId: row.community_id,
      actorId: viewer.id,
      personId: row.publisher_id,
      postId: row.id,
      by: administers(viewer, tokenName) ? 'domain' : 'community',
    })
  }

  /** The status that restoring leads back to. Hiding and restoring is no way around approval. */
  function restoredStatus(viewer: Me, { row, facts }: Locked): number {
    const approves = moderatedKinds(viewer, facts.tokenName).includes(facts.kind)
    const wasPublished = row.former_status === PostStatus.published
    return wasPublished && facts.approvePosts && !approves ? PostStatus.pending : row.former_status
  }

  /** Throws every reason for which the post can't be published as it is. */
  async function assertComplete(tx: Transaction, row: PostRow): Promise<void> {
    const hasPoll = (await polls.ofPosts([row.id], tx)).has(row.id)
    const needsFlair = row.flair_id === '' && (await needsTopic(row.community_id, row.kind, tx))
    const document = JSON.parse(row.content) as PostDocument
    const issues = missingParts({ document, hasPoll, needsFlair })
    if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', issues)
  }

  /** Publishes a draft or a scheduled post, or has it wait for approval; `author`: whose rights decide. */
  async function publish(tx: Transaction, author: Me, { row, facts, now }: Locked): Promise<PostRow> {
    const status = newPostStatus(author, { ...facts, saveAsDraft: false })
    const next = { ...row, ...appearing(now), status, updated_at: now }
    const { id: _, ...changed } = next
    await postRepository(tx.connection).update(row.id, changed)
    await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
    if (status === PostStatus.published) {
      await announce(tx, next)
      const post = await reader.publicSummary(next, tx)
      events.publish(tx, { name: 'post.changed', room: rooms.post(row.id), payload: { postId: row.id, post } })
    }
    return next
  }

  /** Makes a scheduled post a draft, or discards either. */
  async function withdraw(tx: Transaction, row: PostRow, to: Partial<PostRow>): Promise<PostRow> {
    await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
    return change(tx, row, { ...to, scheduled_at: 0, updated_at: clock.now() })
  }

  /** Writes down what a moderator does with somebody else's scheduled post. */
  async function logManaged(
    tx: Transaction,
    viewer: Me,
    about: { row: PostRow; facts: PostRowFacts; action: ActivityAction },
  ) {
    const { row, facts, action } = about
    if (!isOwn(viewer, row.publisher_id)) await log(tx, viewer, { row, tokenName: facts.tokenName, action })
  }

  /** Whoever has left meanwhile, or is no partner any more, publishes no old draft of theirs. */
  function assertMayPublish(viewer: Me, { facts, now }: Locked): void {
    assertAllowed(canManageDraft(viewer, facts, now))
    if (isOwn(viewer, facts.publisherId)) assertAllowed(canCreatePost(viewer, facts, now))
  }

  async function hide(
    tx: Transaction,
    viewer: Me,
    { locked, given }: { locked: Locked; given: Pick<CallParsedInput<'postDelete'>, 'reason' | 'reasonText'> },
  ): Promise<PostRow> {
    const { row, facts, now } = locked
    if (isHidden(row.status) && !outranks(viewer, facts)) return row
    const isOwnWish = isOwn(viewer, row.publisher_id)
    const reason = isOwnWish ? '' : requiredReason(given)
    const former_status = isHidden(row.status) ? row.former_status : formerStatusOf(row)
    const to = { status: hiddenPostStatus(viewer, facts), hidden_reason: reason, hidden_by: '', former_status }
    if (!isOwnWish) await log(tx, viewer, { row, tokenName: facts.tokenName, action: 'postHidden', reason })
    if (row.status === PostStatus.scheduled) return withdraw(tx, row, to)
    return change(tx, row, { ...to, updated_at: now })
  }

  async function restore(tx: Transaction, viewer: Me, locked: Locked): Promise<PostRow> {
    const { row, facts, now } = locked
    if (!isHidden(row.status)) return row
    // Of what was erased nothing is left; the addresses of an article that became one with another lead there.
    const isGone = isErased(row) || (await postRepository(tx.connection).slugsOf(row.id)).length === 0
    if (isGone) throw new DomainError('POST_DELETED')
    const status = restoredStatus(viewer, locked)
    if (!isOwn(viewer, row.publisher_id)) {
      await log(tx, viewer, { row, tokenName: facts.tokenName, action: 'postRestored' })
    }
    return change(tx, row, { status, hidden_reason: '', hidden_by: '', former_status: 0, updated_at: now })
  }

  return {
    /** Hides a post, or restores it to what it was. */
    setHidden(viewer: Me, input: CallParsedInput<'postDelete'>, tx?: Transaction): Promise<Post> {
      const action = (tx: Transaction, locked: Locked) => {
        assertAllowed(canHidePost(viewer, locked.facts, { hidden: input.hidden, now: locked.now }))
        return input.hidden ? hide(tx, viewer, { locked, given: input }) : restore(tx, viewer, locked)
      }
      return act(viewer, input, { tx, action })
    },
    /** Pins a post, or unpins it. Pins of one community wait for each other, so that there are never too many. */
    pin(viewer: Me, input: CallParsedInput<'postPin'>, tx?: Transaction): Promise<Post> {
      const { isPinned } = input
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canPinPost(viewer, facts, { isPinned, now }))
        if (isPinned === facts.isPinned) return row
        await communities.lock(tx, row.community_id)
        const pinned = await postRepository(tx.connection).countPinned(row.community_id)
        if (isPinned && pinned >= PINNED_POSTS_MAX) throw new DomainError('PIN_LIMIT')
        const action = isPinned ? 'postPinned' : 'postUnpinned'
        await log(tx, viewer, { row, tokenName: facts.tokenName, action })
        return change(tx, row, { is_pinned: Number(isPinned), pinned_at: isPinned ? now : 0 })
      }
      return act(viewer, input, { tx, action })
    },
    /** Offers a story to other sites, or takes it back. */
    syndicate(viewer: Me, input: CallParsedInput<'postSyndicate'>, tx?: Transaction): Promise<Post> {
      const { syndicate } = input
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canSyndicatePost(viewer, facts, { syndicate, now }))
        if (syndicate && !isLongEnough(row)) throw new DomainError('POST_TOO_SHORT')
        return change(tx, row, { is_syndicated: Number(syndicate) })
      }
      return act(viewer, input, { tx, action })
    },
    /** Puts a post under a topic; its own topic takes it off, but a story keeps it. */
    attachFlair(viewer: Me, input: CallParsedInput<'flairAttach'>, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canEditPost(viewer, facts, now))
        const isOff = row.flair_id === input.flairId && row.kind !== 'story'
        return change(tx, row, { flair_id: isOff ? '' : await checkFlair(input.flairId, row.community_id, tx) })
      }
      return act(viewer, input, { tx, action })
    },
    /** Publishes a draft or a scheduled post now. */
    publishDraft(viewer: Me, target: Target, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, locked: Locked) => {
        assertMayPublish(viewer, locked)
        await assertComplete(tx, locked.row)
        await logManaged(tx, viewer, { ...locked, action: 'postPublished' })
        return publish(tx, viewer, locked)
      }
      return act(viewer, target, { tx, action })
    },
    /** Has a draft published at a time, or a scheduled post at another one. */
    schedule(viewer: Me, input: CallParsedInput<'postDraftSchedule'>, tx?: Transaction): Promise<Post> {
      const { scheduledAt } = input
      const action = async (tx: Transaction, locked: Locked) => {
        const { row, now } = locked
        assertMayPublish(viewer, locked)
        if (scheduledAt <= now || scheduledAt > now + SCHEDULE_MAX_AHEAD_MS) {
          throw new DomainError('VALIDATION_FAILED', [{ field: 'scheduledAt', message: SCHEDULE_INVALID }])
        }
        await assertComplete(tx, row)
        await logManaged(tx, viewer, { ...locked, action: 'postRescheduled' })
        await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
        jobs.enqueue(tx, PUBLISH_SCHEDULED, { payload: { postId: row.id }, runAt: scheduledAt, key: row.id })
        return change(tx, row, { status: PostStatus.scheduled, scheduled_at: scheduledAt, updated_at: now })
      }
      return act(viewer, input, { tx, action })
    },
    /** Makes a scheduled post a draft again. */
    unschedule(viewer: Me, target: Target, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, { row, facts, now }: Locked) => {
        assertAllowed(canManageDraft(viewer, facts, now))
        if (row.status === PostStatus.draft) return row
        await logManaged(tx, viewer, { row, facts, action: 'postUnscheduled' })
        return withdraw(tx, row, { status: PostStatus.draft })
      }
      return act(viewer, target, { tx, action })
    },
    /** Discards a draft or a scheduled post of one's own; restoring it makes it a draft again. */
    discardDraft(viewer: Me, target: Target, tx?: Transaction): Promise<Post> {
      const action = async (tx: Transaction, locked: Locked) => {
        const { row, facts, now } = locked
        assertAllowed(canManageDraft(viewer, facts, now))
        // A moderator hides it, for a reason.
        if (!isOwn(viewer, row.publisher_id)) throw new DomainError('FORBIDDEN')
        return withdraw(tx, row, { status: PostStatus.hiddenByPublisher, former_status: PostStatus.draft })
      }
      return act(viewer, target, { tx, action })
    },
    /** Job: publishes a scheduled post whose time has come. Of an author who may not publish any more it is a draft again. */
    async publishScheduled(tx: Transaction, postId: string): Promise<void> {
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      const now = clock.now()
      if (row?.status !== PostStatus.scheduled || row.scheduled_at > now) return
      const facts = { ...(await reader.factsOf(row, tx)), isPinned: false }
      const [mainId = row.publisher_id] = await accounts.accountsOf(row.publisher_id, tx)
      const author = await accounts.viewer(mainId, '', tx)
      const mayPublish = author !== null && canCreatePost(author, facts, now).allowed
      if (mayPublish) await publish(tx, author, { row, facts, now })
      else await withdraw(tx, row, { status: PostStatus.draft })
    },
  }
}

/** An admin's decision replaces a moderator's. */
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
