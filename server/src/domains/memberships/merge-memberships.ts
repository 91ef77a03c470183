import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CommunityService } from '../communities/service.ts'
import { type GivenRole, membershipRepository } from './repository.ts'

/** What an account is in a community. */
interface CommunityStanding {
  /** Null: no member. */
  joinedAt: number | null
  /** Permissions and the flags of its role, in words that no two rights share. */
  rights: string[]
}

/** How both accounts stood in a community before they were merged. */
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

/** Memberships and roles when accounts are merged, and when that is undone. Bans stay with their accounts. */
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

  /** Gives accounts these standings in a community, and counts its members. */
  async function set(tx: Transaction, communityId: string, wanted: [string, CommunityStanding][]): Promise<void> {
    const repository = membershipRepository(tx.connection)
    let members = 0
    for (const [userId, { joinedAt, rights }] of wanted) {
      const key = { community_id: communityId, user_id: userId }
      if (await repository.delete(communityId, userId)) members -= 1
      if (joinedAt !== null) {
        await repository.insert({ ...key, joined_at: joinedAt }, database.dialect)
        members += 1
      }
      if (rights.length > 0) await repository.setRole({ ...key, ...roleOf(rights) }, clock.now())
      else await repository.deleteRole(communityId, userId)
    }
    if (members !== 0) await communities.count(tx, communityId, { members })
  }

  return {
    /** Gives the main account the memberships and rights of the merged one; returns what undoing it needs. */
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
     * Gives both accounts back what they had. What was decided about the person since stays: a right that was taken and a
     * community that was left come back to neither; a right that was given and a community that was joined are the main
     * account's.
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
        const given = { joinedAt: isSameMembership ? own.joinedAt : null, rights: common(own.rights, rights) }
        const kept = {
          joinedAt: isSameMembership ? main.joinedAt : joinedAt,
          rights: rights.filter((right) => !brought.includes(right)),
        }
        await set(tx, communityId, [
          [fromId, given],
          [intoId, kept],
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

/** By community id, so that two merges at once don't wait for each other. */
function inOrder<Value>(byId: Map<string, Value>): [string, Value][] {
  return [...byId].toSorted(([one], [other]) => (one < other ? -1 : 1))
}
