import { accountIdsOf, type CallOutput, type Me } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { FollowerCounts } from '../accounts/follower-counts.ts'
import type { AccountService } from '../accounts/service.ts'
import type { Happenings } from '../notifications/happenings.ts'
import { createFollowCounting } from './counting.ts'
import { followRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  accounts: Pick<AccountService, 'get' | 'accountsOf' | 'mainIdsOf' | 'hold'>
  followerCounts: FollowerCounts
  happenings: Happenings
}

export type FollowService = ReturnType<typeof createFollowService>

/** Who follows whom. Rows stay with the accounts that they were made by; all accounts of a person are read as one. */
export function createFollowService(dependencies: Dependencies) {
  const { database, clock, accounts, followerCounts, happenings } = dependencies
  const read = () => followRepository(database.read)

  /** The accounts of somebody who is there, the main one first. Throws USER_NOT_FOUND. */
  async function accountsOf(userId: string): Promise<string[]> {
    const { id } = await accounts.get(userId)
    return accounts.accountsOf(id)
  }

  return {
    /** Follows somebody, or no more; asking for what is already so changes nothing. */
    async set(viewer: Me, about: { followedUserId: string; follow: boolean }): Promise<CallOutput<'userFollow'>> {
      return database.transaction(async (unit) => {
        const { id: followedId } = await accounts.get(about.followedUserId)
        if (followedId === viewer.id) {
          const message = 'You can’t follow yourself.'
          throw new DomainError('VALIDATION_FAILED', [{ field: 'followedUserId', message }])
        }
        // What hangs on an account goes with it: neither of them goes until this is written.
        const present = await accounts.hold(unit, [viewer.id, followedId])
        if (!present.has(viewer.id)) throw new DomainError('AUTH_REQUIRED')
        if (!present.has(followedId)) throw new DomainError('USER_NOT_FOUND')
        const [own, followedIds] = [await accounts.accountsOf(viewer.id), await accounts.accountsOf(followedId)]
        const follows = followRepository(unit.connection)
        const isSo = (await follows.followersAmong(followedIds, own)).length > 0
        if (isSo && !about.follow) {
          await follows.delete(own, followedIds)
          await followerCounts.add(unit, [followedId], -1)
        } else if (!isSo && about.follow) {
          await followerCounts.add(unit, [followedId], 1)
          await follows.insert({ follower_id: viewer.id, followed_id: followedId, created_at: clock.now() })
          happenings.note(unit, { kind: 'follow', actorId: viewer.id, followedId })
        }
        return { follows: about.follow, followers: await followerCounts.of(followedId) }
      })
    },
    /** Whether the viewer follows somebody. */
    async of(viewer: Me, userId: string): Promise<CallOutput<'userFollowGet'>> {
      const followedIds = await accountsOf(userId)
      const own = accountIdsOf(viewer)
      const [follows, followers] = await Promise.all([
        read().followersAmong(followedIds, own),
        followerCounts.of(followedIds[0] ?? ''),
      ])
      return { follows: followedIds[0] !== viewer.id && follows.length > 0, followers }
    },
    /** How many other people follow the person whose main account it is. */
    followersOf: followerCounts.of,
    counted: createFollowCounting(dependencies),
    followersAmong: (followedIds: string[], userIds: string[]) => read().followersAmong(followedIds, userIds),
    followersAfter: (followedIds: string[], page: { after: string; limit: number }) =>
      read().followersAfter(followedIds, page),
  }
}
