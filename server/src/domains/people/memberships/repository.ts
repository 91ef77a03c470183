import type { Permission } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { after, byIndex } from '../../../platform/database/keyset.ts'

/** A membership. */
export interface MembershipRow {
  community_id: string
  user_id: string
  joined_at: number
  /** 1: was told on joining that the team can see the address. */
  email_notice: number
}

/** A membership that ended a short time ago. */
export interface FormerMembershipRow extends MembershipRow {
  left_at: number
}

/** A community hidden from an account's feeds. */
export interface HiddenCommunityRow {
  user_id: string
  community_id: string
  created_at: number
}

export interface RoleRow {
  community_id: string
  user_id: string
  is_owner: number
  is_moderator: number
  can_sell: number
  permissions: string
  /** When the role was granted; 0 if unknown or not held. */
  owner_since: number
  moderator_since: number
  partner_since: number
}

/** A role without its dates. */
export type GivenRole = Omit<RoleRow, (typeof SINCE)[number]>

export interface BanRow {
  community_id: string
  user_id: string
  /** End of the ban; 0 if permanent. */
  until: number
  reason: string
  banned_by: string
  /** The same for all accounts that the person had then; empty if unknown. */
  decision_id: string
  /** A time-out is a short ban that hides nothing. */
  kind: 'ban' | 'timeout'
  created_at: number
}

/** Memberships, roles and bans of one user, with the communities' token names. */
export interface StandingRow {
  token_name: string
  joined: number
  hidden: number
  is_owner: number
  is_moderator: number
  can_sell: number
  permissions: string | null
  banned_until: number | null
  is_timeout: number | null
}

export interface MemberRow
  extends Pick<
    RoleRow,
    'owner_since' | 'moderator_since' | 'partner_since' | 'is_owner' | 'is_moderator' | 'can_sell'
  > {
  user_id: string
  joined_at: number
}

/** A role shown next to a person in a community. */
export type ShownRoleRow = MemberRow & Pick<RoleRow, 'community_id'>

/** A page of a community's members. */
interface MemberPage {
  communityId: string
  limit: number
}

export type NewestPosition = [joinedAt: number, userId: string]

export type BanPosition = [createdAt: number, userId: string]

const SINCE = ['owner_since', 'moderator_since', 'partner_since'] as const

export function membershipRepository(connection: Connection) {
  const memberships = () => connection<MembershipRow>('memberships')
  const former = () => connection<FormerMembershipRow>('former_memberships')
  const hidden = () => connection<HiddenCommunityRow>('hidden_communities')
  const roles = () => connection<RoleRow>('community_roles')
  const bans = () => connection<BanRow>('bans')
  const memberColumns = () => ({
    user_id: 'm.user_id',
    joined_at: 'm.joined_at',
    can_sell: connection.raw('coalesce(r.can_sell, 0)'),
    is_owner: connection.raw('coalesce(r.is_owner, 0)'),
    is_moderator: connection.raw('coalesce(r.is_moderator, 0)'),
    owner_since: connection.raw('coalesce(r.owner_since, 0)'),
    moderator_since: connection.raw('coalesce(r.moderator_since, 0)'),
    partner_since: connection.raw('coalesce(r.partner_since, 0)'),
  })
  /** Members with their roles, read by an index. */
  const membersBy = (index: string) =>
    byIndex<MemberRow>(connection, 'memberships as m', index)
      .leftJoin('community_roles as r', (join) =>
        join.on('r.community_id', 'm.community_id').on('r.user_id', 'm.user_id'),
      )
      .select(memberColumns())
  return {
    /**
     * All communities in which a person has any standing, in one query. The first account is the main one, which has
     * all memberships and roles. Each account has its own bans, of which the longest counts, and its own hidden
     * communities.
     */
    async standingOf(accountIds: string[]): Promise<StandingRow[]> {
      const [userId = ''] = accountIds
      const longest = bans()
        .whereIn('user_id', accountIds)
        .groupBy('community_id')
        .select('community_id', {
          until: connection.raw('case when min(until) = 0 then 0 else max(until) end'),
          is_timeout: connection.raw("min(case when kind = 'timeout' then 1 else 0 end)"),
        })
      const leftOut = hidden().whereIn('user_id', accountIds).distinct('community_id')
      const related = connection('memberships')
        .select('community_id')
        .where({ user_id: userId })
        .union([
          connection('community_roles').select('community_id').where({ user_id: userId }),
          connection('bans').select('community_id').whereIn('user_id', accountIds),
          connection('hidden_communities').select('community_id').whereIn('user_id', accountIds),
        ])
      return connection('communities as c')
        .whereIn('c.id', related)
        .leftJoin('memberships as m', (join) => join.on('m.community_id', 'c.id').andOnVal('m.user_id', userId))
        .leftJoin('community_roles as r', (join) => join.on('r.community_id', 'c.id').andOnVal('r.user_id', userId))
        .leftJoin(longest.as('b'), 'b.community_id', 'c.id')
        .leftJoin(leftOut.as('h'), 'h.community_id', 'c.id')
        .select({
          token_name: 'c.token_name',
          joined: connection.raw('case when m.user_id is null then 0 else 1 end'),
          hidden: connection.raw('case when h.community_id is null then 0 else 1 end'),
          is_owner: connection.raw('coalesce(r.is_owner, 0)'),
          is_moderator: connection.raw('coalesce(r.is_moderator, 0)'),
          can_sell: connection.raw('coalesce(r.can_sell, 0)'),
          permissions: 'r.permissions',
          banned_until: 'b.until',
          is_timeout: 'b.is_timeout',
        })
        .orderBy('c.token_name')
    },
    /** True if the membership is new. Of concurrent requests, only one gets true. */
    async insert(row: MembershipRow, { isUniqueViolation }: Database['dialect']): Promise<boolean> {
      const existing = await memberships().where({ community_id: row.community_id, user_id: row.user_id }).first()
      if (existing) return false
      try {
        await memberships().insert(row)
        return true
      } catch (error) {
        if (isUniqueViolation(error)) return false
        throw error
      }
    },
    /**
     * Roles of owners and of people who may hide content, or have another permission, even if those are currently banned
     * or have left.
     */
    async staffOf(communityId: string, permission: 'hide' | Permission = 'hide'): Promise<RoleRow[]> {
      const isStaff = (role: Knex.QueryBuilder) =>
        void role.where({ is_owner: 1 }).orWhere('permissions', 'like', `%"${permission}%`)
      return roles().where({ community_id: communityId }).where(isStaff)
    },
    /** Does nothing if the community is already hidden. */
    async hide(row: HiddenCommunityRow): Promise<void> {
      await hidden().insert(row).onConflict(['user_id', 'community_id']).ignore()
    },
    /** Communities that the feeds of some accounts leave out, last hidden first. */
    async hiddenBy(userIds: string[]): Promise<{ community_id: string; at: number }[]> {
      const rows = hidden().whereIn('user_id', userIds).groupBy('community_id').max({ at: 'created_at' })
      return rows
        .select<{ community_id: string; at: number }[]>('community_id')
        .orderBy([{ column: 'at', order: 'desc' }, { column: 'community_id' }])
    },
    /** Shows a community in the feeds of some accounts again. */
    async unhide(userIds: string[], communityId: string): Promise<void> {
      await hidden().whereIn('user_id', userIds).where({ community_id: communityId }).del()
    },
    async membershipsOf(userId: string): Promise<MembershipRow[]> {
      return memberships().where({ user_id: userId }).orderBy('community_id')
    },
    async membershipOf(communityId: string, userId: string): Promise<MembershipRow | undefined> {
      return memberships().where({ community_id: communityId, user_id: userId }).first()
    },
    async rolesOf(userId: string): Promise<RoleRow[]> {
      return roles().where({ user_id: userId }).orderBy('community_id')
    },
    async deleteRole(communityId: string, userId: string): Promise<void> {
      await roles().where({ community_id: communityId, user_id: userId }).del()
    },
    /** Ids of the communities that a person has joined. */
    async joinedBy(userId: string): Promise<string[]> {
      return memberships().where({ user_id: userId }).orderBy('community_id').pluck('community_id')
    },
    /** True if there was a membership. */
    async delete(communityId: string, userId: string): Promise<boolean> {
      return (await memberships().where({ community_id: communityId, user_id: userId }).del()) === 1
    },
    /** Keeps an ended membership, instead of an earlier one. */
    async keepFormer(row: FormerMembershipRow): Promise<void> {
      await former().where({ user_id: row.user_id, community_id: row.community_id }).del()
      await former().insert(row)
    },
    /** The membership that a person ended since a time; it isn't kept any longer. */
    async takeFormer(
      key: Pick<FormerMembershipRow, 'community_id' | 'user_id'>,
      since: number,
    ): Promise<FormerMembershipRow | undefined> {
      const row = await former().where(key).where('left_at', '>=', since).first()
      if (row) await former().where(key).del()
      return row
    },
    async deleteFormer(before: number): Promise<void> {
      await former().where('left_at', '<', before).del()
    },
    async setRole(row: GivenRole, now: number): Promise<void> {
      const { community_id, user_id } = row
      const former = await roles().where({ community_id, user_id }).first()
      const since = (flag: 'is_owner' | 'is_moderator' | 'can_sell', column: (typeof SINCE)[number]) => {
        if (!row[flag]) return 0
        return former?.[flag] ? Number(former[column]) : now
      }
      const sinceColumns = {
        owner_since: since('is_owner', 'owner_since'),
        moderator_since: since('is_moderator', 'moderator_since'),
        partner_since: since('can_sell', 'partner_since'),
      }
      await roles()
        .insert({ ...row, ...sinceColumns })
        .onConflict(['community_id', 'user_id'])
        .merge()
    },
    async roleOf(communityId: string, userId: string): Promise<RoleRow | undefined> {
      return roles().where({ community_id: communityId, user_id: userId }).first()
    },
    async banOf(communityId: string, userId: string): Promise<BanRow | undefined> {
      return bans().where({ community_id: communityId, user_id: userId }).first()
    },
    /** Reasons for some accounts' bans, oldest first. */
    async banReasons(accountIds: string[]): Promise<(Pick<BanRow, 'until' | 'reason'> & { token_name: string })[]> {
      return connection('bans as b')
        .join('communities as c', 'c.id', 'b.community_id')
        .whereIn('b.user_id', accountIds)
        .whereNot('b.reason', '')
        .orderBy(['b.created_at', 'b.user_id'])
        .select({ token_name: 'c.token_name', until: 'b.until', reason: 'b.reason' })
    },
    async setBan(row: BanRow): Promise<void> {
      await bans().insert(row).onConflict(['community_id', 'user_id']).merge()
    },
    /** Current bans, newest first: all, or those of these people. */
    async bansIn(about: {
      communityId: string
      among: string[] | null
      after: BanPosition | null
      now: number
      limit: number
    }): Promise<BanRow[]> {
      const { communityId, among, limit } = about
      const table = among ? bans() : byIndex<BanRow>(connection, 'bans', 'bans_list')
      const query = table
        .where({ community_id: communityId })
        .where((inForce) => void inForce.where('until', 0).orWhere('until', '>', about.now))
      if (among) query.whereIn('user_id', among)
      const columns = ['created_at', 'user_id']
      if (about.after) after(query, { columns, values: about.after, descending: true })
      return query.orderBy(columns.map((column) => ({ column, order: 'desc' as const }))).limit(limit)
    },
    /** How many communities ban each account at present. */
    async banCounts(
      userIds: string[],
      about: { now: number; communityId?: string | undefined },
    ): Promise<Map<string, number>> {
      if (userIds.length === 0) return new Map()
      const { now, communityId } = about
      const query = bans().whereIn('user_id', userIds)
      if (communityId !== undefined) query.where({ community_id: communityId })
      query.where((inForce) => void inForce.where('until', 0).orWhere('until', '>', now))
      const rows = await query.groupBy('user_id').select('user_id', { count: connection.raw('count(*)') })
      return new Map(rows.map((row) => [row.user_id, Number((row as unknown as { count: number }).count)]))
    },
    async deleteBan(communityId: string, userId: string): Promise<void> {
      await bans().where({ community_id: communityId, user_id: userId }).del()
    },
    /** Bans of some accounts, and bans by the same decisions. */
    async bansWith(communityId: string, userIds: string[]): Promise<BanRow[]> {
      const ownBans = await bans().where({ community_id: communityId }).whereIn('user_id', userIds)
      const decided = ownBans.map((ban) => ban.decision_id).filter((id) => id !== '')
      if (decided.length === 0) return ownBans
      const shared = await bans().where({ community_id: communityId }).whereIn('decision_id', decided)
      return [...ownBans.filter((ban) => ban.decision_id === ''), ...shared]
    },
    /** Which of the people are members. */
    async membersAmong(communityId: string, userIds: string[]): Promise<string[]> {
      const rows = await memberships()
        .where({ community_id: communityId })
        .whereIn('user_id', userIds)
        .select('user_id')
      return rows.map((row) => row.user_id)
    },
    /** Which of the people were told on joining that the team can see their address. */
    async withEmailNotice(communityId: string, userIds: string[]): Promise<string[]> {
      const query = memberships().where({ community_id: communityId, email_notice: 1 })
      return query.whereIn('user_id', userIds).pluck('user_id')
    },
    async memberKeys({ communityIds, userIds }: { communityIds: string[]; userIds: string[] }): Promise<Set<string>> {
      if (userIds.length === 0) return new Set()
      const rows = await memberships().whereIn('user_id', userIds).whereIn('community_id', communityIds)
      return new Set(rows.map((row) => `${row.community_id} ${row.user_id}`))
    },
    /** Current bans of some accounts. */
    async bansAmong(communityId: string, { userIds, now }: { userIds: string[]; now: number }): Promise<BanRow[]> {
      const query = bans().where({ community_id: communityId }).whereIn('user_id', userIds)
      return query.where((lasts) => void lasts.where({ until: 0 }).orWhere('until', '>', now)).orderBy('user_id')
    },
    /** Current bans of some accounts in some communities. */
    async bansOfAll(
      communityIds: string[],
      { userIds, now }: { userIds: string[]; now: number },
    ): Promise<Pick<BanRow, 'community_id' | 'user_id'>[]> {
      const query = bans().whereIn('user_id', userIds).whereIn('community_id', communityIds)
      return query.where((lasts) => void lasts.where({ until: 0 }).orWhere('until', '>', now))
    },
    /** Which of the people own which of the communities, as `community user`. */
    async ownerKeys({ communityIds, userIds }: { communityIds: string[]; userIds: string[] }): Promise<Set<string>> {
      const rows = await roles()
        .where({ is_owner: 1 })
        .whereIn('user_id', userIds)
        .whereIn('community_id', communityIds)
      return new Set(rows.map((row) => `${row.community_id} ${row.user_id}`))
    },
    /** Which of the people own a community. */
    async ownersAmong(communityId: string, userIds: string[]): Promise<string[]> {
      if (userIds.length === 0) return []
      return roles().where({ community_id: communityId, is_owner: 1 }).whereIn('user_id', userIds).pluck('user_id')
    },
    /** Members after an id, sorted by id. */
    async membersAfter(communityId: string, { after, limit }: { after: string; limit: number }): Promise<string[]> {
      const query = memberships().where({ community_id: communityId }).where('user_id', '>', after)
      return query.orderBy('user_id').limit(limit).pluck('user_id')
    },
    /**
     * Roles in some communities or all, of some people or all. Former members and banned people don't count as moderators.
     */
    async shownRoles(about: {
      communityIds: string[] | null
      userIds: string[] | null
      now: number
    }): Promise<ShownRoleRow[]> {
      const query = connection('community_roles as r')
        .leftJoin('memberships as m', (join) =>
          join.on('m.community_id', 'r.community_id').on('m.user_id', 'r.user_id'),
        )
        .leftJoin('bans as b', (join) => join.on('b.community_id', 'r.community_id').on('b.user_id', 'r.user_id'))
      if (about.communityIds) query.whereIn('r.community_id', about.communityIds)
      if (about.userIds) query.whereIn('r.user_id', about.userIds)
      const rows = (await query.select({
        community_id: 'r.community_id',
        user_id: 'r.user_id',
        joined_at: 'm.joined_at',
        can_sell: 'r.can_sell',
        is_owner: 'r.is_owner',
        is_moderator: 'r.is_moderator',
        until: 'b.until',
        owner_since: 'r.owner_since',
        moderator_since: 'r.moderator_since',
        partner_since: 'r.partner_since',
      })) as (Omit<ShownRoleRow, 'joined_at'> & { joined_at: number | null; until: number | null })[]
      return rows.map(({ until, joined_at, ...row }) => {
        const isOut = joined_at === null || (until !== null && (Number(until) === 0 || Number(until) > about.now))
        return { ...row, joined_at: Number(joined_at ?? 0), is_moderator: isOut ? 0 : row.is_moderator }
      })
    },
    /** Empties columns in which earlier versions kept names. */
    async forgetNames(userIds: string[]): Promise<void> {
      await connection('memberships').whereIn('user_id', userIds).update({ username_key: '', name_key: '' })
    },
    /** Members of any community after an id, sorted by id. */
    async peopleAfter({ after, limit }: { after: string; limit: number }): Promise<string[]> {
      return memberships()
        .where('user_id', '>', after)
        .distinct('user_id')
        .orderBy('user_id')
        .limit(limit)
        .pluck('user_id')
    },
    /** The newest members of several communities, newest first. */
    async newestOf(communityIds: string[], limit: number): Promise<Pick<MembershipRow, 'community_id' | 'user_id'>[]> {
      const parts = communityIds.map((community_id) => {
        const newest = byIndex<MembershipRow>(connection, 'memberships', 'memberships_list')
          .where({ community_id })
          .orderBy([
            { column: 'joined_at', order: 'desc' },
            { column: 'user_id', order: 'desc' },
          ])
          .limit(limit)
          .select('community_id', 'user_id', 'joined_at')
        return connection.from(newest.as('newest')).select('community_id', 'user_id', 'joined_at')
      })
      const all = connection.from(connection.unionAll(parts).as('members'))
      return all.orderBy([
        { column: 'joined_at', order: 'desc' },
        { column: 'user_id', order: 'desc' },
      ])
    },
    /** Newest members first. */
    async list({ communityId, limit, ...page }: MemberPage & { after: NewestPosition | null }): Promise<MemberRow[]> {
      const query = membersBy('memberships_list').where({ 'm.community_id': communityId })
      const columns = ['m.joined_at', 'm.user_id']
      if (page.after) after(query, { columns, values: page.after, descending: true })
      return query.orderBy(columns.map((column) => ({ column, order: 'desc' as const }))).limit(limit)
    },
    /** Those of some people who are members. */
    async listed(communityId: string, userIds: string[]): Promise<MemberRow[]> {
      return membersBy('PRIMARY').where({ 'm.community_id': communityId }).whereIn('m.user_id', userIds)
    },
    /** Members who are partners. */
    async partners({ communityId, limit, ...page }: MemberPage & { after: string | null }): Promise<MemberRow[]> {
      const query = byIndex(connection, 'community_roles as r', 'community_roles_partners')
        .join('memberships as m', (join) => join.on('m.community_id', 'r.community_id').on('m.user_id', 'r.user_id'))
        .where({ 'r.community_id': communityId, 'r.can_sell': 1 })
        .select(memberColumns())
      if (page.after !== null) query.where('r.user_id', '<', page.after)
      return query.orderBy('r.user_id', 'desc').limit(limit) as Promise<MemberRow[]>
    },
  }
}
