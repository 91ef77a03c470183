import {
  type ActivityAction,
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canDecideReports,
  isOwn,
  type Me,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ACTION_TRAITS, type ActivityLog, type LoggedActivity } from '../../content/activity-log/index.ts'
import type { AccountService, NotificationTriggers } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { type ReportItemRow, reportRepository } from './repository.ts'
import { entityKeyOf } from './service.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  accounts: Pick<AccountService, 'accountsOf'>
  memberships: Pick<MembershipService, 'hasOtherModerator' | 'assertImpartial'>
  communities: CommunityService
  activityLog: ActivityLog
  triggers: NotificationTriggers
}

export type ReportDecisions = ReturnType<typeof createReportDecisions>

/** Moderators' decisions about reports, made directly or by hiding and banning. */
export function createReportDecisions(dependencies: Dependencies) {
  const { database, clock, accounts, memberships, communities, activityLog, triggers } = dependencies

  /** Notifies the reporters of an item of the decision. */
  async function notifyReporters(
    tx: Transaction,
    item: ReportItemRow,
    about: { activityId: string; action: ActivityAction; actorId: string; isOneOfMany?: boolean },
  ): Promise<void> {
    const { isOneOfMany = false, ...decision } = about
    // If one decision settles several items, a person who reported some of them gets one notification.
    const target = isOneOfMany ? { postId: '', commentId: '' } : { postId: item.post_id, commentId: commentIdOf(item) }
    for (const { user_id: personId } of await reportRepository(tx.connection).ofItems([item.id])) {
      triggers.record(tx, { kind: 'decision', ...decision, communityId: item.community_id, personId, ...target })
    }
  }

  /** The ids of items about the viewer or the viewer's content that somebody else can decide. */
  async function notFor(viewer: Me, items: readonly ReportItemRow[], tx?: Transaction): Promise<Set<string>> {
    const ownItems = items.filter((item) => isOwn(viewer, item.person_id))
    const withOthers = new Set<string>()
    for (const communityId of new Set(ownItems.map((item) => item.community_id))) {
      if (await memberships.hasOtherModerator(viewer, communityId, tx)) withOthers.add(communityId)
    }
    return new Set(ownItems.flatMap((item) => (withOthers.has(item.community_id) ? [item.id] : [])))
  }

  async function assertNotOwn(tx: Transaction, viewer: Me, item: ReportItemRow): Promise<void> {
    await memberships.assertImpartial(viewer, { communityId: item.community_id, personId: item.person_id }, tx)
  }

  /** Open items that a decision settles. */
  async function settledBy(tx: Transaction, { action, ...about }: LoggedActivity): Promise<ReportItemRow[]> {
    const repository = reportRepository(tx.connection)
    const openItem = async (entityId: string) => {
      const item = await repository.byOpenKey(entityKeyOf({ community_id: about.communityId, entity_id: entityId }))
      return item ? [item] : []
    }
    const { settlesReports } = ACTION_TRAITS[action]
    if (settlesReports === undefined) return []
    if (settlesReports === 'comment') return openItem(about.commentId)
    if (settlesReports === 'post') return openItem(about.postId)
    const open = await repository.openBy(await accounts.accountsOf(about.personId, tx), about.communityId)
    const isAboutPerson = ({ entity_type }: ReportItemRow) => entity_type === 'User' || entity_type === 'Message'
    return open.filter((item) => isAboutPerson(item) === (settlesReports === 'person'))
  }

  return {
    notFor,
    /** Throws if the report is about the viewer and somebody else can decide it. */
    assertNotOwn,
    /** The decisions that closed reports by the viewer and weren't undone. */
    async outcomesFor(viewer: Me, decisionIds: string[], tx?: Transaction): Promise<Set<string>> {
      return new Set(await reportRepository(database.from(tx)).closingFor(accountIdsOf(viewer), decisionIds))
    },
    /** The items that these decisions closed. */
    closedBy: (tx: Transaction, decisionIds: string[]) => reportRepository(tx.connection).decidedBy(decisionIds),
    /** Closes the items settled by other decisions, in the same transaction. */
    async follow(tx: Transaction, decisions: readonly LoggedActivity[]): Promise<void> {
      for (const decision of decisions) {
        const settled = await settledBy(tx, decision)
        for (const item of settled) {
          const { id: activityId, actorId } = decision
          const decided_at = clock.now()
          const closed = { status: 'removed' as const, decided_by: actorId, decided_at, decision_id: activityId }
          if (!(await reportRepository(tx.connection).close(item.id, closed))) continue
          await notifyReporters(tx, item, {
            activityId,
            action: 'reportUpheld',
            actorId,
            isOneOfMany: settled.length > 1,
          })
        }
      }
    },
    /** Closes an open report about content that is already gone. */
    async uphold(tx: Transaction, viewer: Me, item: ReportItemRow): Promise<void> {
      const [activityId = ''] = await activityLog.add(tx, {
        action: 'reportUpheld',
        communityId: item.community_id,
        actorId: viewer.id,
        personId: item.person_id,
        postId: item.post_id,
        commentId: commentIdOf(item),
      })
      const closed = { status: 'removed' as const, decided_by: viewer.id, decided_at: clock.now() }
      if (!(await reportRepository(tx.connection).close(item.id, { ...closed, decision_id: activityId }))) return
      await notifyReporters(tx, item, { activityId, action: 'reportUpheld', actorId: viewer.id })
    },
    /** Reopens an item that a moderator has kept or upheld. Throws UNDO_REFUSED if it has been reported again since. */
    async reopen(tx: Transaction, viewer: Me, about: { tokenName: string; decisionId: string }): Promise<void> {
      assertAllowed(canDecideReports(viewer, about.tokenName))
      const repository = reportRepository(tx.connection)
      const [item] = await repository.decidedBy([about.decisionId])
      if (!item) throw new DomainError('UNDO_REFUSED')
      const key = entityKeyOf(item)
      const isOpened = !(await repository.byOpenKey(key)) && (await repository.reopen(item.id, key))
      if (!isOpened) throw new DomainError('UNDO_REFUSED')
      await activityLog.add(tx, {
        action: 'reportReopened',
        communityId: item.community_id,
        actorId: viewer.id,
        personId: item.person_id,
        postId: item.post_id,
        commentId: commentIdOf(item),
        undoes: about.decisionId,
      })
    },
    /** Reopens the items these decisions closed, except those reported again since. Returns the reopened ones. */
    async reopenDecided(tx: Transaction, decisionIds: string[]): Promise<ReportItemRow[]> {
      const repository = reportRepository(tx.connection)
      const reopened: ReportItemRow[] = []
      for (const item of await repository.decidedBy(decisionIds)) {
        const key = entityKeyOf(item)
        if ((await repository.byOpenKey(key)) || !(await repository.reopen(item.id, key))) continue
        reopened.push(item)
      }
      return reopened
    },
    /** Dismisses a report, or reopens a closed one. Throws REPORT_DECIDED if somebody else was faster. */
    async decide(
      viewer: Me,
      { tokenName, reportId, status }: CallParsedInput<'reportUpdate'>,
      tx?: Transaction,
    ): Promise<CallOutput<'reportUpdate'>> {
      const community = await communities.require(tokenName, tx)
      assertAllowed(canDecideReports(viewer, tokenName))
      return database.transaction(async (tx) => {
        const repository = reportRepository(tx.connection)
        const item = await repository.item(reportId)
        if (item?.community_id !== community.id) throw new DomainError('REPORT_NOT_FOUND')
        if (status === 'kept') await assertNotOwn(tx, viewer, item)
        const key = entityKeyOf(item)
        // A new report since the decision has already reopened it.
        if (status === 'open' && (await repository.byOpenKey(key))) throw new DomainError('REPORT_DECIDED')
        const isChanged =
          status === 'kept'
            ? await repository.close(item.id, {
                status,
                decided_by: viewer.id,
                decided_at: clock.now(),
                decision_id: '',
              })
            : await repository.reopen(item.id, key)
        if (!isChanged) throw new DomainError('REPORT_DECIDED', { report: { status: item.status } })
        const action = status === 'kept' ? 'reportKept' : 'reportReopened'
        const [activityId = ''] = await activityLog.add(tx, {
          action,
          communityId: community.id,
          actorId: viewer.id,
          personId: item.person_id,
          postId: item.post_id,
          commentId: commentIdOf(item),
        })
        if (status === 'kept') {
          await repository.setDecision(item.id, activityId)
          await notifyReporters(tx, item, { activityId, action, actorId: viewer.id })
        }
        return { status }
      }, tx)
    },
  }
}

/** Empty if it isn't about a comment. */
function commentIdOf({ entity_type, entity_id }: ReportItemRow): string {
  return entity_type === 'Comment' ? entity_id : ''
}
