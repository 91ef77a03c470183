import type { Transaction } from '../../../platform/database/database.ts'
import type { AccountService, FollowerCounts } from '../accounts/index.ts'
import { followRepository } from './repository.ts'

/** Number of people whose accounts one statement locks. */
const AT_ONCE = 500

/**
 * Updates follower counts when accounts are merged, separated or deleted, which changes who they belong to or removes
 * their rows. The caller has locked the people of these accounts.
 */
export function createFollowCounting(about: {
  accounts: Pick<AccountService, 'accountsOf' | 'mainIdsOf' | 'hold'>
  followerCounts: FollowerCounts
}) {
  const { accounts, followerCounts } = about

  /** Locks the people that the accounts follow, so that they aren't merged before their counts change. */
  async function holdFollowed(tx: Transaction, accountIds: string[]): Promise<void> {
    const followed = await followRepository(tx.connection).followedBy(accountIds)
    for (let start = 0; start < followed.length; start += AT_ONCE) {
      await accounts.hold(tx, followed.slice(start, start + AT_ONCE))
    }
  }

  async function addToOthers(tx: Transaction, changes: Map<string, number>): Promise<void> {
    for (const change of new Set(changes.values())) {
      const userIds = [...changes.keys()].filter((id) => changes.get(id) === change).toSorted()
      for (let start = 0; start < userIds.length; start += AT_ONCE) {
        await followerCounts.add(tx, userIds.slice(start, start + AT_ONCE), change)
      }
    }
  }

  return async function counted<Result>(
    tx: Transaction,
    accountIds: string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const follows = followRepository(tx.connection)
    await holdFollowed(tx, accountIds)
    const formerPeople = await accounts.mainIdsOf(accountIds, tx)
    const before = await follows.countByFollowed(accountIds)
    const result = await work()
    const people = await accounts.mainIdsOf(accountIds, tx)
    const after = await follows.countByFollowed(accountIds)
    const ownIds = new Set([...formerPeople, ...people])
    const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
      const change = (after.get(id) ?? 0) - (before.get(id) ?? 0)
      return change === 0 || ownIds.has(id) ? [] : [[id, change] as const]
    })
    await addToOthers(tx, new Map(changes))
    // A full recount, since two followers may be one person. This is rare enough.
    for (const id of ownIds) {
      const followedIds = people.includes(id) ? await accounts.accountsOf(id, tx) : []
      await followerCounts.set(tx, id, followedIds.length === 0 ? 0 : await follows.countFollowers(followedIds))
    }
    return result
  }
}
