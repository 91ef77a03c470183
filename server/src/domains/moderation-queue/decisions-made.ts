import type { EventPayloads } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { rooms } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AccountService } from '../accounts/service.ts'
import type { ActivityLog, LoggedActivity } from '../activity-log/activity-log.ts'
import type { CommunityService } from '../communities/service.ts'
import type { MembershipService, Staff } from '../memberships/service.ts'
import type { ReportDecisions } from '../reports/decisions.ts'
import { claimRepository } from './repository.ts'
import { subjectKeyOf, subjectOf } from './subjects.ts'

interface Dependencies extends Pick<Platform, 'events'> {
  accounts: Pick<AccountService, 'profilesById' | 'adminIds'>
  communities: Pick<CommunityService, 'factsById'>
  memberships: Pick<MembershipService, 'staffOf'>
  activityLog: Pick<ActivityLog, 'onDecisions'>
  reportDecisions: Pick<ReportDecisions, 'closedBy'>
}

type Change = Pick<EventPayloads['queue.changed'], 'change' | 'until'> & {
  communityId: string
  actorId: string
  subjectIds: string[]
}

/** What takes something out of a queue. */
const CLOSING: ReadonlySet<LoggedActivity['action']> = new Set([
  'commentHidden',
  'commentApproved',
  'postHidden',
  'postApproved',
  'postRefused',
  'reportKept',
  'reportUpheld',
  'appealGranted',
  'appealDenied',
  'banned',
  'timedOut',
  'warned',
  'contentHidden',
])
/** What is about people closes reports about them, or about what they wrote. */
const ABOUT_PEOPLE: ReadonlySet<LoggedActivity['action']> = new Set(['banned', 'timedOut', 'warned', 'contentHidden'])
/** What puts something back. */
const OPENING: ReadonlySet<LoggedActivity['action']> = new Set([
  'commentReturned',
  'postReturned',
  'reportReopened',
  'appealReopened',
])

/** Who sees a queue: those who moderate at least one kind of content. */
const mayDecide = ({ owner, permissions }: Staff) =>
  owner || permissions.includes('hideContent') || permissions.includes('hidePremiumContent')

export type DecisionsMade = ReturnType<typeof createDecisionsMade>

/** Follows what is decided about what stands in queues, wherever it is decided, and tells the moderators. */
export function createDecisionsMade(dependencies: Dependencies) {
  const { events, accounts, communities, memberships, activityLog, reportDecisions } = dependencies
  /** Transactions that decide about much, with what they have decided so far. */
  const gathering = new WeakMap<Transaction, LoggedActivity[]>()

  /** Tells those who moderate a community, and network admins, who moderate all. */
  async function tell(tx: Transaction, { communityId, actorId, ...change }: Change): Promise<void> {
    if (change.subjectIds.length === 0) return
    const tokenName = (await communities.factsById([communityId], tx)).get(communityId)?.tokenName ?? ''
    const displayName = (await accounts.profilesById([actorId], tx)).get(actorId)?.displayName ?? ''
    const staff = (await memberships.staffOf(communityId, tx)).filter(mayDecide).map(({ userId }) => userId)
    for (const userId of new Set([...staff, ...(await accounts.adminIds(tx))])) {
      const payload = { userId, tokenName, ...change, by: { id: actorId, displayName } }
      events.publish(tx, { name: 'queue.changed', room: rooms.account(userId), payload })
      // Scripts of partners' pages hear this, too: nothing of who works on what.
      if (change.change === 'claimed') continue
      const onSites = userId === actorId ? payload : { ...payload, by: { id: '', displayName: '' } }
      events.publish(tx, { name: 'queue.changed', room: rooms.onSites(userId, tokenName), payload: onSites })
    }
  }

  /** Ends the claims on what was decided, and tells the moderators; of one community and moderator at a time. */
  async function finish(tx: Transaction, decisions: readonly LoggedActivity[]): Promise<void> {
    for (const [change, kinds] of [['decided', CLOSING] as const, ['opened', OPENING] as const]) {
      const about = decisions.filter(({ action }) => kinds.has(action))
      for (const communityId of new Set(about.map((one) => one.communityId))) {
        const here = about.filter((one) => one.communityId === communityId)
        const aboutPeople = here.flatMap(({ id, action }) => (ABOUT_PEOPLE.has(action) ? [id] : []))
        const closed = await reportDecisions.closedBy(tx, aboutPeople)
        const subjectIds = [...new Set([...here.map(subjectOf), ...closed.map((item) => item.entity_id)])]
        const keys = subjectIds.map((id) => subjectKeyOf(communityId, id))
        await claimRepository(tx.connection).delete(keys)
        await tell(tx, { communityId, actorId: here[0]?.actorId ?? '', change, subjectIds, until: 0 })
      }
    }
  }

  activityLog.onDecisions(async (tx, decisions) => {
    const gathered = gathering.get(tx)
    if (gathered) gathered.push(...decisions)
    else await finish(tx, decisions)
  })

  return {
    tell,
    /** Gathers what some work decides, and tells of it once the work is done. */
    async gather<Result>(tx: Transaction, work: (decisions: LoggedActivity[]) => Promise<Result>): Promise<Result> {
      const decisions: LoggedActivity[] = []
      gathering.set(tx, decisions)
      try {
        const result = await work(decisions)
        await finish(tx, decisions)
        return result
      } finally {
        gathering.delete(tx)
      }
    },
  }
}
