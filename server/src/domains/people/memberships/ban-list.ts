import { type BannedPerson, type CallParsedInput, canManage, type Me, PAGE_SIZE, type Page } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { assertAllowed } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import { type BanPosition, type BanRow, membershipRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  communities: CommunityService
  accounts: AccountService
  personBans: PersonBans
}

/**
 * Lists the people currently banned from a community, including former members and people who never joined, newest ban
 * first.
 */
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
    const { pageRows, end } = pageOf(rows, limit, {
      cursors,
      list,
      positionOf: (row) => [Number(row.created_at), row.user_id],
    })
    const profiles = await accounts.profilesById(pageRows.map((row) => row.user_id))
    const userIds = [...new Set([...profiles.values()].map(({ id }) => id))]
    const [members, bans] = await Promise.all([
      repository.membersAmong(community.id, userIds),
      personBans.of({ communityId: community.id, userIds, now: clock.now() }),
    ])
    return {
      items: pageRows.flatMap((row) => {
        const profile = profiles.get(row.user_id)
        if (!profile || profile.deleted) return []
        // List a person with several accounts once, with the ban that counts.
        if (bans.get(profile.id)?.user_id !== row.user_id) return []
        const { id: userId, username, displayName, slugUrl, profileImageUrl: imageUrl } = profile
        const [at, until] = [Number(row.created_at), Number(row.until)]
        const isMember = members.includes(userId)
        return [
          { userId, username, displayName, slugUrl, imageUrl, isMember, at, until, kind: row.kind, reason: row.reason },
        ]
      }),
      ...end,
    }
  }
}

export type PersonBans = ReturnType<typeof createPersonBans>

/**
 * Resolves bans of people. A ban stays with its account; while accounts are merged, a ban of any of them applies to the
 * person.
 */
export function createPersonBans({
  database,
  accounts,
}: {
  database: Database
  accounts: Pick<AccountService, 'ownersOfAccounts'>
}) {
  return {
    /**
     * The ban of each person that counts in a community, by main account: the longest, or the newest of equally long
     * ones. Owners are exempt from bans of merged accounts.
     */
    async of(
      { communityId, userIds, now }: { communityId: string; userIds: string[]; now: number },
      tx?: Transaction,
    ): Promise<Map<string, BanRow>> {
      const repository = membershipRepository(database.from(tx))
      const owners = await accounts.ownersOfAccounts(userIds, tx)
      const bansByUser = new Map<string, BanRow>()
      for (const ban of await repository.bansAmong(communityId, { userIds: [...owners.keys()], now })) {
        for (const userId of owners.get(ban.user_id) ?? []) {
          const other = bansByUser.get(userId)
          if (!other || isLonger(ban, other)) bansByUser.set(userId, ban)
        }
      }
      const merged = [...bansByUser.keys()].filter(
        (userId) => [...owners.values()].filter((mainIds) => mainIds.includes(userId)).length > 1,
      )
      for (const userId of await repository.ownersAmong(communityId, merged)) bansByUser.delete(userId)
      return bansByUser
    },
    /** Which of the people are currently banned or in a time-out in which of the communities, as `community user`. */
    async keysOf(
      { communityIds, userIds, now }: { communityIds: string[]; userIds: string[]; now: number },
      tx?: Transaction,
    ): Promise<Set<string>> {
      const repository = membershipRepository(database.from(tx))
      const owners = await accounts.ownersOfAccounts(userIds, tx)
      const bans = await repository.bansOfAll(communityIds, { userIds: [...owners.keys()], now })
      const keys = bans.flatMap((ban) => (owners.get(ban.user_id) ?? []).map((id) => `${ban.community_id} ${id}`))
      if (keys.length === 0) return new Set()
      const exempt = await repository.ownerKeys({ communityIds, userIds })
      return new Set(keys.filter((key) => !exempt.has(key)))
    },
    /** All accounts of the people. */
    async accountsOf(userIds: string[]): Promise<string[]> {
      return [...(await accounts.ownersOfAccounts(userIds)).keys()]
    },
  }
}

function isLonger(ban: BanRow, other: BanRow): boolean {
  if (lasts(ban) !== lasts(other)) return lasts(ban) > lasts(other)
  return Number(ban.created_at) > Number(other.created_at)
}

function lasts({ until }: BanRow): number {
  return Number(until) === 0 ? Number.POSITIVE_INFINITY : Number(until)
}
