import type { ActivityAction } from '@stoa/contract'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../platform/jobs/queue.ts'
import type { AccountService } from '../accounts/service.ts'
import type { ActivityLog, FormerBan } from '../activity-log/activity-log.ts'
import type { CommunityService } from '../communities/service.ts'
import type { MembershipService } from '../memberships/service.ts'
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

/** Of whom something is lifted, all their accounts, by whom and why. */
interface Lift {
  communityId: string
  userIds: string[]
  /** By which it came, of accounts that have parted since too. Default: those by which these accounts still have it. */
  decisions?: string[]
  actorId: string
  reason: string
  /** The ban that is lifted, as far as it is known. */
  formerBan?: FormerBan | undefined
  /** The decision that lifting it undoes. */
  undoes?: string | undefined
}

/** Restores what was hidden with a ban that has ended. */
const END_BAN = jobKind<{ communityId: string; decisionId: string }>('end ban')

/** Of a decision that the operator made, or that time has: it is no member's. */
const NOBODY = { actorId: '', reason: '' }

export type Bans = ReturnType<typeof createBans>

/** Lifts bans and shows again what was hidden with them; each is written down for everybody whom it is about. */
export function createBans(dependencies: Dependencies) {
  const { database, jobs, accounts, communities, memberships, contentHides, activityLog } = dependencies

  jobs.transactional(END_BAN, {
    async work(tx, [job]) {
      if (!job) return undefined
      const { communityId } = job.payload
      // Somebody may be about to change it.
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

  /** Returns whose bans were lifted, and by which decisions they had come. */
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
     * Makes somebody an owner of a community, or no more, as the operator asks. An owner is banned by nobody: a ban is
     * lifted, and what was hidden is shown again. True when there was a ban.
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
    /** Restores what a ban has hidden once it ends by itself. */
    restoreAt(tx: Transaction, until: number, about: { communityId: string; decisionId: string }): void {
      jobs.enqueue(tx, END_BAN, { payload: about, runAt: until })
    },
  }
}
