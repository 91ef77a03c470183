import { type BannedPerson, type CallParsedInput, canManage, type Me, PAGE_SIZE, type Page } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Cursors } from '../../lib/cursor.ts'
import { assertAllowed } from '../../lib/domain-error.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityService } from '../communities/service.ts'
import { type BanPosition, membershipRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  cursors: Cursors
  communities: CommunityService
  accounts: AccountService
}

export type BanList = ReturnType<typeof createBanList>

/** Who is banned from a community now, also whoever has left it or never joined, the newest ban first. */
export function createBanList({ database, clock, cursors, communities, accounts }: Dependencies) {
  return async (viewer: Me, input: CallParsedInput<'communityBans'>): Promise<Page<BannedPerson>> => {
    const { limit = PAGE_SIZE, cursor, memberIds } = input
    const community = await communities.require(input.tokenName)
    assertAllowed(canManage(viewer, community, clock.now()))
    const list = `bans ${community.id}`
    const repository = membershipRepository(database.read)
    const rows = await repository.bansIn({
      communityId: community.id,
      among: memberIds?.split(',') ?? null,
      after: cursor ? (cursors.decode(list, cursor) as BanPosition) : null,
      now: clock.now(),
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const ids = shown.map((row) => row.user_id)
    const [profiles, members] = await Promise.all([
      accounts.profilesById(ids),
      repository.membersAmong(community.id, ids),
    ])
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return {
      items: shown.flatMap((row) => {
        const profile = profiles.get(row.user_id)
        // Of merged accounts the main one stands for all: it is banned as they are.
        if (!profile || profile.deleted || profile.id !== row.user_id) return []
        const { id: userId, username, displayName, slugUrl, profileImageUrl: imageUrl } = profile
        const [at, until] = [Number(row.created_at), Number(row.until)]
        const isMember = members.includes(userId)
        return [{ userId, username, displayName, slugUrl, imageUrl, isMember, at, until, reason: row.reason }]
      }),
      cursor: hasMore && last ? cursors.encode(list, [Number(last.created_at), last.user_id]) : null,
      hasMore,
    }
  }
}
