import { administers, type Permission } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
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

/** A ban of the main account before and after: null where there is none. */
interface MergedBan {
  communityId: string
  before: BanRow | null
  after: BanRow | null
}

/** What became of the memberships, roles and bans of an account that was merged into another. */
export interface MergedStanding {
  memberships: MergedMembership[]
  roles: MergedRole[]
  bans: MergedBan[]
}

interface Accounts {
  fromId: string
  intoId: string
}

/** How somebody stands in communities, when two of their accounts become one and when they part again. */
export function createStandingMerger({
  database,
  communities,
  accounts,
}: {
  database: Database
  communities: Pick<CommunityService, 'count' | 'factsById'>
  accounts: Pick<AccountService, 'viewer'>
}) {
  /** Nobody bans owners and admins, so that none becomes banned by a merge either. */
  async function isAbove(unit: Unit, userId: string, community: CommunityFacts): Promise<boolean> {
    const role = await membershipRepository(unit.connection).roleOf(community.id, userId)
    return Boolean(role?.is_owner) || administers(await accounts.viewer(userId, ''), community.tokenName)
  }

  /** Bans are of the person: as long as both are one, the main account is banned wherever either is, and for as long. */
  async function joinBans(unit: Unit, { fromId, intoId }: Accounts): Promise<MergedBan[]> {
    const repository = membershipRepository(unit.connection)
    const own = new Map((await repository.bansOf(intoId)).map((ban) => [ban.community_id, ban]))
    const brought = new Map((await repository.bansOf(fromId)).map((ban) => [ban.community_id, ban]))
    const merged: MergedBan[] = []
    const places = await communities.factsById([...own.keys(), ...brought.keys()])
    for (const community of places.values()) {
      const communityId = community.id
      const before = own.get(communityId) ?? null
      const after = (await isAbove(unit, intoId, community)) ? null : longer(before, brought.get(communityId), intoId)
      if (after) await repository.setBan(after)
      else await repository.deleteBan(communityId, intoId)
      merged.push({ communityId, before, after })
    }
    return merged
  }

  /** Each has the bans that it had itself, and those that were decided on the person meanwhile. */
  async function partBans(unit: Unit, bans: MergedBan[], intoId: string): Promise<void> {
    const repository = membershipRepository(unit.connection)
    for (const { communityId, before, after } of bans) {
      const now = await repository.banOf(communityId, intoId)
      const isDecidedSince = now ? !after || !isSameBan(now, after) : after !== null
      if (isDecidedSince) continue
      const isOwner = Boolean((await repository.roleOf(communityId, intoId))?.is_owner)
      if (before && !isOwner) await repository.setBan(before)
      else await repository.deleteBan(communityId, intoId)
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
    /** Gives memberships and roles of one account to another, which has both then; a ban of either is one of both. */
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
      const roles = await giveRoles(unit, accounts)
      return { memberships, roles, bans: await joinBans(unit, accounts) }
    },
    /**
     * Gives memberships and roles back. Whatever was decided about the person since stays: a role that was changed is not
     * given back, a ban decided since holds for both, and a community that was left stays left.
     */
    async giveBack(unit: Unit, notes: MergedStanding, { intoId }: Pick<Accounts, 'intoId'>): Promise<void> {
      const repository = membershipRepository(unit.connection)
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
      await partBans(unit, notes.bans, intoId)
    },
  }
}

/** Of two bans the one that lasts longer, as the main account's. */
function longer(own: BanRow | null, brought: BanRow | undefined, userId: string): BanRow | null {
  if (!brought || (own && lasts(own) >= lasts(brought))) return own
  return { ...brought, user_id: userId }
}

function isSameBan(one: BanRow, other: BanRow): boolean {
  return (['until', 'created_at'] as const).every((time) => Number(one[time]) === Number(other[time]))
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
