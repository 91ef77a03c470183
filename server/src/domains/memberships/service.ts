import { canJoin, isBanned, type Me, type Permission } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { assertAllowed } from '../../lib/domain-error.ts'
import type { AssertThere } from '../accounts/presence.ts'
import type { OriginService } from '../articles/origins.ts'
import type { CommunityService } from '../communities/service.ts'
import type { createNotedBans } from '../merges/noted-bans.ts'
import { type BanRow, membershipRepository, type RoleRow } from './repository.ts'

/** How a user stands in all communities: what permission rules look at. */
export type Standing = Pick<
  Me,
  'joinedCommunities' | 'bannedCommunities' | 'tokenOwner' | 'tokenPermissions' | 'enableSell' | 'moderator'
>

export interface Role {
  owner?: boolean
  moderator?: boolean
  canSell?: boolean
  permissions?: Permission[]
}

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  communities: CommunityService
  origins: OriginService
  notedBans: ReturnType<typeof createNotedBans>
  assertThere: AssertThere
}

export type MembershipService = ReturnType<typeof createMembershipService>

export function createMembershipService(dependencies: Dependencies) {
  const { database, clock, events, communities, origins, notedBans, assertThere } = dependencies

  async function standingOf(userId: string): Promise<Standing> {
    const rows = await membershipRepository(database.read).standingOf(userId)
    const bannedCommunities = Object.fromEntries(
      rows.filter((row) => row.banned_until !== null).map((row) => [row.token_name, Number(row.banned_until)]),
    )
    const now = clock.now()
    // Whoever is banned, or has left, decides about nobody else as long as it lasts.
    const may = (row: (typeof rows)[number]) => row.joined && !isBanned({ bannedCommunities }, row.token_name, now)
    const names = (chosen: (row: (typeof rows)[number]) => unknown) => rows.filter(chosen).map((row) => row.token_name)
    return {
      joinedCommunities: names((row) => row.joined),
      bannedCommunities,
      tokenOwner: names((row) => row.is_owner),
      tokenPermissions: Object.fromEntries(
        rows
          .filter(may)
          .map((row) => [row.token_name, JSON.parse(row.permissions ?? '[]') as Permission[]] as const)
          .filter(([, permissions]) => permissions.length > 0),
      ),
      enableSell: names((row) => row.can_sell),
      moderator: names((row) => row.is_moderator && may(row)),
    }
  }

  /** What is known of the person is looked up again, in every process. */
  function tell(unit: Unit, userId: string): void {
    events.publish(unit, { name: 'viewer.changed', room: rooms.user(userId), payload: { userId } })
  }

  /** Changes what is named of somebody's role, and leaves the rest; the caller has checked who may. */
  async function changeRole(
    unit: Unit,
    { communityId, userId, change }: { communityId: string; userId: string; change: Role },
  ): Promise<void> {
    const repository = membershipRepository(unit.connection)
    const role = { ...roleIn(await repository.roleOf(communityId, userId)), ...change }
    await repository.setRole(rowOf(role, communityId, userId))
    tell(unit, userId)
  }

  /**
   * Lifts the bans of some accounts, and those of others that came by the same decisions; returns whose there were, and by
   * which decisions.
   */
  async function unban(unit: Unit, communityId: string, userIds: string[]) {
    const repository = membershipRepository(unit.connection)
    const bans = await repository.bansWith(communityId, userIds)
    for (const { user_id: userId } of bans) {
      await repository.deleteBan(communityId, userId)
      tell(unit, userId)
    }
    const decisions = [...new Set(bans.map((ban) => ban.decision_id).filter((id) => id !== ''))]
    const { bansOf, setBan } = repository
    for (const ban of await notedBans.lifted(unit, { decisions, userIds, bansOf })) await setBan(ban)
    return { userIds: bans.map((ban) => ban.user_id), decisions }
  }

  return {
    standingOf,
    /** Joins or leaves; asking for what is already so changes nothing. */
    async join(viewer: Me, change: { tokenName: string; join: boolean }) {
      const { id: communityId, tokenName } = await communities.require(change.tokenName)
      assertAllowed(canJoin(viewer, tokenName, { join: change.join, now: clock.now() }))
      await origins.checkSite(viewer, communityId)
      await database.transaction(async (unit) => {
        await assertThere(unit, viewer.id)
        const memberships = membershipRepository(unit.connection)
        const changed = change.join
          ? await memberships.insert(
              { community_id: communityId, user_id: viewer.id, joined_at: clock.now() },
              database.dialect,
            )
          : await memberships.delete(communityId, viewer.id)
        if (!changed) return
        await communities.count(unit, communityId, { members: change.join ? 1 : -1 })
        tell(unit, viewer.id)
      })
      const { joinedCommunities } = await standingOf(viewer.id)
      return { community: await communities.get(tokenName), joinedCommunities }
    },
    /** How somebody stands in one community, with what was given to them also while it rests. */
    async standingIn(communityId: string, userId: string) {
      const repository = membershipRepository(database.read)
      const [role, ban, [member]] = await Promise.all([
        repository.roleOf(communityId, userId),
        repository.banOf(communityId, userId),
        repository.membersAmong(communityId, [userId]),
      ])
      const until = Number(ban?.until ?? -1)
      return {
        isMember: member !== undefined,
        role: roleIn(role),
        ban:
          ban && (until === 0 || until > clock.now())
            ? { until, reason: ban.reason, at: Number(ban.created_at) }
            : null,
      }
    },
    /** Which of some people have joined. */
    membersAmong: (communityId: string, userIds: string[]) =>
      membershipRepository(database.read).membersAmong(communityId, userIds),
    /** Which of some people are banned at this moment. */
    bannedAmong: (communityId: string, userIds: string[]) =>
      membershipRepository(database.read).bannedAmong(communityId, userIds, clock.now()),
    membersAfter: (communityId: string, page: { after: string; limit: number }) =>
      membershipRepository(database.read).membersAfter(communityId, page),
    changeRole,
    /**
     * Bans somebody by all their accounts until a time; the caller has checked who may. Former bans are replaced; returns the
     * decisions that they came by.
     */
    async ban(unit: Unit, userIds: string[], ban: Omit<BanRow, 'user_id'>): Promise<string[]> {
      const repository = membershipRepository(unit.connection)
      const replaced: string[] = []
      for (const userId of userIds) {
        replaced.push((await repository.banOf(ban.community_id, userId))?.decision_id ?? '')
        await repository.setBan({ ...ban, user_id: userId })
        tell(unit, userId)
      }
      await notedBans.replaced(unit, { communityId: ban.community_id, userIds })
      return [...new Set(replaced)].filter((decision) => decision !== '')
    },
    unban,
    /** Leaves every community; returns how many there were. */
    async leaveAll(unit: Unit, userId: string): Promise<number> {
      const memberships = membershipRepository(unit.connection)
      const communityIds = await memberships.joinedBy(userId)
      for (const communityId of communityIds) {
        if (await memberships.delete(communityId, userId)) await communities.count(unit, communityId, { members: -1 })
      }
      return communityIds.length
    },
    /** Sets a user's role in a community; the caller has checked who may. */
    async setRole(communityId: string, userId: string, role: Role): Promise<void> {
      await database.transaction(async (unit) => {
        await membershipRepository(unit.connection).setRole(rowOf(role, communityId, userId))
        tell(unit, userId)
      })
    },
  }
}

function roleIn(row: RoleRow | undefined): Required<Role> {
  return {
    owner: Boolean(row?.is_owner),
    moderator: Boolean(row?.is_moderator),
    canSell: Boolean(row?.can_sell),
    permissions: JSON.parse(row?.permissions ?? '[]') as Permission[],
  }
}

function rowOf(role: Role, communityId: string, userId: string): RoleRow {
  return {
    community_id: communityId,
    user_id: userId,
    is_owner: Number(role.owner ?? false),
    is_moderator: Number(role.moderator ?? false),
    can_sell: Number(role.canSell ?? false),
    permissions: JSON.stringify(role.permissions ?? []),
  }
}
