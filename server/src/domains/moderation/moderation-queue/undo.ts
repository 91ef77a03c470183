import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canDecideReports,
  canManage,
  type ErrorCode,
  isOwn,
  type Me,
  type Permission,
  traitsOf,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError, isDomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  ACTION_TRAITS,
  type ActivityLog,
  type JudgedAppeal,
  type KnownDecision,
  type LoggedActivity,
  type UndoableActivity,
} from '../../content/activity-log/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MediaService } from '../../people/media/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { ModerationService } from '../moderation/index.ts'
import type { ReportDecisions } from '../reports/index.ts'
import type { AppealJudges } from './appeal-judges.ts'
import type { DecisionsMade } from './decisions-made.ts'
import { appealRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  communities: Pick<CommunityService, 'require' | 'lock'>
  partnerOrigins: Pick<OriginService, 'checkSite'>
  posts: Pick<PostService, 'assertOnSite' | 'undoDecision'>
  memberships: Pick<MembershipService, 'assertImpartial'>
  comments: Pick<CommentService, 'undoDecision'>
  uploaded: Pick<MediaService, 'removedBy'>
  moderation: Pick<
    ModerationService,
    'editRole' | 'liftBan' | 'permissions' | 'restoreBan' | 'restoreContent' | 'withdrawWarning'
  >
  reportDecisions: Pick<ReportDecisions, 'reopen' | 'reopenDecided'>
  activityLog: Pick<
    ActivityLog,
    'add' | 'byIds' | 'undoable' | 'communityOf' | 'setUndone' | 'newestAbout' | 'isNewest' | 'reinstated'
  >
  decisionsMade: DecisionsMade
  judges: AppealJudges
}

export type Undo = ReturnType<typeof createUndo>

/** Undoes logged decisions: restores the previous state and reopens the reports they closed. */
export function createUndo(dependencies: Dependencies) {
  const { database, clock, communities, partnerOrigins, posts, comments, uploaded, moderation } = dependencies
  const { memberships, reportDecisions, activityLog, decisionsMade, judges } = dependencies

  async function reverse(
    tx: Transaction,
    viewer: Me,
    { activity, tokenName }: { activity: UndoableActivity; tokenName: string },
  ) {
    const { personId, formerBan } = activity
    if (activity.action === 'warned') {
      await moderation.withdrawWarning(viewer, { tokenName, personId, activityId: activity.id }, tx)
    } else if (ACTION_TRAITS[activity.action].ban) {
      // Reinstate a previous ban that is still in force.
      const isOver = !formerBan || (formerBan.until !== 0 && formerBan.until <= clock.now())
      if (isOver) await moderation.liftBan(viewer, { tokenName, personId, undoes: activity.id }, tx)
      else await moderation.restoreBan(viewer, { tokenName, personId, ban: formerBan, undoes: activity.id }, tx)
    } else if (activity.action === 'contentHidden') {
      await moderation.restoreContent(viewer, { tokenName, personId }, tx)
    } else if (activity.action === 'permissionsChanged') {
      const back = [...activity.given.map((one) => [one, false]), ...activity.taken.map((one) => [one, true])]
      const permissions = Object.fromEntries(back) as Partial<Record<Permission, boolean>>
      await moderation.permissions(viewer, { tokenName, editedUserId: personId, permissions }, tx)
    } else if (activity.action === 'partnerAdded' || activity.action === 'partnerRemoved') {
      const approveSell = activity.action === 'partnerRemoved'
      await moderation.editRole(viewer, { tokenName, editedUserId: personId, approveSell }, tx)
    } else if (activity.judged) {
      await reopenAppeal(tx, viewer, { activity, judged: activity.judged, tokenName })
    } else {
      if (!isOwn(viewer, activity.actorId) && !isAboutThread(activity)) {
        await memberships.assertImpartial(viewer, activity, tx)
      }
      const isReport = activity.action === 'reportKept' || activity.action === 'reportUpheld'
      if (isReport) await reportDecisions.reopen(tx, viewer, { tokenName, decisionId: activity.id })
      else await (activity.commentId === '' ? posts : comments).undoDecision(tx, viewer, activity)
    }
  }

  /** Reopens an appeal. If it was granted, reinstates the decision unless it would have expired by now. */
  async function reopenAppeal(
    tx: Transaction,
    viewer: Me,
    about: { activity: UndoableActivity; judged: JudgedAppeal; tokenName: string },
  ): Promise<void> {
    const { activity, judged, tokenName } = about
    const { communityId, personId, postId, commentId } = activity
    assertAllowed(canDecideReports(viewer, tokenName))
    const [row] = await appealRepository(tx.connection).byIds([judged.appealId])
    const decision = row && (await activityLog.byIds([row.activity_id], tx)).get(row.activity_id)
    if (!row || !decision) throw new DomainError('UNDO_REFUSED')
    if (isOwn(viewer, row.user_id)) throw new DomainError('FORBIDDEN')
    if ((await judges.notFor(viewer, [{ row, decision }], tx)).has(row.id)) throw new DomainError('APPEAL_OWN_DECISION')
    const grant = judged.undoneBy === null ? null : await activityLog.undoable(tx, judged.undoneBy)
    if (grant) {
      await reverse(tx, viewer, { activity: grant, tokenName })
      const again = await activityLog.newestAbout(decision, tx)
      await activityLog.setUndone(tx, grant.id, again?.id ?? '')
    }
    if (!(await appealRepository(tx.connection).reopen(row.id))) throw new DomainError('UNDO_REFUSED')
    await activityLog.add(tx, {
      action: 'appealReopened',
      communityId,
      actorId: viewer.id,
      personId,
      postId,
      commentId,
      undoes: activity.id,
    })
  }

  /**
   * On a partner's site moderators can undo only decisions they made themselves about content of its articles and about
   * authors. Roles and other people's decisions can be changed only on the forum.
   */
  async function assertOnSite(tx: Transaction, viewer: Me, activity: UndoableActivity): Promise<void> {
    if (viewer.site === null) return
    const isAllowed = ACTION_TRAITS[activity.action].onSites === true && accountIdsOf(viewer).includes(activity.actorId)
    if (!isAllowed) throw new DomainError('SITE_BOUND')
    if (activity.postId !== '') await posts.assertOnSite(viewer, [activity.postId], tx)
  }

  /** The decision that currently keeps the original one in force: that one or its reinstatement. Null if none does. */
  async function inForce(tx: Transaction, decision: KnownDecision): Promise<string | null> {
    if (decision.until && decision.until <= clock.now()) return null
    // The newest decision about a file may be about another one of the post.
    const newestId = decision.mediaId
      ? await uploaded.removedBy(tx, decision.mediaId)
      : ((await activityLog.newestAbout(decision, tx))?.id ?? '')
    const newest = (await activityLog.byIds([newestId], tx)).get(newestId)
    if (!newest || !traitsOf(newest.action).appealable) return null
    const reinstated = (await activityLog.reinstated([newest], tx)).get(newest.id) ?? []
    if (reinstated.includes(decision.id)) return newest.id
    return decision.undone ? null : decision.id
  }

  /** Returns the decision that undoes it. `isAppealed`: reports it closed stay closed. */
  async function undoOne(
    tx: Transaction,
    viewer: Me,
    about: {
      activityId: string
      community: { id: string; tokenName: string }
      decisions: LoggedActivity[]
      isAppealed?: boolean
    },
  ): Promise<string> {
    const { activityId, community, decisions, isAppealed = false } = about
    if ((await activityLog.communityOf(activityId, tx)) !== community.id) throw new DomainError('ACTIVITY_NOT_FOUND')
    const activity = await activityLog.undoable(tx, activityId)
    if (!activity) throw new DomainError('UNDO_REFUSED')
    await assertOnSite(tx, viewer, activity)
    if (!(await activityLog.isNewest(activity, tx))) throw new DomainError('UNDO_REFUSED')
    const before = decisions.length
    const hidden = ACTION_TRAITS[activity.action].ban
      ? await activityLog.newestAbout({ ...activity, action: 'contentHidden' }, tx)
      : null
    await reverse(tx, viewer, { activity, tokenName: community.tokenName })
    // Undoing a grant is logged before its appeal is reopened.
    const undoing = activity.judged ? decisions.at(-1) : decisions[before]
    if (!undoing || !(await activityLog.setUndone(tx, activityId, undoing.id))) throw new DomainError('UNDO_REFUSED')
    const undone = [activityId]
    // Lifting a ban also restored the content hidden with it.
    const restored = decisions.slice(before).find(({ action }) => action === 'contentRestored')
    if (restored && hidden?.action === 'contentHidden') {
      await activityLog.setUndone(tx, hidden.id, restored.id)
      undone.push(hidden.id)
    }
    for (const item of isAppealed ? [] : await reportDecisions.reopenDecided(tx, undone)) {
      decisions.push({ ...undoing, action: 'reportReopened', commentId: '', postId: item.entity_id })
    }
    return undoing.id
  }

  return {
    /** Undoes one decision. The caller has locked the community. */
    undoOne,
    inForce,
    /** Undoes decisions, newest first. Skips those that can't be undone; a single one throws instead. */
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
        const result: CallOutput<'moderationUndo'> = { undone: [], refused: [] }
        await decisionsMade.gather(tx, async (decisions) => {
          for (const activityId of [...new Set(activityIds)].toSorted().toReversed()) {
            try {
              await undoOne(tx, viewer, { activityId, community, decisions })
              result.undone.push(activityId)
            } catch (error) {
              if (!isDomainError(error) || activityIds.length === 1) throw error
              result.refused.push({ activityId, code: error.code satisfies ErrorCode })
            }
          }
        })
        return result
      }, tx)
    },
  }
}

/** A decision about a thread doesn't judge the post's author. */
function isAboutThread({ action }: LoggedActivity): boolean {
  const { states = [] } = ACTION_TRAITS[action]
  return states.includes('lock') || states.includes('pin')
}
