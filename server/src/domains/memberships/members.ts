import { randomInt } from 'node:crypto'
import { type Member, PAGE_SIZE, PAGE_SIZE_MAX, type Page, type User } from '@stoa/contract'
import type { Platform } from '../../platform/platform.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityService } from '../communities/service.ts'
import { type MemberPosition, type MemberRow, membershipRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'cursors'> {
  communities: CommunityService
  accounts: AccountService
}

/** What a list of members is asked for with. */
export interface MembersQuery {
  tokenName: string
  type?: 'all' | 'partner' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Members of a community, newest first; partners of a page in another order each time, so that none is always first. */
export function createMemberList({ database, cursors, communities, accounts }: Dependencies) {
  return async ({ tokenName, type = 'all', cursor, ...query }: MembersQuery): Promise<Page<Member>> => {
    const { limit = type === 'partner' ? PAGE_SIZE_MAX : PAGE_SIZE } = query
    const { id: communityId } = await communities.require(tokenName)
    const list = `members ${type} ${communityId}`
    const rows = await membershipRepository(database.read).list({
      communityId,
      partnersOnly: type === 'partner',
      after: cursor ? (cursors.decode(list, cursor) as MemberPosition) : null,
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const profiles = await accounts.profilesById(shown.map((row) => row.user_id))
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return {
      items: (type === 'partner' ? shuffled(shown) : shown).flatMap((row) => {
        const profile = profiles.get(row.user_id)
        return profile && !profile.deleted ? [presentMember(row, profile)] : []
      }),
      cursor: hasMore && last ? cursors.encode(list, [Number(last.joined_at), last.user_id]) : null,
      hasMore,
    }
  }
}

/** Fisher and Yates's shuffle. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1))
}

function presentMember(row: MemberRow, profile: User): Member {
  return {
    userId: profile.id,
    username: profile.username,
    displayName: profile.displayName,
    slugUrl: profile.slugUrl,
    imageUrl: profile.profileImageUrl,
    joinedAt: Number(row.joined_at),
    isPartner: Boolean(row.can_sell),
  }
}
