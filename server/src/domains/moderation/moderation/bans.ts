import type { ActivityAction } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { ActivityLog, FormerBan } from '../../content/activity-log/index.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { BulkHide } from './bulk-hide.ts'

interface Dependencies {
  database: Database
  jobs: Pick<JobQueue, 'enqueue' | 'transactional'>
  accounts: Pick<AccountService, 'accountsOf' | 'mainIdsOf'>
  communities: Pick<CommunityService, 'lock' | 'require'>
  memberships: Pick<MembershipService, 'changeRole' | 'unban'>
  contentHides: Pick<BulkHide, 'restore' | 'restoreEnded'>
  activityLog: Pick<ActivityLog, 'add'>
}

/** A ban or hide to lift: which accounts of the person, by whom and why. */
interface Lift {
  communityId: string
  userIds: string[]
  /** Decisions that caused it, to include accounts unmerged since. Default: the accounts' current decisions. */
  decisions?: string[]
  actorId: string
  reason: string
  /** The ban being lifted, if known. */
  formerBan?: FormerBan | undefined
  /** The decision that this undoes. */
  undoes?: string | undefined
}

/** Restores content hidden with a ban that has expired. */
const END_BAN = jobKind<{ communityId: string; decisionId: string }>('end ban')

/** Actor of decisions made by the operator or by expiry, not by a member. */
const NOBODY = { actorId: '', reason: '' }

export type Bans = ReturnType<typeof createBans>

/** Lifts bans and restores the content hidden with them. Logs each for every person concerned. */
export function createBans(dependencies: Dependencies) {
  const { database, jobs, accounts, communities, memberships, contentHides, activityLog } = dependencies

  jobs.transactional(END_BAN, {
    async work(tx, [job]) {
      if (!job) return undefined
      const { communityId } = job.payload
      // Another decision may be about to change the ban.
      await communities.lock(tx, communityId)
      const userIds = await contentHides.restoreEnded(tx, job.payload)
      await log(tx, { ...NOBODY, communityId, userIds }, 'contentRestored')
      return undefined
    },
  })

  async function log(tx: Transaction, lift: Lift, action: ActivityAction): Promise<void> {
    const { communityId, actorId, reason, userIds } = lift
    const { formerBan, undoes } = action === 'contentRestored' ? {} : lift
    for (const personId of await accounts.mainIdsOf(userIds, tx)) {
      await activityLog.add(tx, { communityId, actorId, reason, action, personId, formerBan, undoes })
    }
  }

  /** Returns the accounts whose bans were lifted and the decisions that had caused them. */
  async function unban(tx: Transaction, lift: Lift) {
    const lifted = await memberships.unban(tx, lift.communityId, lift.userIds)
    await log(tx, { ...lift, userIds: lifted.userIds }, lifted.isTimeout ? 'timeoutLifted' : 'unbanned')
    return lifted
  }

  async function restore(tx: Transaction, lift: Lift): Promise<void> {
    await log(tx, { ...lift, userIds: await contentHides.restore(tx, lift) }, 'contentRestored')
  }

  return {
    unban,
    restore,
    /**
     * Adds or removes an owner of a community for the operator. A new owner's ban is lifted and their hidden content
     * restored. Returns whether there was a ban.
     */
    async setOwner(about: { tokenName: string; personId: string; owner: boolean }): Promise<boolean> {
      const { owner } = about
      const { id: communityId } = await communities.require(about.tokenName)
      const userIds = await accounts.accountsOf(about.personId)
      const [userId = about.personId] = userIds
      return database.transaction(async (tx) => {
        await communities.lock(tx, communityId)
        await memberships.changeRole(tx, { communityId, userId, change: { owner } })
        if (!owner) return false
        const lift = { ...NOBODY, communityId, userIds }
        const lifted = await unban(tx, lift)
        await restore(tx, { ...lift, decisions: lifted.decisions })
        return lifted.userIds.length > 0
      })
    },
    /** Schedules restoring the content hidden with a ban for when the ban expires. */
    restoreAt(tx: Transaction, until: number, about: { communityId: string; decisionId: string }): void {
      jobs.enqueue(tx, END_BAN, { payload: about, runAt: until })
    },
  }
}
