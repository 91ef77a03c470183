import type { Permission } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { CommunityService } from '../communities/service.ts'
import { type BanRow, type MembershipRow, membershipRepository, type RoleRow } from './repository.ts'

/** A role before and after two accounts became one. */
interface MergedRole {
  given: RoleRow
  /** What the other account was in the community; null: nothing. */
  before: RoleRow | null
  after: RoleRow
}

/** A membership, and whether the other account was none there: then it has moved. */
interface MergedMembership {
  row: MembershipRow
  hasMoved: boolean
}

/** What became of the memberships and roles of an account that was merged into another. */
export interface MergedStanding {
  memberships: MergedMembership[]
  roles: MergedRole[]
}

interface Accounts {
  fromId: string
  intoId: string
}

/** How somebody stands in communities, when two of their accounts become one and when they part again. */
export function createStandingMerger({
  database,
  communities,
}: {
  database: Database
  communities: Pick<CommunityService, 'count'>
}) {
  /** Bans are of the person: each account is banned wherever the other is, and for as long. */
  async function shareBans(unit: Unit, { fromId, intoId }: Accounts): Promise<void> {
    const repository = membershipRepository(unit.connection)
    for (const ban of await repository.bansOf(fromId)) {
      const known = await repository.banOf(ban.community_id, intoId)
      if (!known || lasts(ban) > lasts(known)) await repository.setBan({ ...ban, user_id: intoId })
    }
  }

  async function giveRoles(unit: Unit, { fromId, intoId }: Accounts): Promise<MergedRole[]> {
    const repository = membershipRepository(unit.connection)
    const merged: MergedRole[] = []
    for (const given of await repository.rolesOf(fromId)) {
      const before = (await repository.roleOf(given.community_id, intoId)) ?? null
      const after = both(given, before, intoId)
      await repository.setRole(after)
      await repository.deleteRole(given.community_id, fromId)
      merged.push({ given, before, after })
    }
    return merged
  }

  return {
    /** Gives memberships and roles of one account to another, which has both then; bans are shared. */
    async giveTo(unit: Unit, accounts: Accounts): Promise<MergedStanding> {
      const { fromId, intoId } = accounts
      const repository = membershipRepository(unit.connection)
      const memberships: MergedMembership[] = []
      for (const row of await repository.membershipsOf(fromId)) {
        const hasMoved = await repository.insert({ ...row, user_id: intoId }, database.dialect)
        await repository.delete(row.community_id, fromId)
        if (!hasMoved) await communities.count(unit, row.community_id, { members: -1 })
        memberships.push({ row, hasMoved })
      }
      await shareBans(unit, accounts)
      return { memberships, roles: await giveRoles(unit, accounts) }
    },
    /**
     * Gives memberships and roles back. Whatever was decided about the person since stays: a role that was changed is not
     * given back, bans go along, and a community that was left stays left.
     */
    async giveBack(unit: Unit, notes: MergedStanding, { fromId, intoId }: Accounts): Promise<void> {
      const repository = membershipRepository(unit.connection)
      await shareBans(unit, { fromId: intoId, intoId: fromId })
      for (const { row, hasMoved } of notes.memberships) {
        const [isMember] = await repository.membersAmong(row.community_id, [intoId])
        if (isMember === undefined || !(await repository.insert(row, database.dialect))) continue
        if (hasMoved) await repository.delete(row.community_id, intoId)
        else await communities.count(unit, row.community_id, { members: 1 })
      }
      for (const { given, before, after } of notes.roles) {
        const now = await repository.roleOf(after.community_id, intoId)
        if (!now || !isSame(now, after)) continue
        await repository.setRole(given)
        if (before) await repository.setRole(before)
        else await repository.deleteRole(after.community_id, intoId)
      }
    },
  }
}

function lasts({ until }: BanRow): number {
  return Number(until) === 0 ? Number.POSITIVE_INFINITY : Number(until)
}

/** All that either of two roles in a community is. */
function both(given: RoleRow, before: RoleRow | null, userId: string): RoleRow {
  if (before === null) return { ...given, user_id: userId }
  const permissions = [before, given].flatMap((role) => JSON.parse(role.permissions) as Permission[])
  const either = (flag: 'is_owner' | 'is_moderator' | 'can_sell') =>
    Number(Boolean(given[flag]) || Boolean(before[flag]))
  return {
    ...before,
    is_owner: either('is_owner'),
    is_moderator: either('is_moderator'),
    can_sell: either('can_sell'),
    permissions: JSON.stringify([...new Set(permissions)]),
  }
}

function isSame(one: RoleRow, other: RoleRow): boolean {
  const fields = ['is_owner', 'is_moderator', 'can_sell'] as const
  return one.permissions === other.permissions && fields.every((field) => Number(one[field]) === Number(other[field]))
}
