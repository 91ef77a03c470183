import {
  accountIdsOf,
  type CommunityRole,
  canJoin,
  type HeldRole,
  isBanned,
  isOwn,
  type Me,
  PAGE_SIZE_MAX,
  type Permission,
  type User,
} from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../platform/domain-error.ts'
import { rooms } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AssertThere, createPeople } from '../accounts/people.ts'
import type { Standing } from '../accounts/service.ts'
import type { OriginService } from '../communities/origins.ts'
import type { CommunityService } from '../communities/service.ts'
import type { PersonBans } from './ban-list.ts'
import { shownRole } from './members.ts'
import { type BanRow, type GivenRole, membershipRepository, type RoleRow } from './repository.ts'

export interface Role {
  owner?: boolean
  moderator?: boolean
  canSell?: boolean
  permissions?: Permission[]
}

/** Somebody with a role in a community. */
export type Staff = Required<Role> & { userId: string }

const RANKS: readonly HeldRole['role'][] = ['owner', 'moderator', 'partner']

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  communities: CommunityService
  origins: OriginService
  people: Pick<ReturnType<typeof createPeople>, 'mainIdsOf'>
  personBans: PersonBans
  assertThere: AssertThere
}

export type MembershipService = ReturnType<typeof createMembershipService>

export function createMembershipService(dependencies: Dependencies) {
  const { database, clock, events, communities, origins, people, personBans, assertThere } = dependencies

  /** How a person stands; their main account is the first. */
  async function standingOf(accountIds: string[], tx?: Transaction): Promise<Standing> {
    const rows = await membershipRepository(database.from(tx)).standingOf(accountIds)
    // Nobody bans an owner, so that a merge doesn't either.
    const counts = (row: (typeof rows)[number]) => row.banned_until !== null && !(row.is_owner && accountIds.length > 1)
    const bannedCommunities = Object.fromEntries(
      rows.filter(counts).map((row) => [row.token_name, Number(row.banned_until)]),
    )
    const now = clock.now()
    // Whoever is banned, or has left, decides about nobody else as long as it lasts.
    const may = (row: (typeof rows)[number]) => row.joined && !isBanned({ bannedCommunities }, row.token_name, now)
    const names = (chosen: (row: (typeof rows)[number]) => unknown) => rows.filter(chosen).map((row) => row.token_name)
    return {
      joinedCommunities: names((row) => row.joined),
      hiddenCommunities: names((row) => row.hidden),
      bannedCommunities,
      timeouts: names((row) => counts(row) && row.is_timeout),
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
  function tell(tx: Transaction, userId: string): void {
    events.publish(tx, { name: 'viewer.changed', room: rooms.user(userId), payload: { userId } })
  }

  /** Changes what is named of somebody's role, and leaves the rest; the caller has checked who may. */
  async function changeRole(
    tx: Transaction,
    { communityId, userId, change }: { communityId: string; userId: string; change: Role },
  ): Promise<void> {
    const repository = membershipRepository(tx.connection)
    const role = { ...roleIn(await repository.roleOf(communityId, userId)), ...change }
    await repository.setRole(rowOf(role, communityId, userId), clock.now())
    tell(tx, userId)
  }

  /**
   * Lifts the bans of some accounts, and those of others that came by the same decisions; returns whose there were, and by
   * which decisions.
   */
  async function unban(tx: Transaction, communityId: string, userIds: string[]) {
    const repository = membershipRepository(tx.connection)
    const bans = await repository.bansWith(communityId, userIds)
    const unbanned = bans.map((ban) => ban.user_id)
    for (const userId of unbanned) await repository.deleteBan(communityId, userId)
    for (const userId of await people.mainIdsOf(unbanned, tx)) tell(tx, userId)
    const decisions = [...new Set(bans.map((ban) => ban.decision_id).filter((id) => id !== ''))]
    const isTimeout = bans.every((ban) => ban.kind === 'timeout')
    return { userIds: unbanned, decisions, isTimeout }
  }

  return {
    standingOf,
    /** Joins or leaves; asking for what is already so changes nothing. */
    async join(viewer: Me, change: { tokenName: string; join: boolean }, tx?: Transaction) {
      const community = await communities.require(change.tokenName, tx)
      const { id: communityId, tokenName } = community
      assertAllowed(canJoin(viewer, community, { join: change.join, now: clock.now() }))
      await origins.checkSite(viewer, communityId, tx)
      await database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const memberships = membershipRepository(tx.connection)
        const changed = change.join
          ? await memberships.insert(
              { community_id: communityId, user_id: viewer.id, joined_at: clock.now() },
              database.dialect,
            )
          : await memberships.delete(communityId, viewer.id)
        if (!changed) return
        await communities.count(tx, communityId, { members: change.join ? 1 : -1 })
        tell(tx, viewer.id)
      }, tx)
      const { joinedCommunities } = await standingOf(accountIdsOf(viewer), tx)
      return { community: await communities.get(tokenName, tx), joinedCommunities }
    },
    /** Hides a community from the person's feeds, or shows it again; asking for what is already so changes nothing. */
    async hide(viewer: Me, change: { tokenName: string; hide: boolean }, tx?: Transaction): Promise<string[]> {
      const { id: communityId, tokenName } = await communities.require(change.tokenName, tx)
      const accountIds = accountIdsOf(viewer)
      return database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const isHidden = async () => (await standingOf(accountIds, tx)).hiddenCommunities
        const before = await isHidden()
        if (before.includes(tokenName) === change.hide) return before
        const repository = membershipRepository(tx.connection)
        if (change.hide) {
          await repository.hide({ user_id: viewer.id, community_id: communityId, created_at: clock.now() })
        } else await repository.unhide(accountIds, communityId)
        tell(tx, viewer.id)
        return isHidden()
      }, tx)
    },
    /** How somebody stands in one community, with what was given to them also while it rests. */
    async standingIn(communityId: string, userId: string, tx?: Transaction) {
      const repository = membershipRepository(database.from(tx))
      const [role, bans, [member]] = await Promise.all([
        repository.roleOf(communityId, userId),
        personBans.of({ communityId, userIds: [userId], now: clock.now() }, tx),
        repository.membersAmong(communityId, [userId]),
      ])
      const ban = bans.get(userId)
      return {
        isMember: member !== undefined,
        role: roleIn(role),
        ban: ban ? { until: Number(ban.until), reason: ban.reason, at: Number(ban.created_at), kind: ban.kind } : null,
        bannedBy: ban?.banned_by ?? null,
      }
    },
    /** Since when somebody is a member; null: they are none. */
    async joinedAt(communityId: string, userId: string): Promise<number | null> {
      const row = await membershipRepository(database.read).membershipOf(communityId, userId)
      return row ? Number(row.joined_at) : null
    },
    /** Which of some people have joined which of some communities: `community user`, in one query. */
    memberKeys: (about: { communityIds: string[]; userIds: string[] }) =>
      membershipRepository(database.read).memberKeys(about),
    /** Which of some people have joined. */
    membersAmong: (communityId: string, userIds: string[], tx?: Transaction) =>
      membershipRepository(database.from(tx)).membersAmong(communityId, userIds),
    /**
     * What people are in communities, for the rows of a page in one query: of a publisher in the community of their post
     * or comment. Nothing for plain members.
     */
    async rolesAmong(about: { communityIds: string[]; profiles: ReadonlyMap<string, User> }, tx?: Transaction) {
      const { communityIds, profiles } = about
      const userIds = [...new Set([...profiles.values()].map(({ id }) => id))]
      const rows =
        userIds.length === 0
          ? []
          : await membershipRepository(database.from(tx)).shownRoles({
              ...{ communityIds: [...new Set(communityIds)], userIds, now: clock.now() },
            })
      const known = new Map(rows.map((row) => [`${row.community_id} ${row.user_id}`, row]))
      return (communityId: string, publisherId: string): CommunityRole | undefined => {
        const profile = profiles.get(publisherId)
        return profile && shownRole(known.get(`${communityId} ${profile.id}`), profile)
      }
    },
    /** Where somebody has a role, as everybody sees it: in one community, or in all (null). */
    async rolesOf(userId: string, communityId: string | null): Promise<HeldRole[]> {
      const rows = await membershipRepository(database.read).shownRoles({
        ...{ communityIds: communityId === null ? null : [communityId], userIds: [userId], now: clock.now() },
      })
      const facts = await communities.factsById(rows.map((row) => row.community_id))
      const held = rows.flatMap((row): HeldRole[] => {
        const community = facts.get(row.community_id)
        const role = shownRole(row, undefined)
        // Partners who have left are partners again when they come back.
        if (!community || !role || role === 'admin' || (role === 'partner' && row.joined_at === 0)) return []
        return [{ id: community.id, tokenName: community.tokenName, title: community.title, role }]
      })
      return held
        .toSorted((a, b) => RANKS.indexOf(a.role) - RANKS.indexOf(b.role) || (a.title < b.title ? -1 : 1))
        .slice(0, PAGE_SIZE_MAX)
    },
    /** Which of some people are banned at this moment, and not only in a time-out. */
    async shutOutAmong(communityId: string, userIds: string[]): Promise<string[]> {
      if (userIds.length === 0) return []
      const bans = await personBans.of({ communityId, userIds, now: clock.now() })
      return [...bans].flatMap(([userId, ban]) => (ban.kind === 'ban' ? [userId] : []))
    },
    /** Which of some people are banned at this moment. */
    async bannedAmong(communityId: string, userIds: string[], tx?: Transaction): Promise<string[]> {
      if (userIds.length === 0) return []
      return [...(await personBans.of({ communityId, userIds, now: clock.now() }, tx)).keys()]
    },
    /**
     * Who moderates the content of a community at this moment by a role there: its owners, and those who may hide
     * something and have neither left nor are banned.
     */
    async staffOf(communityId: string, tx?: Transaction): Promise<Staff[]> {
      const repository = membershipRepository(database.from(tx))
      const roles = await repository.staffOf(communityId)
      const userIds = roles.map((role) => role.user_id)
      if (userIds.length === 0) return []
      const members = new Set(await repository.membersAmong(communityId, userIds))
      const bans = await personBans.of({ communityId, userIds, now: clock.now() }, tx)
      return roles
        .map((row): Staff => ({ ...roleIn(row), userId: row.user_id }))
        .filter(({ owner, userId }) => owner || (members.has(userId) && !bans.has(userId)))
    },
    /** Whether somebody else can decide about what the viewer wrote. */
    async hasOtherModerator(viewer: Me, communityId: string, tx?: Transaction): Promise<boolean> {
      const staff = await this.staffOf(communityId, tx)
      const mayDecide = ({ owner, permissions }: Staff) => owner || permissions.includes('hideContent')
      return staff.some((one) => mayDecide(one) && !isOwn(viewer, one.userId))
    },
    /** Throws REPORT_OWN_CONTENT for whoever would decide about themselves while somebody else can. */
    async assertImpartial(
      viewer: Me,
      { communityId, personId }: { communityId: string; personId: string },
      tx: Transaction,
    ): Promise<void> {
      if (!isOwn(viewer, personId)) return
      if (await this.hasOtherModerator(viewer, communityId, tx)) throw new DomainError('REPORT_OWN_CONTENT')
    },
    membersAfter: (communityId: string, page: { after: string; limit: number }, tx?: Transaction) =>
      membershipRepository(database.from(tx)).membersAfter(communityId, page),
    changeRole,
    /**
     * Bans somebody by all their accounts until a time; the caller has checked who may. Former bans are replaced; returns the
     * decisions that they came by.
     */
    async ban(tx: Transaction, userIds: string[], ban: Omit<BanRow, 'user_id'>): Promise<string[]> {
      const repository = membershipRepository(tx.connection)
      const replaced: string[] = []
      for (const userId of userIds) {
        replaced.push((await repository.banOf(ban.community_id, userId))?.decision_id ?? '')
        await repository.setBan({ ...ban, user_id: userId })
        tell(tx, userId)
      }
      return [...new Set(replaced)].filter((decision) => decision !== '')
    },
    unban,
    /** Leaves every community; returns how many there were. */
    async leaveAll(tx: Transaction, userId: string): Promise<number> {
      const memberships = membershipRepository(tx.connection)
      const communityIds = await memberships.joinedBy(userId)
      for (const communityId of communityIds) {
        if (await memberships.delete(communityId, userId)) await communities.count(tx, communityId, { members: -1 })
      }
      return communityIds.length
    },
    /** Sets a user's role in a community; the caller has checked who may. */
    async setRole(communityId: string, userId: string, role: Role): Promise<void> {
      await database.transaction(async (tx) => {
        await membershipRepository(tx.connection).setRole(rowOf(role, communityId, userId), clock.now())
        tell(tx, userId)
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

function rowOf(role: Role, communityId: string, userId: string): GivenRole {
  return {
    community_id: communityId,
    user_id: userId,
    is_owner: Number(role.owner ?? false),
    is_moderator: Number(role.moderator ?? false),
    can_sell: Number(role.canSell ?? false),
    permissions: JSON.stringify(role.permissions ?? []),
  }
}
