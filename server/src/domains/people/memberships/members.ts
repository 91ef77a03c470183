import { randomInt } from 'node:crypto'
import {
  type CommunityRole,
  type Member,
  normalizeText,
  onOneLine,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  type Page,
  type User,
} from '@stoa/contract'
import { pageOf } from '../../../platform/database/keyset.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import type { Reputation } from '../reputation/index.ts'
import { nameKeyOf } from './member-names.ts'
import {
  type MemberRow,
  membershipRepository,
  type NamedRow,
  type NamePosition,
  type NewestPosition,
} from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  communities: CommunityService
  accounts: AccountService
  reputation: Pick<Reputation, 'among'>
}

/** Query of a list of members. */
export interface MembersQuery {
  tokenName: string
  type?: 'all' | 'partner' | 'staff' | undefined
  /** Beginning of a username or display name. Default: all members. */
  query?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Lists members of a community: all, newest first, or those whose name begins with a text, by name. A page's partners
 * are shuffled each time, so that none is always first.
 */
export function createMemberList({ database, clock, cursors, communities, accounts, reputation }: Dependencies) {
  async function presentMembers(communityId: string, rows: readonly MemberRow[]): Promise<Member[]> {
    const userIds = rows.map((row) => row.user_id)
    const [profiles, points] = await Promise.all([
      accounts.profilesById(userIds),
      reputation.among(communityId, userIds),
    ])
    return shownMembers(rows, profiles, points)
  }

  /** Owners, then moderators, each in the order of joining. */
  async function staffOf(communityId: string): Promise<Page<Member>> {
    const about = { communityIds: [communityId], userIds: null, now: clock.now() }
    const rows = (await membershipRepository(database.read).shownRoles(about))
      .filter((row) => row.is_owner || row.is_moderator)
      .sort((one, other) => Number(other.is_owner) - Number(one.is_owner) || one.joined_at - other.joined_at)
      .slice(0, PAGE_SIZE_MAX)
    return { items: await presentMembers(communityId, rows), cursor: null, hasMore: false }
  }

  return async ({ tokenName, type = 'all', cursor, ...query }: MembersQuery): Promise<Page<Member>> => {
    const { limit = type === 'partner' ? PAGE_SIZE_MAX : PAGE_SIZE } = query
    const { id: communityId } = await communities.require(tokenName)
    if (type === 'staff') return staffOf(communityId)
    const start = nameKeyOf(onOneLine(normalizeText(query.query ?? '')))
    const list = `members ${type} ${communityId} ${start}`
    const position = cursor ? cursors.decode(list, cursor) : null
    const repository = membershipRepository(database.read)
    const page = { communityId, start, limit: limit + 1 }
    if (type === 'partner') {
      const rows = await repository.partners({ ...page, after: (position as [string] | null)?.[0] ?? null })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.user_id] })
      return { items: await presentMembers(communityId, shuffled(pageRows)), ...end }
    }
    if (start !== '') {
      const rows = await repository.membersByName({ ...page, after: position as NamePosition | null })
      const positionOf = (row: NamedRow) => [row.found_by, row.user_id]
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf })
      return { items: await presentMembers(communityId, pageRows.filter(isFoundFirst(start))), ...end }
    }
    const rows = await repository.list({ ...page, after: position as NewestPosition | null })
    const positionOf = (row: MemberRow) => [Number(row.joined_at), row.user_id]
    const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf })
    return { items: await presentMembers(communityId, pageRows), ...end }
  }
}

/** Whether a member, both of whose names may begin with `start`, is found by the name that comes first. */
const isFoundFirst =
  (start: string) =>
  ({ found_by, username_key, name_key }: NamedRow): boolean =>
    [username_key, name_key].every((key) => !key.startsWith(start) || found_by <= key)

/** Fisher–Yates shuffle. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1))
}

function shownMembers(rows: readonly MemberRow[], profiles: Map<string, User>, points: Map<string, number>): Member[] {
  return rows.flatMap((row) => {
    const profile = profiles.get(row.user_id)
    return profile && !profile.deleted ? [presentMember(row, profile, points.get(row.user_id))] : []
  })
}

/** The highest role of a person. */
export function shownRole(
  row: Pick<MemberRow, 'is_owner' | 'is_moderator' | 'can_sell'> | undefined,
  profile: Pick<User, 'isAdmin'> | undefined,
): CommunityRole | undefined {
  if (row?.is_owner) return 'owner'
  if (row?.is_moderator) return 'moderator'
  if (profile?.isAdmin) return 'admin'
  return row?.can_sell ? 'partner' : undefined
}

function presentMember(row: MemberRow, profile: User, reputation: number | undefined): Member {
  const role = shownRole(row, profile)
  const since = { owner: row.owner_since, moderator: row.moderator_since, partner: row.partner_since, admin: 0 }
  const roleSince = role ? Number(since[role]) : 0
  return {
    userId: profile.id,
    username: profile.username,
    displayName: profile.displayName,
    slugUrl: profile.slugUrl,
    imageUrl: profile.profileImageUrl,
    joinedAt: Number(row.joined_at),
    isPartner: Boolean(row.can_sell),
    ...(role ? { role } : {}),
    ...(reputation ? { reputation } : {}),
    ...(roleSince > 0 && { roleSince }),
  }
}
