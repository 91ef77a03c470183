import { accountIdsOf, type CallOutput, type CallParsedInput, type Me, PAGE_SIZE, personMuted } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, FollowerCounts, NotificationTriggers } from '../accounts/index.ts'
import type { MuteService } from '../mutes/index.ts'
import { createFollowCounting } from './recount-followers.ts'
import { followRepository, type ListedFollow } from './repository.ts'

/** Largest number of followed people that profiles tell, so that counting takes a bounded time. */
const COUNTED_MAX = 10_000

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'cursors'> {
  accounts: Pick<
    AccountService,
    'get' | 'getByAnyName' | 'accountsOf' | 'mainIdsOf' | 'ownersOfAccounts' | 'profilesById' | 'hold'
  >
  followerCounts: FollowerCounts
  mutes: Pick<MuteService, 'refuses'>
  triggers: NotificationTriggers
}

export type FollowService = ReturnType<typeof createFollowService>

/**
 * Follows between people. Rows stay with the accounts that created them; all accounts of a person are read together.
 */
export function createFollowService(dependencies: Dependencies) {
  const { database, clock, cursors, accounts, followerCounts, mutes, triggers } = dependencies
  const read = (tx?: Transaction) => followRepository(database.from(tx))

  /** Accounts of an existing person, the main one first. Throws USER_NOT_FOUND. */
  async function accountsOf(userId: string): Promise<string[]> {
    const { id } = await accounts.get(userId)
    return accounts.accountsOf(id)
  }

  /** The main account of each account of some people. */
  async function ownersOf(mainIds: string[]): Promise<Map<string, string>> {
    const owners = await accounts.ownersOfAccounts(mainIds)
    return new Map([...owners].map(([id, [owner = id]]) => [id, owner]))
  }

  /** Tells whether a row stands for its person, as the newest about any of their accounts. One query, if there may be others. */
  async function newestRows(about: {
    personIds: string[]
    type: 'followers' | 'following'
    owners: ReadonlyMap<string, string>
  }): Promise<(row: ListedFollow, mainId: string) => boolean> {
    const { personIds, type, owners } = about
    const others = personIds.length > 1 ? owners.keys() : severalIn(owners)
    const newest = new Map<string, ListedFollow>()
    for (const row of await read().listedAmong(personIds, type, [...others])) {
      const owner = owners.get(row.account_id) ?? row.account_id
      const known = newest.get(owner)
      if (!known || isNewer(row, known)) newest.set(owner, row)
    }
    return (row, mainId) => {
      const first = newest.get(mainId)
      return !first || !isNewer(first, row)
    }
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
          if (await mutes.refuses('follows', [viewer.id, followedId], tx)) throw new DomainError('FORBIDDEN')
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
    /** Numbers of other people who follow a person and whom the person follows, by main account. */
    async countsOf(userId: string): Promise<{ followers: number; following: number }> {
      const [followers, following] = await Promise.all([
        followerCounts.of(userId),
        accounts.accountsOf(userId).then((ids) => read().countFollowed(ids, COUNTED_MAX)),
      ])
      return { followers, following }
    },
    /** A page of a person's followers or of the people whom they follow, without those whom the viewer doesn't want to see. */
    async list(viewer: Me | null, input: CallParsedInput<'followList'>): Promise<CallOutput<'followList'>> {
      const { idOrSlug, type, limit = PAGE_SIZE, cursor } = input
      const { id: personId } = await accounts.getByAnyName(idOrSlug)
      const personIds = await accounts.accountsOf(personId)
      const list = `${type} ${personId}`
      const after = cursor === undefined ? null : (cursors.decode(list, cursor) as [number, string])
      const rows = await read().listed(personIds, { type, after, limit: limit + 1 })
      const positionOf = (row: ListedFollow) => [row.created_at, row.account_id]
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf })
      const profiles = await accounts.profilesById(pageRows.map((row) => row.account_id))
      const mainIds = [...new Set([...profiles.values()].map(({ id }) => id))]
      const owners = await ownersOf(mainIds)
      const isNewest = await newestRows({ personIds, type, owners })
      const listed = new Set<string>()
      let hidden = 0
      const [followers, followed] = await Promise.all([
        followerCounts.byId(mainIds),
        viewer ? read().followedAmong(accountIdsOf(viewer), [...owners.keys()]) : [],
      ])
      const followedIds = new Set(followed.map((id) => owners.get(id)))
      const items = pageRows.flatMap((row) => {
        const user = profiles.get(row.account_id)
        if (!user || user.deleted || user.id === personId || listed.has(user.id)) return []
        if (!isNewest(row, user.id)) return []
        listed.add(user.id)
        if (personMuted(viewer, user.id, 'followers')) {
          hidden += 1
          return []
        }
        const follows = viewer ? { follows: followedIds.has(user.id) && user.id !== viewer.id } : {}
        return { user, followers: followers.get(user.id) ?? 0, ...follows }
      })
      return { items, ...end, ...(hidden > 0 && { hidden }) }
    },
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
    followedLast: (followerIds: string[], limit: number) => read().followedLast(followerIds, limit),
    followersAmong: (followedIds: string[], userIds: string[], tx?: Transaction) =>
      read(tx).followersAmong(followedIds, userIds),
    followersAfter: (followedIds: string[], page: { after: string; limit: number }, tx?: Transaction) =>
      read(tx).followersAfter(followedIds, page),
  }
}

/** Whether a row precedes another in a list. */
function isNewer(one: ListedFollow, other: ListedFollow): boolean {
  if (one.created_at !== other.created_at) return one.created_at > other.created_at
  return one.account_id > other.account_id
}

/** Accounts of people who have several. */
function severalIn(owners: ReadonlyMap<string, string>): Set<string> {
  return new Set([...owners].flatMap(([id, owner]) => (id === owner ? [] : [id, owner])))
}
