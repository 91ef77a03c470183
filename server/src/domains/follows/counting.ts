import type { Unit } from '../../db/database.ts'
import type { FollowerCounts } from '../accounts/follower-counts.ts'
import type { AccountService } from '../accounts/service.ts'
import { followRepository } from './repository.ts'

/** People whose accounts are locked by one statement. */
const AT_ONCE = 500

/**
 * Keeps the counts of followers right while accounts become one person, or two, or nobody: work that changes whose accounts
 * some are, or removes their rows. The caller holds the accounts' people.
 */
export function createFollowCounting(about: {
  accounts: Pick<AccountService, 'accountsOf' | 'mainIdsOf' | 'hold'>
  followerCounts: FollowerCounts
}) {
  const { accounts, followerCounts } = about

  /** Whom the accounts follow: they must not become other people before their count is changed. */
  async function holdFollowed(unit: Unit, accountIds: string[]): Promise<void> {
    const followed = await followRepository(unit.connection).followedBy(accountIds)
    for (let start = 0; start < followed.length; start += AT_ONCE) {
      await accounts.hold(unit, followed.slice(start, start + AT_ONCE))
    }
  }

  async function addToOthers(unit: Unit, changes: Map<string, number>): Promise<void> {
    for (const change of new Set(changes.values())) {
      const userIds = [...changes.keys()].filter((id) => changes.get(id) === change).toSorted()
      for (let start = 0; start < userIds.length; start += AT_ONCE) {
        await followerCounts.add(unit, userIds.slice(start, start + AT_ONCE), change)
      }
    }
  }

  return async function counted<Result>(
    unit: Unit,
    accountIds: string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const follows = followRepository(unit.connection)
    await holdFollowed(unit, accountIds)
    const formerPeople = await accounts.mainIdsOf(accountIds)
    const before = await follows.countByFollowed(accountIds)
    const result = await work()
    const people = await accounts.mainIdsOf(accountIds)
    const after = await follows.countByFollowed(accountIds)
    const own = new Set([...formerPeople, ...people])
    const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
      const change = (after.get(id) ?? 0) - (before.get(id) ?? 0)
      return change === 0 || own.has(id) ? [] : [[id, change] as const]
    })
    await addToOthers(unit, new Map(changes))
    // Seldom enough to count them all: who follows two of them may be one person.
    for (const id of own) {
      const followedIds = people.includes(id) ? await accounts.accountsOf(id) : []
      await followerCounts.set(unit, id, followedIds.length === 0 ? 0 : await follows.countFollowers(followedIds))
    }
    return result
  }
}
