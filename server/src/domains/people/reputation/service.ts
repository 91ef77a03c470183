import { type EntityType, grantedPoints, REPUTATION_POINTS, type ReactionName } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../accounts/index.ts'
import { dayOf, periodOf, periodsOf } from './periods.ts'
import { reputationRepository, type SourceRow } from './repository.ts'

export type { SourceRow }

interface Dependencies extends Pick<Platform, 'database'> {
  accounts: Pick<AccountService, 'recipientsById' | 'mainIdsOf' | 'mainOf' | 'accountsOf'>
}

/** A reaction, its giver's accounts, and the author of the post or comment. */
interface Award {
  entityType: EntityType
  entityId: string
  communityId: string
  /** The author's account; empty if there is none. */
  receiverId: string
  /** All of the giver's accounts, beginning with the one that reacted. */
  giverIds: string[]
  name: ReactionName
  at: number
}

export type Reputation = ReturnType<typeof createReputation>

/**
 * Points that people get for reactions to their content: one row per reaction, and totals per community and period.
 * Rows stay with their accounts; totals are stored with the person's main account. Like the reaction, points remain if
 * the giver is banned later or leaves.
 */
export function createReputation({ database, accounts }: Dependencies) {
  const { dialect } = database

  /** The author's main account; null if nobody can get the points. */
  async function personOf(tx: Transaction, accountId: string): Promise<string | null> {
    return (await accounts.recipientsById([accountId], tx)).get(accountId)?.userId ?? null
  }

  async function revoke(tx: Transaction, entityId: string, giverIds: string[]): Promise<void> {
    const repository = reputationRepository(tx.connection)
    for (const row of await repository.remove(entityId, giverIds, dialect)) {
      if (row.is_counted === 0 || row.points === 0) continue
      await repository.add(await accounts.mainOf(row.receiver_id, tx), { ...row, points: -row.points })
    }
  }

  async function give(tx: Transaction, award: Award): Promise<void> {
    const { entityType, entityId, communityId, receiverId, giverIds, at } = award
    const mainId = receiverId === '' ? null : await personOf(tx, receiverId)
    if (mainId === null || giverIds.includes(mainId)) return
    const repository = reputationRepository(tx.connection)
    const day = dayOf(at)
    const points = grantedPoints(REPUTATION_POINTS[entityType][award.name], {
      fromGiver: await repository.givenTo({ giverIds, mainId, communityId, day }),
      today: await repository.total(mainId, communityId, periodOf('day', day)),
    })
    const row = { entity_id: entityId, entity_type: entityType, receiver_id: receiverId, giver_id: giverIds[0] ?? '' }
    const change = { community_id: communityId, day, points }
    await repository.insert({ ...row, ...change, is_counted: 1, created_at: at })
    const total = { user_id: mainId, community_id: communityId, points: 0 }
    await repository.put(periodsOf(day).map((period) => ({ ...total, ...period })))
    if (points !== 0) await repository.add(mainId, change)
  }

  return {
    give,
    /** Takes back the points that a person's accounts gave for an entity. */
    revoke,
    /** Call when an entity is hidden, restored or gets another author: updates which of its points count. */
    async recount(tx: Transaction, entityId: string): Promise<void> {
      const repository = reputationRepository(tx.connection)
      for (const change of await repository.recount(entityId)) {
        await repository.add(await accounts.mainOf(change.receiver_id, tx), change)
      }
    },
    /** Call when accounts have been merged or separated. */
    async recountPeople(tx: Transaction, accountIds: string[]): Promise<void> {
      const repository = reputationRepository(tx.connection)
      await repository.recountAmong(accountIds)
      await repository.deleteTotals(accountIds)
      for (const mainId of await accounts.mainIdsOf(accountIds, tx)) {
        const totals = new Map<string, { community_id: string; first_day: number; last_day: number; points: number }>()
        for (const { community_id, day, points } of await repository.daysOf(await accounts.accountsOf(mainId, tx))) {
          for (const period of periodsOf(day)) {
            const key = `${community_id} ${period.first_day} ${period.last_day}`
            const earlier = totals.get(key)?.points ?? 0
            totals.set(key, { community_id, ...period, points: earlier + points })
          }
        }
        await repository.put([...totals.values()].map((total) => ({ user_id: mainId, ...total })))
      }
    },
    /** A person's points by community, highest first. */
    async ofPerson(
      mainId: string,
      about: { communityId: string | null; limit: number },
    ): Promise<{ communityId: string; points: number }[]> {
      const rows = await reputationRepository(database.read).of({ userIds: [mainId], ...about }, about.limit)
      return rows.map(({ community_id: communityId, points }) => ({ communityId, points }))
    },
    /** Points of people in a community, by main account. People without points are omitted. */
    async among(communityId: string, userIds: string[]): Promise<Map<string, number>> {
      const rows = await reputationRepository(database.read).of({ userIds, communityId }, userIds.length)
      return new Map(rows.map((row) => [row.user_id, row.points]))
    },
    /** Posts and comments for which a person has points, newest first. */
    async sourcesOf(
      mainId: string,
      about: { communityId: string | null; after: string | null; limit: number },
    ): Promise<SourceRow[]> {
      const userIds = await accounts.accountsOf(mainId)
      return reputationRepository(database.read).sources({ ...about, userIds })
    },
  }
}
