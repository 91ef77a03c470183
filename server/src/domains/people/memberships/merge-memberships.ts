import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../communities/index.ts'
import { type GivenRole, membershipRepository } from './repository.ts'

/** An account's standing in a community. */
interface CommunityStanding {
  /** Null if not a member. */
  joinedAt: number | null
  /** Permissions and role flags. No two have the same name. */
  rights: string[]
}

/** Standing of both accounts in a community before the merge. */
export interface MergedStanding {
  own: CommunityStanding
  main: CommunityStanding
}

interface Accounts {
  fromId: string
  intoId: string
}

export type MembershipMerger = ReturnType<typeof createMembershipMerger>

const NOTHING: CommunityStanding = { joinedAt: null, rights: [] }
const FLAGS = ['is_owner', 'is_moderator', 'can_sell'] as const

/** Merges memberships and roles with the accounts, and separates them again. Bans stay with their accounts. */
export function createMembershipMerger({
  database,
  clock,
  communities,
}: {
  database: Database
  clock: Platform['clock']
  communities: Pick<CommunityService, 'count'>
}) {
  async function standingsOf(tx: Transaction, userId: string): Promise<Map<string, CommunityStanding>> {
    const repository = membershipRepository(tx.connection)
    const standings = new Map<string, CommunityStanding>()
    for (const role of await repository.rolesOf(userId)) {
      standings.set(role.community_id, { joinedAt: null, rights: rightsOf(role) })
    }
    for (const { community_id: id, joined_at } of await repository.membershipsOf(userId)) {
      standings.set(id, { ...(standings.get(id) ?? NOTHING), joinedAt: Number(joined_at) })
    }
    return standings
  }

  /** Sets the standings of accounts in a community and updates its member count. */
  async function set(tx: Transaction, communityId: string, newStandings: [string, CommunityStanding][]): Promise<void> {
    const repository = membershipRepository(tx.connection)
    let members = 0
    for (const [userId, { joinedAt, rights }] of newStandings) {
      const key = { community_id: communityId, user_id: userId }
      // Joined through another account, nobody was told that the team can see this account's address.
      const { email_notice = 0 } = (await repository.membershipOf(communityId, userId)) ?? {}
      if (await repository.delete(communityId, userId)) members -= 1
      if (joinedAt !== null) {
        await repository.insert({ ...key, joined_at: joinedAt, email_notice }, database.dialect)
        members += 1
      }
      if (rights.length > 0) await repository.setRole({ ...key, ...roleOf(rights) }, clock.now())
      else await repository.deleteRole(communityId, userId)
    }
    if (members !== 0) await communities.count(tx, communityId, { members })
  }

  return {
    /** Gives the main account the memberships and permissions of the merged one; returns the records for undoing it. */
    async merge(tx: Transaction, { fromId, intoId }: Accounts): Promise<{ entityId: string; row: MergedStanding }[]> {
      const mains = await standingsOf(tx, intoId)
      const records: { entityId: string; row: MergedStanding }[] = []
      for (const [communityId, own] of inOrder(await standingsOf(tx, fromId))) {
        const main = mains.get(communityId) ?? NOTHING
        const joinedAt = main.joinedAt ?? own.joinedAt
        const rights = [...new Set([...main.rights, ...own.rights])]
        await set(tx, communityId, [
          [fromId, NOTHING],
          [intoId, { joinedAt, rights }],
        ])
        records.push({ entityId: communityId, row: { own, main } })
      }
      return records
    },
    /**
     * Restores both accounts' memberships and permissions. Later changes remain: neither account regains a revoked
     * permission or a community that was left, and the main account keeps granted permissions and joined communities.
     */
    async undo(
      tx: Transaction,
      { fromId, intoId, standings }: Accounts & { standings: { entityId: string; row: MergedStanding }[] },
    ): Promise<void> {
      const now = await standingsOf(tx, intoId)
      for (const { entityId: communityId, row } of standings) {
        const { own, main } = row
        const { joinedAt, rights } = now.get(communityId) ?? NOTHING
        const isSameMembership = joinedAt !== null && joinedAt === (main.joinedAt ?? own.joinedAt)
        const brought = own.rights.filter((right) => !main.rights.includes(right))
        const separated = { joinedAt: isSameMembership ? own.joinedAt : null, rights: common(own.rights, rights) }
        const remaining = {
          joinedAt: isSameMembership ? main.joinedAt : joinedAt,
          rights: rights.filter((right) => !brought.includes(right)),
        }
        await set(tx, communityId, [
          [fromId, separated],
          [intoId, remaining],
        ])
      }
    },
  }
}

function rightsOf(role: GivenRole): string[] {
  return [...FLAGS.filter((flag) => Boolean(role[flag])), ...(JSON.parse(role.permissions) as string[])]
}

function roleOf(rights: string[]): Omit<GivenRole, 'community_id' | 'user_id'> {
  const [is_owner, is_moderator, can_sell] = FLAGS.map((flag) => Number(rights.includes(flag)))
  const permissions = JSON.stringify(rights.filter((right) => !FLAGS.some((flag) => flag === right)))
  return { is_owner: is_owner ?? 0, is_moderator: is_moderator ?? 0, can_sell: can_sell ?? 0, permissions }
}

const common = (some: string[], others: string[]) => some.filter((right) => others.includes(right))

/** Sorted by community id, so that concurrent merges don't deadlock. */
function inOrder<Value>(byId: Map<string, Value>): [string, Value][] {
  return [...byId].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
