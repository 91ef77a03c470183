import {
  accountIdsOf,
  administers,
  administersSection,
  type CommunityRole,
  canJoin,
  type HeldRole,
  isBanned,
  isOwn,
  type Me,
  PAGE_SIZE_MAX,
  type Permission,
  SECTION_PERMISSIONS,
  type User,
} from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, AssertThere, Standing } from '../accounts/index.ts'
import { type CommunityService, STORED_EMAIL_PERMISSION } from '../communities/index.ts'
import type { MuteService } from '../mutes/index.ts'
import type { OriginService } from '../partner-origins/index.ts'
import type { PersonBans } from './ban-list.ts'
import { shownRole } from './members.ts'
import { type BanRow, type GivenRole, membershipRepository, type RoleRow } from './repository.ts'

export interface Role {
  owner?: boolean
  moderator?: boolean
  canSell?: boolean
  permissions?: Permission[]
}

/** A person with a role in a community. */
export type Staff = Required<Role> & { userId: string }

/** For this long, whoever has left a community returns with the former date of joining. */
const RETURN_MS = 10 * MINUTE_MS

const RANKS: readonly HeldRole['role'][] = ['owner', 'moderator', 'partner']

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  jobs: Pick<JobQueue, 'enqueue'>
  communities: CommunityService
  partnerOrigins: OriginService
  accounts: Pick<AccountService, 'mainIdsOf' | 'person'>
  mutes: Pick<MuteService, 'ownOf'>
  personBans: PersonBans
  assertThere: AssertThere
}

/** Permissions with those of the admin of these communities' section. */
function withSections(
  permissions: Standing['tokenPermissions'],
  sectionCommunities: readonly string[],
): Standing['tokenPermissions'] {
  const inSections = sectionCommunities.map((tokenName) => [
    tokenName,
    [...new Set([...(permissions[tokenName] ?? []), ...SECTION_PERMISSIONS])],
  ])
  return { ...permissions, ...Object.fromEntries(inSections) }
}

/** Somebody has joined a community. */
export const MEMBER_JOINED = jobKind<{ tokenName: string; personId: string; at: number }>('tell of new member')

export type MembershipService = ReturnType<typeof createMembershipService>

export function createMembershipService(dependencies: Dependencies) {
  const { database, clock, events, communities, partnerOrigins, accounts, mutes } = dependencies
  const { personBans, assertThere, jobs } = dependencies

  /** The standing of a person, whose main account comes first. */
  async function standingOf(accountIds: string[], tx?: Transaction): Promise<Standing> {
    const rows = await membershipRepository(database.from(tx)).standingOf(accountIds)
    // Owners can't be banned, so a merge doesn't ban them either.
    const counts = (row: (typeof rows)[number]) => row.banned_until !== null && !(row.is_owner && accountIds.length > 1)
    const bannedCommunities = Object.fromEntries(
      rows.filter(counts).map((row) => [row.token_name, Number(row.banned_until)]),
    )
    const banReasons = await reasonsOf(bannedCommunities, { accountIds, tx })
    const now = clock.now()
    // Banned people and former members have no permissions for now.
    const may = (row: (typeof rows)[number]) => row.joined && !isBanned({ bannedCommunities }, row.token_name, now)
    const names = (chosen: (row: (typeof rows)[number]) => unknown) => rows.filter(chosen).map((row) => row.token_name)
    return {
      joinedCommunities: names((row) => row.joined),
      hiddenCommunities: names((row) => row.hidden),
      bannedCommunities,
      timeouts: names((row) => counts(row) && row.is_timeout),
      ...(Object.keys(banReasons).length > 0 && { banReasons }),
      tokenOwner: names((row) => row.is_owner),
      tokenPermissions: Object.fromEntries(
        rows
          .filter(may)
          .map((row) => [row.token_name, permissionsIn(row.permissions)] as const)
          .filter(([, permissions]) => permissions.length > 0),
      ),
      enableSell: names((row) => row.can_sell),
      moderator: names((row) => row.is_moderator && may(row)),
    }
  }

  /** The reasons for a person's bans; of several in a community, for the one that lasts longest. */
  async function reasonsOf(
    bannedCommunities: Standing['bannedCommunities'],
    { accountIds, tx }: { accountIds: string[]; tx: Transaction | undefined },
  ): Promise<Record<string, string>> {
    if (Object.keys(bannedCommunities).length === 0) return {}
    const rows = await membershipRepository(database.from(tx)).banReasons(accountIds)
    const inForce = rows.filter((row) => bannedCommunities[row.token_name] === Number(row.until))
    return Object.fromEntries(inForce.map((row) => [row.token_name, row.reason]))
  }

  /** Adds a membership, or restores one that has just ended; false if the person is a member. */
  async function enter(
    tx: Transaction,
    { communityId, userId, sawEmailNotice }: { communityId: string; userId: string; sawEmailNotice: boolean },
  ): Promise<boolean> {
    const repository = membershipRepository(tx.connection)
    const key = { community_id: communityId, user_id: userId }
    const former = await repository.takeFormer(key, clock.now() - RETURN_MS)
    const membership = {
      ...key,
      joined_at: former?.joined_at ?? clock.now(),
      email_notice: Number(sawEmailNotice || former?.email_notice === 1),
    }
    return repository.insert(membership, database.dialect)
  }

  /** False if the person isn't a member. */
  async function leave(
    tx: Transaction,
    { communityId, userId }: { communityId: string; userId: string },
  ): Promise<boolean> {
    const repository = membershipRepository(tx.connection)
    const membership = await repository.membershipOf(communityId, userId)
    if (!membership || !(await repository.delete(communityId, userId))) return false
    const { joined_at, email_notice } = membership
    await repository.keepFormer({
      community_id: communityId,
      user_id: userId,
      joined_at,
      email_notice,
      left_at: clock.now(),
    })
    return true
  }

  /** Makes every process load the person's standing again. */
  function publishViewerChanged(tx: Transaction, userId: string): void {
    events.publish(tx, { name: 'viewer.changed', payload: { userId } })
  }

  /** Changes only the given parts of a role. The caller checks the permission. */
  async function changeRole(
    tx: Transaction,
    { communityId, userId, change }: { communityId: string; userId: string; change: Role },
  ): Promise<void> {
    const repository = membershipRepository(tx.connection)
    const role = { ...roleIn(await repository.roleOf(communityId, userId)), ...change }
    await repository.setRole(rowOf(role, communityId, userId), clock.now())
    publishViewerChanged(tx, userId)
  }

  /**
   * Lifts the bans of some accounts and other bans by the same decisions; returns the unbanned accounts and the
   * decisions.
   */
  async function unban(tx: Transaction, communityId: string, userIds: string[]) {
    const repository = membershipRepository(tx.connection)
    const bans = await repository.bansWith(communityId, userIds)
    const unbanned = bans.map((ban) => ban.user_id)
    for (const userId of unbanned) await repository.deleteBan(communityId, userId)
    for (const userId of await accounts.mainIdsOf(unbanned, tx)) publishViewerChanged(tx, userId)
    const decisions = [...new Set(bans.map((ban) => ban.decision_id).filter((id) => id !== ''))]
    const isTimeout = bans.every((ban) => ban.kind === 'timeout')
    return { userIds: unbanned, decisions, isTimeout }
  }

  /**
   * People who currently moderate a community's content by a role there: owners, and members who may hide something
   * and aren't banned; or who have another permission.
   */
  async function staffOf(communityId: string, tx?: Transaction, permission?: Permission): Promise<Staff[]> {
    const repository = membershipRepository(database.from(tx))
    const roles = await repository.staffOf(communityId, permission)
    const userIds = roles.map((role) => role.user_id)
    if (userIds.length === 0) return []
    const members = new Set(await repository.membersAmong(communityId, userIds))
    const bans = await personBans.of({ communityId, userIds, now: clock.now() }, tx)
    return roles
      .map((row): Staff => ({ ...roleIn(row), userId: row.user_id }))
      .filter(({ owner, userId }) => owner || (members.has(userId) && !bans.has(userId)))
  }

  /** Whether another person can decide about the viewer's content. */
  async function hasOtherModerator(viewer: Me, communityId: string, tx?: Transaction): Promise<boolean> {
    const staff = await staffOf(communityId, tx)
    const mayDecide = ({ owner, permissions }: Staff) => owner || permissions.includes('hideContent')
    return staff.some((one) => mayDecide(one) && !isOwn(viewer, one.userId))
  }

  return {
    /** How many communities ban each account at present, or whether this one does. */
    banCounts: (userIds: string[], communityId?: string): Promise<Map<string, number>> =>
      membershipRepository(database.read).banCounts(userIds, { now: clock.now(), communityId }),
    /** The person with all permissions; null if the account is gone. `site` as in the access token. */
    async viewer(userId: string, site: string, tx?: Transaction): Promise<Me | null> {
      const person = await accounts.person(userId, site, tx)
      if (!person) return null
      const [standing, ownMutes] = [
        await standingOf(accountIdsOf(person), tx),
        await mutes.ownOf(accountIdsOf(person), tx),
      ]
      const { sectionCommunities = [] } = person
      const viewer: Me = {
        ...person,
        ...standing,
        tokenPermissions: withSections(standing.tokenPermissions, sectionCommunities),
        ...(ownMutes && { mutes: ownMutes }),
      }
      if (person.ForwardedFrom.length === 0 && sectionCommunities.length === 0) return viewer
      // Admins can't be banned, not even through a merge.
      const bans = Object.entries(viewer.bannedCommunities).filter(
        ([tokenName]) => !administers(viewer, tokenName) && !administersSection(viewer, tokenName),
      )
      return { ...viewer, bannedCommunities: Object.fromEntries(bans) }
    },
    /**
     * Joins or leaves a community. Does nothing if that is already so. Whoever returns within ten minutes keeps the date
     * of joining.
     */
    async join(
      viewer: Me,
      change: { tokenName: string; join: boolean; sawEmailNotice?: boolean | undefined },
      tx?: Transaction,
    ) {
      const community = await communities.require(change.tokenName, tx)
      const { id: communityId, tokenName } = community
      assertAllowed(canJoin(viewer, community, { join: change.join, now: clock.now() }))
      await partnerOrigins.checkSite(viewer, communityId, tx)
      await database.transaction(async (tx) => {
        await assertThere(tx, viewer.id)
        const changed = change.join
          ? await enter(tx, { communityId, userId: viewer.id, sawEmailNotice: change.sawEmailNotice ?? false })
          : await leave(tx, { communityId, userId: viewer.id })
        if (!changed) return
        await communities.count(tx, communityId, { members: change.join ? 1 : -1 })
        publishViewerChanged(tx, viewer.id)
        if (change.join) {
          const payload = { tokenName, personId: viewer.id, at: clock.now() }
          jobs.enqueue(tx, MEMBER_JOINED, { payload })
        }
      }, tx)
      const { joinedCommunities } = await standingOf(accountIdsOf(viewer), tx)
      return { community: await communities.get(tokenName, tx), joinedCommunities }
    },
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        membershipRepository(connection).deleteFormer(clock.now() - RETURN_MS),
      )
    },
    /** Hides a community from the person's feeds, or shows it again. Does nothing if that is already so. */
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
        publishViewerChanged(tx, viewer.id)
        return isHidden()
      }, tx)
    },
    /** Communities that a person's feeds leave out, last hidden first. */
    async hiddenBy(viewer: Me, tx?: Transaction): Promise<{ id: string; at: number }[]> {
      const rows = await membershipRepository(database.from(tx)).hiddenBy(accountIdsOf(viewer))
      return rows.map(({ community_id, at }) => ({ id: community_id, at: Number(at) }))
    },
    /** A person's standing in one community, including a role that is currently without effect. */
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
    /** When a person joined; null if they aren't a member. */
    async joinedAt(communityId: string, userId: string): Promise<number | null> {
      const row = await membershipRepository(database.read).membershipOf(communityId, userId)
      return row ? Number(row.joined_at) : null
    },
    /** Which of the people have joined which of the communities, as `community user`. One query. */
    memberKeys: (about: { communityIds: string[]; userIds: string[] }, tx?: Transaction) =>
      membershipRepository(database.from(tx)).memberKeys(about),
    /** The same, without those who are currently banned there or in a time-out. */
    async unbannedKeys(about: { communityIds: string[]; userIds: string[] }, tx?: Transaction): Promise<Set<string>> {
      const keys = await membershipRepository(database.from(tx)).memberKeys(about)
      const banned = await personBans.keysOf({ ...about, now: clock.now() }, tx)
      return new Set([...keys].filter((key) => !banned.has(key)))
    },
    /** Which of the people are members. */
    membersAmong: (communityId: string, userIds: string[], tx?: Transaction) =>
      membershipRepository(database.from(tx)).membersAmong(communityId, userIds),
    /**
     * Roles of the publishers on a page, each in the community of their post or comment. One query. Undefined for plain
     * members.
     */
    async rolesAmong(about: { communityIds: string[]; profiles: ReadonlyMap<string, User> }, tx?: Transaction) {
      const { communityIds, profiles } = about
      const userIds = [...new Set([...profiles.values()].map(({ id }) => id))]
      const rows =
        userIds.length === 0
          ? []
          : await membershipRepository(database.from(tx)).shownRoles({
              communityIds: [...new Set(communityIds)],
              userIds,
              now: clock.now(),
            })
      const rowsByKey = new Map(rows.map((row) => [`${row.community_id} ${row.user_id}`, row]))
      return (communityId: string, publisherId: string): CommunityRole | undefined => {
        const profile = profiles.get(publisherId)
        return profile && shownRole(rowsByKey.get(`${communityId} ${profile.id}`), profile)
      }
    },
    /** A person's public roles in one community or, if null, in all. */
    async rolesOf(userId: string, communityId: string | null): Promise<HeldRole[]> {
      const rows = await membershipRepository(database.read).shownRoles({
        communityIds: communityId === null ? null : [communityId],
        userIds: [userId],
        now: clock.now(),
      })
      const facts = await communities.factsById(rows.map((row) => row.community_id))
      const heldRoles = rows.flatMap((row): HeldRole[] => {
        const community = facts.get(row.community_id)
        const role = shownRole(row, undefined)
        // Partners who have left become partners again when they return.
        if (!community || !role || role === 'admin' || (role === 'partner' && row.joined_at === 0)) return []
        return [{ id: community.id, tokenName: community.tokenName, title: community.title, role }]
      })
      return heldRoles
        .toSorted((a, b) => RANKS.indexOf(a.role) - RANKS.indexOf(b.role) || (a.title < b.title ? -1 : 1))
        .slice(0, PAGE_SIZE_MAX)
    },
    /** Which of the people are currently banned, not counting time-outs. */
    async shutOutAmong(communityId: string, userIds: string[]): Promise<string[]> {
      if (userIds.length === 0) return []
      const bans = await personBans.of({ communityId, userIds, now: clock.now() })
      return [...bans].flatMap(([userId, ban]) => (ban.kind === 'ban' ? [userId] : []))
    },
    /** Which of the people are currently banned or in a time-out. */
    async bannedAmong(communityId: string, userIds: string[], tx?: Transaction): Promise<string[]> {
      if (userIds.length === 0) return []
      return [...(await personBans.of({ communityId, userIds, now: clock.now() }, tx)).keys()]
    },
    staffOf,
    hasOtherModerator,
    /** Throws REPORT_OWN_CONTENT if the viewer would decide about themselves although another moderator can. */
    async assertImpartial(
      viewer: Me,
      { communityId, personId }: { communityId: string; personId: string },
      tx: Transaction,
    ): Promise<void> {
      if (!isOwn(viewer, personId)) return
      if (await hasOtherModerator(viewer, communityId, tx)) throw new DomainError('REPORT_OWN_CONTENT')
    },
    /** Which of the people were told on joining that the team can see their address. */
    withEmailNotice: (communityId: string, userIds: string[], tx?: Transaction) =>
      membershipRepository(database.from(tx)).withEmailNotice(communityId, userIds),
    membersAfter: (communityId: string, page: { after: string; limit: number }, tx?: Transaction) =>
      membershipRepository(database.from(tx)).membersAfter(communityId, page),
    changeRole,
    /**
     * Bans all accounts of a person until a time, replacing former bans. Returns the decisions of the replaced bans.
     * The caller checks the permission.
     */
    async ban(tx: Transaction, userIds: string[], ban: Omit<BanRow, 'user_id'>): Promise<string[]> {
      const repository = membershipRepository(tx.connection)
      const replaced: string[] = []
      for (const userId of userIds) {
        replaced.push((await repository.banOf(ban.community_id, userId))?.decision_id ?? '')
        await repository.setBan({ ...ban, user_id: userId })
        publishViewerChanged(tx, userId)
      }
      return [...new Set(replaced)].filter((decision) => decision !== '')
    },
    unban,
    /** Leaves all communities; returns their number. */
    async leaveAll(tx: Transaction, userId: string): Promise<number> {
      const memberships = membershipRepository(tx.connection)
      const communityIds = await memberships.joinedBy(userId)
      for (const communityId of communityIds) {
        if (await memberships.delete(communityId, userId)) await communities.count(tx, communityId, { members: -1 })
      }
      return communityIds.length
    },
    /** Sets a user's role in a community. The caller checks the permission. */
    async setRole(communityId: string, userId: string, role: Role): Promise<void> {
      await database.transaction(async (tx) => {
        await membershipRepository(tx.connection).setRole(rowOf(role, communityId, userId), clock.now())
        publishViewerChanged(tx, userId)
      })
    },
  }
}

function roleIn(row: RoleRow | undefined): Required<Role> {
  return {
    owner: Boolean(row?.is_owner),
    moderator: Boolean(row?.is_moderator),
    canSell: Boolean(row?.can_sell),
    permissions: permissionsIn(row?.permissions),
  }
}

function rowOf(role: Role, communityId: string, userId: string): GivenRole {
  return {
    community_id: communityId,
    user_id: userId,
    is_owner: Number(role.owner ?? false),
    is_moderator: Number(role.moderator ?? false),
    can_sell: Number(role.canSell ?? false),
    permissions: JSON.stringify(
      (role.permissions ?? []).map((name) => (name === EMAIL ? STORED_EMAIL_PERMISSION : name)),
    ),
  }
}

const EMAIL: Permission = 'viewUserEmail'

function permissionsIn(stored: string | null = null): Permission[] {
  const names = JSON.parse(stored ?? '[]') as (Permission | typeof STORED_EMAIL_PERMISSION)[]
  return names.filter((name) => name !== EMAIL).map((name) => (name === STORED_EMAIL_PERMISSION ? EMAIL : name))
}
