import type { Database, Transaction } from '../../platform/database/database.ts'
import type { createPeople } from '../accounts/people.ts'
import { type BanRow, membershipRepository } from './repository.ts'

export type PersonBans = ReturnType<typeof createPersonBans>

/** Bans of people. Each stays with its account; as long as accounts are merged, a ban of any of them is the person's. */
export function createPersonBans({
  database,
  people,
}: {
  database: Database
  people: Pick<ReturnType<typeof createPeople>, 'ownersOfAccounts'>
}) {
  return {
    /**
     * The ban that counts in a community of each of some people, by their main accounts: of several the longest, of
     * those the newest. A merge bans no owner.
     */
    async of(
      { communityId, userIds, now }: { communityId: string; userIds: string[]; now: number },
      tx?: Transaction,
    ): Promise<Map<string, BanRow>> {
      const repository = membershipRepository(database.from(tx))
      const owners = await people.ownersOfAccounts(userIds, tx)
      const found = new Map<string, BanRow>()
      for (const ban of await repository.bansAmong(communityId, { userIds: [...owners.keys()], now })) {
        for (const userId of owners.get(ban.user_id) ?? []) {
          const other = found.get(userId)
          if (!other || isLonger(ban, other)) found.set(userId, ban)
        }
      }
      const merged = [...found.keys()].filter(
        (userId) => [...owners.values()].filter((mainIds) => mainIds.includes(userId)).length > 1,
      )
      for (const userId of await repository.ownersAmong(communityId, merged)) found.delete(userId)
      return found
    },
    /** All accounts of some people. */
    async accountsOf(userIds: string[]): Promise<string[]> {
      return [...(await people.ownersOfAccounts(userIds)).keys()]
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
