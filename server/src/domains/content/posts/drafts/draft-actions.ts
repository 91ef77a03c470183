import {
  type ActivityAction,
  type CallParsedInput,
  canCreatePost,
  canManageDraft,
  isOwn,
  type Me,
  type Post,
  type PostDocument,
  PostStatus,
  SCHEDULE_MAX_AHEAD_MS,
} from '@stoa/contract'
import { type Scoring, TextChangedError } from '../../../../platform/calls/handlers.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { CommunityService } from '../../../people/communities/index.ts'
import type { CheckRun, ContentChecks, ContentFindings, Scored } from '../../checks/index.ts'
import type { PollService } from '../../polls/index.ts'
import type { Locked, LockedPosts, Target } from '../locked-posts.ts'
import type { CheckedPublication } from '../publication/checked-publication.ts'
import { keptText } from '../publication/checked-text.ts'
import { keyScopesOf } from '../publication/key-scopes.ts'
import { type PostPublication, PUBLISH_SCHEDULED } from '../publication/publication.ts'
import type { PostReader, PostRowFacts } from '../reader.ts'
import type { PostRow } from '../repository.ts'
import { missingParts } from './draft.ts'
import { createDraftParts } from './draft-parts.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'>, LockedPosts {
  communities: CommunityService
  polls: PollService
  contentChecks: ContentChecks
  contentFindings: ContentFindings
  reader: PostReader
  publication: PostPublication
  checkedPublication: CheckedPublication
}

const SCHEDULE_INVALID = 'Scheduled time must be in the future and within one month'

/** What authors, and moderators in their place, do with drafts and scheduled posts. */
export function createDraftActions(dependencies: Dependencies) {
  const { jobs, polls, contentChecks, contentFindings, publication, checkedPublication } = dependencies
  const { act, log, withdraw } = dependencies
  const { change, needsTopic } = publication
  const { publish, withCaptions, checkSubjectOf, typeDecision } = checkedPublication
  const { parentDecision } = createDraftParts(dependencies)

  /** Throws all reasons why the post can't be published. */
  async function assertComplete(tx: Transaction, row: PostRow): Promise<void> {
    const hasPoll = (await polls.ofPosts([row.id], tx)).has(row.id)
    const needsFlair = row.flair_id === '' && (await needsTopic(row.community_id, row.kind, tx))
    const document = JSON.parse(row.content) as PostDocument
    const issues = missingParts({ title: row.title, document, hasPoll, needsFlair })
    if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', issues)
  }

  /** Throws unless the scored text is the one to be published. */
  async function assertScored(tx: Transaction, row: PostRow, scored: Scoring | undefined): Promise<void> {
    if (!scored || scored.text === null) return
    const poll = (await polls.ofPosts([row.id], tx)).get(row.id)
    if (scored.text !== keptText(row, poll?.pollOptions)) throw new TextChangedError()
  }

  /** What was counted when it was scheduled isn't counted again. */
  function checkRunOf(row: PostRow, checkRun: CheckRun, scored: Scoring | undefined): Pick<CheckRun, 'check'> {
    if (row.status !== PostStatus.scheduled) return checkRun
    return { check: (submission, tx) => contentChecks.recheck(submission, scored, tx) }
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

  return {
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
        const key_scopes = keyScopesOf(viewer)
        const times = { scheduled_at: scheduledAt, updated_at: now }
        const to: Partial<PostRow> = { status: PostStatus.scheduled, key_scopes, ...times }
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
  }
}
