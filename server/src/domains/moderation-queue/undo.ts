import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canManage,
  type ErrorCode,
  type Me,
  type Permission,
} from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { assertAllowed, DomainError, isDomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ActivityLog, KnownDecision, LoggedActivity, UndoableActivity } from '../activity-log/activity-log.ts'
import type { CommentService } from '../comments/service.ts'
import type { OriginService } from '../communities/origins.ts'
import type { CommunityService } from '../communities/service.ts'
import type { ModerationService } from '../moderation/service.ts'
import type { PostService } from '../posts/service.ts'
import type { ReportDecisions } from '../reports/decisions.ts'
import type { DecisionsMade } from './decisions-made.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  communities: Pick<CommunityService, 'require' | 'lock'>
  partnerOrigins: Pick<OriginService, 'checkSite'>
  posts: Pick<PostService, 'assertOnSite' | 'undoDecision'>
  comments: Pick<CommentService, 'undoDecision'>
  moderation: Pick<ModerationService, 'liftBan' | 'editRole' | 'permissions' | 'restoreBan' | 'withdrawWarning'>
  reportDecisions: Pick<ReportDecisions, 'reopenDecided' | 'reopenKept'>
  activityLog: Pick<ActivityLog, 'undoable' | 'communityOf' | 'setUndone' | 'newestAbout' | 'isNewest'>
  decisionsMade: DecisionsMade
}

/** What takes something from a person, until another decision gives it back. */
const TAKING: ReadonlySet<LoggedActivity['action']> = new Set([
  'commentHidden',
  'postHidden',
  'postRefused',
  'banned',
  'timedOut',
])

/** Decisions about bans, which lead back to the one before or to none. */
const BANS: ReadonlySet<LoggedActivity['action']> = new Set(['banned', 'timedOut', 'unbanned', 'timeoutLifted'])

/** What is decided on partners' sites. */
const ON_SITES: ReadonlySet<LoggedActivity['action']> = new Set([
  'commentHidden',
  'commentApproved',
  'postHidden',
  'reportKept',
  'banned',
  'timedOut',
  'warned',
])

export type Undo = ReturnType<typeof createUndo>

/** Undoes decisions of the moderation log: what they were about is what it was before, and open reports are open again. */
export function createUndo(dependencies: Dependencies) {
  const { database, clock, communities, partnerOrigins, posts, comments, moderation } = dependencies
  const { reportDecisions, activityLog, decisionsMade } = dependencies

  async function reverse(
    tx: Transaction,
    viewer: Me,
    { made, tokenName }: { made: UndoableActivity; tokenName: string },
  ) {
    const { personId, formerBan } = made
    if (made.action === 'warned') {
      await moderation.withdrawWarning(viewer, { tokenName, personId, activityId: made.id }, tx)
    } else if (BANS.has(made.action)) {
      // What was banned before, for longer or otherwise, is so again.
      const isOver = !formerBan || (formerBan.until !== 0 && formerBan.until <= clock.now())
      if (isOver) await moderation.liftBan(viewer, { tokenName, personId }, tx)
      else await moderation.restoreBan(viewer, { tokenName, personId, ban: formerBan, undoes: made.id }, tx)
    } else if (made.action === 'permissionsChanged') {
      const back = [...made.given.map((one) => [one, false]), ...made.taken.map((one) => [one, true])]
      const permissions = Object.fromEntries(back) as Partial<Record<Permission, boolean>>
      await moderation.permissions(viewer, { tokenName, editedUserId: personId, permissions }, tx)
    } else if (made.action === 'partnerAdded' || made.action === 'partnerRemoved') {
      const approveSell = made.action === 'partnerRemoved'
      await moderation.editRole(viewer, { tokenName, editedUserId: personId, approveSell }, tx)
    } else if (made.action === 'reportKept') {
      await reportDecisions.reopenKept(tx, viewer, { tokenName, decisionId: made.id })
    } else await (made.commentId === '' ? posts : comments).undoDecision(tx, viewer, made)
  }

  /**
   * On a partner's site moderators take back what they have decided themselves there: about content of its articles, and
   * about authors. Roles, and what others have decided, are the forum's.
   */
  async function assertOnSite(tx: Transaction, viewer: Me, made: UndoableActivity): Promise<void> {
    if (viewer.site === null) return
    const isAllowed = ON_SITES.has(made.action) && accountIdsOf(viewer).includes(made.actorId)
    if (!isAllowed) throw new DomainError('SITE_BOUND')
    if (made.postId !== '') await posts.assertOnSite(viewer, [made.postId], tx)
  }

  /** Whether what was taken from a person is still taken. */
  async function isInForce(tx: Transaction, decision: KnownDecision): Promise<boolean> {
    if (decision.undone || (decision.until && decision.until <= clock.now())) return false
    const newest = await activityLog.newestAbout(decision, tx)
    return newest !== null && TAKING.has(newest.action)
  }

  async function undoOne(
    tx: Transaction,
    viewer: Me,
    about: { activityId: string; community: { id: string; tokenName: string }; decisions: LoggedActivity[] },
  ): Promise<void> {
    const { activityId, community, decisions } = about
    if ((await activityLog.communityOf(activityId, tx)) !== community.id) throw new DomainError('ACTIVITY_NOT_FOUND')
    const made = await activityLog.undoable(tx, activityId)
    if (!made) throw new DomainError('UNDO_REFUSED')
    await assertOnSite(tx, viewer, made)
    if (!(await activityLog.isNewest(made, tx))) throw new DomainError('UNDO_REFUSED')
    const before = decisions.length
    await reverse(tx, viewer, { made, tokenName: community.tokenName })
    const undoing = decisions[before]
    if (!undoing || !(await activityLog.setUndone(tx, activityId, undoing.id))) throw new DomainError('UNDO_REFUSED')
    for (const item of await reportDecisions.reopenDecided(tx, activityId)) {
      decisions.push({ ...undoing, action: 'reportReopened', commentId: '', postId: item.entity_id })
    }
  }

  return {
    /** Undoes one decision in the community of its log, which is locked. */
    undoOne,
    isInForce,
    /** Undoes decisions, the newest first. One that can't be undone is left; if it is the only one, that is an error. */
    undo(
      viewer: Me,
      { tokenName, activityIds }: CallParsedInput<'moderationUndo'>,
      tx?: Transaction,
    ): Promise<CallOutput<'moderationUndo'>> {
      return database.transaction(async (tx) => {
        const community = await communities.require(tokenName, tx)
        assertAllowed(canManage(viewer, community, clock.now()))
        await partnerOrigins.checkSite(viewer, community.id, tx)
        await communities.lock(tx, community.id)
        const answer: CallOutput<'moderationUndo'> = { undone: [], refused: [] }
        await decisionsMade.gather(tx, async (decisions) => {
          for (const activityId of [...new Set(activityIds)].toSorted().toReversed()) {
            try {
              await undoOne(tx, viewer, { activityId, community, decisions })
              answer.undone.push(activityId)
            } catch (error) {
              if (!isDomainError(error) || activityIds.length === 1) throw error
              answer.refused.push({ activityId, code: error.code satisfies ErrorCode })
            }
          }
        })
        return answer
      }, tx)
    },
  }
}
