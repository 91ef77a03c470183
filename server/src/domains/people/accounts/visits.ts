import type { Me } from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../communities/index.ts'
import type { AssertThere } from './people.ts'
import { visitRepository } from './repository.ts'

/** Further visits within this time are not recorded, unless there is a new post. */
const ONE_VISIT_MS = MINUTE_MS

/** Records people's last visits and the community they visited. */
export function createVisits(
  about: Pick<Platform, 'database' | 'clock'> & {
    communities: CommunityService
    assertThere: AssertThere
  },
) {
  const { database, clock, communities, assertThere } = about
  return {
    async visit(viewer: Me, tx?: Transaction): Promise<void> {
      const now = clock.now()
      await database.transaction(
        ({ connection }) => visitRepository(connection).visit(viewer.id, { now, unlessSince: now - ONE_VISIT_MS }),
        tx,
      )
    },
    /** When a person last visited these communities, by id. */
    lastVisits: (userId: string, communityIds: readonly string[]): Promise<Map<string, number>> =>
      visitRepository(database.read).lastVisits(userId, communityIds),
    /** Records a visit to each of these communities. The caller has locked the account. */
    async visitAll(tx: Transaction, userId: string, communityIds: readonly string[]): Promise<void> {
      await visitRepository(tx.connection).visitAll(userId, communityIds, clock.now())
    },
    /** Throws COMMUNITY_NOT_FOUND. */
    async visitCommunity(viewer: Me, tokenName: string, tx?: Transaction): Promise<void> {
      const { id, activeAt } = await communities.require(tokenName, tx)
      const now = clock.now()
      const unlessSince = Math.max(now - ONE_VISIT_MS, activeAt)
      await database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const visit = { user_id: viewer.id, community_id: id, visited_at: now }
        await visitRepository(tx.connection).visitCommunity(visit, unlessSince)
      }, tx)
    },
  }
}
