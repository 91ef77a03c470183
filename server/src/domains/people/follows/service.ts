import { accountIdsOf, type CallOutput, type Me } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, FollowerCounts, NotificationTriggers } from '../accounts/index.ts'
import type { MuteService } from '../mutes/index.ts'
import { createFollowCounting } from './recount-followers.ts'
import { followRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  accounts: Pick<AccountService, 'get' | 'accountsOf' | 'mainIdsOf' | 'hold'>
  followerCounts: FollowerCounts
  mutes: Pick<MuteService, 'areBlocked'>
  triggers: NotificationTriggers
}

export type FollowService = ReturnType<typeof createFollowService>

/**
 * Follows between people. Rows stay with the accounts that created them; all accounts of a person are read together.
 */
export function createFollowService(dependencies: Dependencies) {
  const { database, clock, accounts, followerCounts, mutes, triggers } = dependencies
  const read = (tx?: Transaction) => followRepository(database.from(tx))

  /** Accounts of an existing person, the main one first. Throws USER_NOT_FOUND. */
  async function accountsOf(userId: string): Promise<string[]> {
    const { id } = await accounts.get(userId)
    return accounts.accountsOf(id)
  }

  return {
    /** Follows or unfollows a person. Does nothing if that is already so. */
    async set(
      viewer: Me,
      about: { followedUserId: string; follow: boolean },
      tx?: Transaction,
    ): Promise<CallOutput<'userFollow'>> {
      return database.transaction(async (tx) => {
        const { id: followedId } = await accounts.get(about.followedUserId, tx)
        if (followedId === viewer.id) {
          const message = 'You can’t follow yourself.'
          throw new DomainError('VALIDATION_FAILED', [{ field: 'followedUserId', message }])
        }
        // Locks both accounts, so that neither is deleted before the follow is written.
        const present = await accounts.hold(tx, [viewer.id, followedId])
        if (!present.has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
        if (!present.has(followedId)) throw new DomainError('USER_NOT_FOUND')
        const [ownIds, followedIds] = [
          await accounts.accountsOf(viewer.id, tx),
          await accounts.accountsOf(followedId, tx),
        ]
        const follows = followRepository(tx.connection)
        const isSo = (await follows.followersAmong(followedIds, ownIds)).length > 0
        if (isSo && !about.follow) {
          await follows.delete(ownIds, followedIds)
          await followerCounts.add(tx, [followedId], -1)
        } else if (!isSo && about.follow) {
          if (await mutes.areBlocked(viewer.id, followedId, tx)) throw new DomainError('FORBIDDEN')
          await followerCounts.add(tx, [followedId], 1)
          await follows.insert({ follower_id: viewer.id, followed_id: followedId, created_at: clock.now() })
          triggers.record(tx, { kind: 'follow', actorId: viewer.id, followedId })
        }
        return { follows: about.follow, followers: await followerCounts.of(followedId, tx) }
      }, tx)
    },
    /** Whether the viewer follows a person. */
    async of(viewer: Me, userId: string): Promise<CallOutput<'userFollowGet'>> {
      const followedIds = await accountsOf(userId)
      const ownIds = accountIdsOf(viewer)
      const [follows, followers] = await Promise.all([
        read().followersAmong(followedIds, ownIds),
        followerCounts.of(followedIds[0] ?? ''),
      ])
      return { follows: followedIds[0] !== viewer.id && follows.length > 0, followers }
    },
    /** Number of other people who follow a person, by main account. */
    followersOf: followerCounts.of,
    /** Ends the follows between two people, in both directions. The caller has locked their accounts. */
    async removeBetween(tx: Transaction, userId: string, otherId: string): Promise<void> {
      const follows = followRepository(tx.connection)
      const [ownIds, otherIds] = [await accounts.accountsOf(userId, tx), await accounts.accountsOf(otherId, tx)]
      for (const [followerIds, followedIds] of [
        [ownIds, otherIds],
        [otherIds, ownIds],
      ] as const) {
        if ((await follows.followersAmong(followedIds, followerIds)).length === 0) continue
        await follows.delete(followerIds, followedIds)
        await followerCounts.add(tx, followedIds.slice(0, 1), -1)
      }
    },
    counted: createFollowCounting(dependencies),
    followersAmong: (followedIds: string[], userIds: string[], tx?: Transaction) =>
      read(tx).followersAmong(followedIds, userIds),
    followersAfter: (followedIds: string[], page: { after: string; limit: number }, tx?: Transaction) =>
      read(tx).followersAfter(followedIds, page),
  }
}
