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
import { type Position, pageOf } from '../../../platform/database/keyset.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import type { Reputation } from '../reputation/index.ts'
import { type MemberRow, membershipRepository, type NewestPosition } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  communities: CommunityService
  accounts: AccountService
  reputation: Pick<Reputation, 'among'>
}

/** Query of a list of members. */
export interface MembersQuery {
  tokenName: string
  type?: 'all' | 'partner' | 'staff' | undefined
  /** Words of a username or display name, the last may be unfinished. Default: all members. */
  query?: string | undefined
  /** Only this person, if they are a member. Default: all members. */
  userId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Finds a page of members by their names. `next`: where the next page begins; null at the end. */
export type FindMembers = (about: {
  communityId: string
  query: string
  arePartners: boolean
  limit: number
  position: Position | null
}) => Promise<{ ids: string[]; next: Position | null }>

/**
 * Lists members of a community: all, newest first, or those whose names have some words. A page's partners are shuffled
 * each time, so that none is always first.
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

  return async (
    { tokenName, type = 'all', cursor, query = '', userId, ...about }: MembersQuery,
    find: FindMembers,
  ): Promise<Page<Member>> => {
    const { limit = type === 'partner' ? PAGE_SIZE_MAX : PAGE_SIZE } = about
    const { id: communityId } = await communities.require(tokenName)
    if (type === 'staff') return staffOf(communityId)
    const repository = membershipRepository(database.read)
    if (userId !== undefined) {
      const items = await presentMembers(communityId, await repository.listed(communityId, [userId]))
      return { items, cursor: null, hasMore: false }
    }
    const words = onOneLine(normalizeText(query))
    const list = `members ${type} ${communityId} ${words}`
    const position = cursor ? cursors.decode(list, cursor) : null
    if (words !== '') {
      const named = { communityId, query: words, arePartners: type === 'partner', limit, position }
      const { ids, next } = await find(named)
      const rows = new Map((await repository.listed(communityId, ids)).map((row) => [row.user_id, row]))
      const items = await presentMembers(
        communityId,
        ids.flatMap((id) => rows.get(id) ?? []),
      )
      return { items, cursor: next && cursors.encode(list, next), hasMore: next !== null }
    }
    const page = { communityId, limit: limit + 1 }
    if (type === 'partner') {
      const rows = await repository.partners({ ...page, after: (position as [string] | null)?.[0] ?? null })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.user_id] })
      return { items: await presentMembers(communityId, shuffled(pageRows)), ...end }
    }
    const rows = await repository.list({ ...page, after: position as NewestPosition | null })
    const positionOf = (row: MemberRow) => [Number(row.joined_at), row.user_id]
    const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf })
    return { items: await presentMembers(communityId, pageRows), ...end }
  }
}

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
