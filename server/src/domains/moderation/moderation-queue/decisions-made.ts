import type { EventPayloads, Permission } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { rooms } from '../../../platform/events/rooms.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ACTION_TRAITS, type ActivityLog, type LoggedActivity } from '../../content/activity-log/index.ts'
import { type Arrival, type Arrivals, QUEUE_REMINDER, REMINDED_AFTER_MS } from '../../content/checks/index.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { AccountService, NotificationTriggers } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService, Staff } from '../../people/memberships/index.ts'
import { entityKeyOf, type ReportDecisions } from '../reports/index.ts'
import { claimRepository } from './repository.ts'
import { subjectOf } from './subjects.ts'

interface Dependencies extends Pick<Platform, 'clock' | 'events' | 'ids'> {
  jobs: Pick<JobQueue, 'enqueue'>
  arrivals: Pick<Arrivals, 'settle'>
  triggers: NotificationTriggers
  posts: Pick<PostService, 'factsById'>
  comments: Pick<CommentService, 'statesById'>
  accounts: Pick<AccountService, 'profilesById' | 'adminIds' | 'mainIdsById'>
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

const NOBODY = { id: '', displayName: '' }

/** Who sees a queue: those who moderate at least one kind of content. */
const mayDecide = (one: Staff) => has(one, 'hideContent') || has(one, 'hidePremiumContent')

/** The permission to decide about an arrival. */
const permissionFor = (pendingPost: Arrival['pendingPost']): Permission =>
  pendingPost === 'story' ? 'hidePremiumContent' : 'hideContent'

const has = ({ owner, permissions }: Staff, needed: Permission) => owner || permissions.includes(needed)

export type DecisionsMade = ReturnType<typeof createDecisionsMade>

/** Follows decisions that affect queues, regardless of where they are made, and notifies the moderators. */
export function createDecisionsMade(dependencies: Dependencies) {
  const {
    clock,
    events,
    ids,
    jobs,
    arrivals,
    triggers,
    accounts,
    communities,
    memberships,
    activityLog,
    reportDecisions,
  } = dependencies
  const { posts, comments } = dependencies
  /** Transactions that make many decisions, with those made so far. */
  const gathering = new WeakMap<Transaction, LoggedActivity[]>()

  const tokenNameOf = async (communityId: string, tx: Transaction) =>
    (await communities.factsById([communityId], tx)).get(communityId)?.tokenName ?? ''

  /** The moderators of a community and the network admins, each with a check of their permissions there. */
  async function moderatorsOf(
    tx: Transaction,
    communityId: string,
  ): Promise<Map<string, (needed: Permission) => boolean>> {
    const staff = (await memberships.staffOf(communityId, tx)).filter(mayDecide)
    const admins = await accounts.adminIds(tx)
    return new Map([
      ...staff.map((one) => [one.userId, (needed: Permission) => has(one, needed)] as const),
      ...admins.map((userId) => [userId, () => true] as const),
    ])
  }

  /**
   * Notifies the moderators of a community. `personIds`: people among the subjects, whose ids must not reach partners'
   * sites.
   */
  async function tell(tx: Transaction, about: Change & { personIds?: readonly string[] }): Promise<void> {
    const { communityId, actorId, personIds = [], ...change } = about
    if (change.subjectIds.length === 0) return
    const tokenName = await tokenNameOf(communityId, tx)
    const displayName = (await accounts.profilesById([actorId], tx)).get(actorId)?.displayName ?? ''
    for (const userId of (await moderatorsOf(tx, communityId)).keys()) {
      const payload = { userId, tokenName, ...change, by: { id: actorId, displayName } }
      events.publish(tx, { name: 'queue.changed', payload })
      // Scripts on partners' pages receive this too, so it must not reveal who works on what.
      const subjectIds = change.subjectIds.filter((id) => !personIds.includes(id))
      if (change.change === 'claimed' || subjectIds.length === 0) continue
      const onSites = { ...payload, subjectIds, ...(userId === actorId ? {} : { by: NOBODY }) }
      events.publish(tx, { name: 'queue.changed', room: rooms.onSites(userId, tokenName), payload: onSites })
    }
  }

  /** Notifies of new items those who can decide about each by a role there; without any, the network admins. */
  async function notify(
    tx: Transaction,
    communityId: string,
    newItems: { actorId: string; deciderIds: string[] }[],
  ): Promise<void> {
    const runAt = clock.now() + REMINDED_AFTER_MS
    jobs.enqueue(tx, QUEUE_REMINDER, { payload: { communityId }, key: communityId, runAt })
    const needsAdmins = newItems.some(({ deciderIds }) => deciderIds.length === 0)
    const adminIds = needsAdmins ? await accounts.adminIds(tx) : []
    for (const { actorId, deciderIds } of newItems) {
      const moderatorIds = deciderIds.length > 0 ? deciderIds : adminIds
      triggers.record(tx, { kind: 'queue', arrivalId: ids.next(), communityId, actorId, moderatorIds })
    }
  }

  /** Notifies of each arrival. Nobody is notified of what they wrote. */
  async function notifyOf(tx: Transaction, communityId: string, newItems: readonly Arrival[]): Promise<void> {
    const staff = (await memberships.staffOf(communityId, tx)).filter(mayDecide)
    const subjectIds = [...new Set(newItems.map(({ subjectId }) => subjectId))]
    const [postFacts, commentStates] = await Promise.all([
      posts.factsById(subjectIds, null, tx),
      comments.statesById(subjectIds, tx),
    ])
    // A subject that is neither is a person.
    const actorOf = (subjectId: string) =>
      (postFacts.get(subjectId) ?? commentStates.get(subjectId))?.publisherId ?? subjectId
    const people = [...subjectIds.map(actorOf), ...staff.map(({ userId }) => userId)]
    const mains = await accounts.mainIdsById(people, tx)
    const mainOf = (userId: string) => mains.get(userId) ?? userId
    const withDeciders = newItems.map(({ subjectId, pendingPost }) => {
      const needed = permissionFor(pendingPost)
      const actorId = actorOf(subjectId)
      const deciders = staff.filter((one) => has(one, needed) && mainOf(one.userId) !== mainOf(actorId))
      return { actorId, deciderIds: deciders.map(({ userId }) => userId) }
    })
    await notify(tx, communityId, withDeciders)
  }

  /** Ends the claims on what was decided and notifies the moderators. All decisions of a community share one actor. */
  async function finish(tx: Transaction, decisions: readonly LoggedActivity[]): Promise<void> {
    for (const [change, effect] of [['decided', 'closes'] as const, ['opened', 'opens'] as const]) {
      const about = decisions.filter(({ action }) => ACTION_TRAITS[action].queue === effect)
      for (const communityId of new Set(about.map((one) => one.communityId))) {
        const here = about.filter((one) => one.communityId === communityId)
        const aboutPeople = here.filter(settlesMany).map(({ id }) => id)
        const closed = await reportDecisions.closedBy(tx, aboutPeople)
        const subjectIds = [...new Set([...here.map(subjectOf), ...closed.map((item) => item.entity_id)])]
        const keys = subjectIds.map((entity_id) => entityKeyOf({ community_id: communityId, entity_id }))
        await claimRepository(tx.connection).delete(keys)
        const personIds = here.map((one) => one.personId)
        await tell(tx, { communityId, actorId: here[0]?.actorId ?? '', change, subjectIds, personIds, until: 0 })
        if (change === 'decided') arrivals.settle(tx, communityId)
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
    /** Notifies those who can judge an appeal. */
    notifyOfAppeal: (
      tx: Transaction,
      { communityId, actorId, judgeIds }: { communityId: string; actorId: string; judgeIds: string[] },
    ) => notify(tx, communityId, [{ actorId, deciderIds: judgeIds }]),
    /** Notifies each moderator of the arrivals they decide about; on partners' sites only of those shown there. */
    async announceArrivals(tx: Transaction, newItems: readonly Arrival[]): Promise<void> {
      for (const communityId of new Set(newItems.map((one) => one.communityId))) {
        const here = newItems.filter((one) => one.communityId === communityId)
        await notifyOf(tx, communityId, here)
        const tokenName = await tokenNameOf(communityId, tx)
        for (const [userId, mayHide] of await moderatorsOf(tx, communityId)) {
          const visibleArrivals = here.filter((one) => mayHide(permissionFor(one.pendingPost)))
          const siteArrivals = visibleArrivals.filter(({ conversationId }) => conversationId !== '')
          for (const [room, roomArrivals] of [
            [rooms.account(userId), visibleArrivals] as const,
            [rooms.onSites(userId, tokenName), siteArrivals] as const,
          ]) {
            if (roomArrivals.length === 0) continue
            const subjectIds = [...new Set(roomArrivals.map(({ subjectId }) => subjectId))]
            // Who reported or wrote it is part of the item, for those who may know.
            const payload = { userId, tokenName, change: 'opened' as const, subjectIds, by: NOBODY, until: 0 }
            events.publish(tx, { name: 'queue.changed', room, payload })
          }
        }
      }
    },
    /** Collects the decisions made by `work` and publishes them together afterward. */
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

/** Whether a decision closes reports about a person or about all their content. */
function settlesMany({ action }: LoggedActivity): boolean {
  const { settlesReports } = ACTION_TRAITS[action]
  return settlesReports === 'person' || settlesReports === 'allContent'
}
