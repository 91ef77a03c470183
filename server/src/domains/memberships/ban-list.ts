import { type BannedPerson, type CallParsedInput, canManage, type Me, PAGE_SIZE, type Page } from '@stoa/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Cursors } from '../../platform/database/cursor.ts'
import type { Database } from '../../platform/database/database.ts'
import { assertAllowed } from '../../platform/domain-error.ts'
import type { AccountService } from '../accounts/service.ts'
import type { CommunityService } from '../communities/service.ts'
import type { PersonBans } from './person-bans.ts'
import { type BanPosition, membershipRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  cursors: Cursors
  communities: CommunityService
  accounts: AccountService
  personBans: PersonBans
}

export type BanList = ReturnType<typeof createBanList>

/** Who is banned from a community now, also whoever has left it or never joined, the newest ban first. */
export function createBanList({ database, clock, cursors, communities, accounts, personBans }: Dependencies) {
  return async (viewer: Me, input: CallParsedInput<'communityBans'>): Promise<Page<BannedPerson>> => {
    const { limit = PAGE_SIZE, cursor, memberIds } = input
    const community = await communities.require(input.tokenName)
    assertAllowed(canManage(viewer, community, clock.now()))
    const list = `bans ${community.id}`
    const repository = membershipRepository(database.read)
    const rows = await repository.bansIn({
      communityId: community.id,
      among: memberIds === undefined ? null : await personBans.accountsOf(memberIds.split(',')),
      after: cursor ? (cursors.decode(list, cursor) as BanPosition) : null,
      now: clock.now(),
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const profiles = await accounts.profilesById(shown.map((row) => row.user_id))
    const userIds = [...new Set([...profiles.values()].map(({ id }) => id))]
    const [members, bans] = await Promise.all([
      repository.membersAmong(community.id, userIds),
      personBans.of({ communityId: community.id, userIds, now: clock.now() }),
    ])
    const last = shown.at(-1)
    const hasMore = rows.length > limit
    return {
      items: shown.flatMap((row) => {
        const profile = profiles.get(row.user_id)
        if (!profile || profile.deleted) return []
        // A person whose accounts were merged is listed once, by the ban that counts.
        if (bans.get(profile.id)?.user_id !== row.user_id) return []
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
