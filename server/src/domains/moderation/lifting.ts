import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { createWorkOff } from '../../lib/put-off.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityService } from '../communities/service.ts'
import type { MembershipService } from '../memberships/service.ts'
import type { ActivityLog } from './activity-log.ts'
import type { ContentHides } from './content-hides.ts'
import type { EndedDecision } from './hides-repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  logger: Logger
  accounts: Pick<AccountService, 'accountsOf' | 'mainIdsOf'>
  communities: Pick<CommunityService, 'lock' | 'require'>
  memberships: Pick<MembershipService, 'changeRole' | 'unban'>
  contentHides: Pick<ContentHides, 'ended' | 'restore' | 'restoreEnded'>
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
}

/** Of a decision that the operator made, or that time has: it is no member's. */
const NOBODY = { actorId: '', reason: '' }

export type Lifting = ReturnType<typeof createLifting>

/** Lifts bans and shows again what was hidden with them; each is written down for everybody whom it is about. */
export function createLifting(dependencies: Dependencies) {
  const { database, clock, logger, accounts, communities, memberships, contentHides, activityLog } = dependencies
  const workOff = createWorkOff<EndedDecision>({
    name: 'show what a ban has hidden',
    idOf: (decision) => decision.decision_id,
    clock,
    logger,
  })

  async function log(unit: Unit, lift: Lift, action: 'unbanned' | 'contentRestored'): Promise<void> {
    const { communityId, actorId, reason, userIds } = lift
    for (const personId of await accounts.mainIdsOf(userIds)) {
      await activityLog.add(unit, { communityId, actorId, reason, action, personId })
    }
  }

  /** Returns whose bans were lifted, and by which decisions they had come. */
  async function unban(unit: Unit, lift: Lift) {
    const lifted = await memberships.unban(unit, lift.communityId, lift.userIds)
    await log(unit, { ...lift, userIds: lifted.userIds }, 'unbanned')
    return lifted
  }

  async function restore(unit: Unit, lift: Lift): Promise<void> {
    await log(unit, { ...lift, userIds: await contentHides.restore(unit, lift) }, 'contentRestored')
  }

  async function end(decision: EndedDecision): Promise<void> {
    await database.transaction(async (unit) => {
      // Somebody may be about to change it.
      await communities.lock(unit, decision.community_id)
      const userIds = await contentHides.restoreEnded(unit, decision)
      await log(unit, { ...NOBODY, communityId: decision.community_id, userIds }, 'contentRestored')
    })
  }

  return {
    unban,
    restore,
    /**
     * Makes somebody an owner of a community, or no more, as the operator wishes. An owner is banned by nobody: a ban is
     * lifted, and what was hidden is shown again. True when there was a ban.
     */
    async setOwner(about: { tokenName: string; personId: string; owner: boolean }): Promise<boolean> {
      const { owner } = about
      const { id: communityId } = await communities.require(about.tokenName)
      const userIds = await accounts.accountsOf(about.personId)
      const [userId = about.personId] = userIds
      return database.transaction(async (unit) => {
        await communities.lock(unit, communityId)
        await memberships.changeRole(unit, { communityId, userId, change: { owner } })
        if (!owner) return false
        const lift = { ...NOBODY, communityId, userIds }
        const lifted = await unban(unit, lift)
        await restore(unit, { ...lift, decisions: lifted.decisions })
        return lifted.userIds.length > 0
      })
    },
    /** Job: shows again what was hidden with bans that have ended by themselves. */
    endOver: () => workOff(contentHides.ended, end),
  }
}
