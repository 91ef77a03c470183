import type { EntityType } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { type Period, periodOf } from './periods.ts'
import { IS_COUNTED } from './tables.ts'

/** Points for one reaction. */
export interface ReputationRow {
  entity_id: string
  giver_id: string
  entity_type: EntityType
  receiver_id: string
  community_id: string
  points: number
  is_counted: number
  day: number
  created_at: number
}

/** A person's points in a community and period, stored with their main account. */
export interface TotalRow extends Period {
  user_id: string
  community_id: string
  points: number
}

/** Points that an account gains or loses on a day. */
export type DayChange = Pick<ReputationRow, 'receiver_id' | 'community_id' | 'day' | 'points'>

/** Points for one post or comment. */
export type SourceRow = Pick<ReputationRow, 'entity_id' | 'entity_type' | 'community_id' | 'points'>

const ROWS_AT_ONCE = 100
const ALL = periodOf('all', 0)

export function reputationRepository(connection: Connection) {
  const rows = () => connection<ReputationRow>('reputation')
  const totals = () => connection<TotalRow>('reputation_totals')
  return {
    async insert(row: ReputationRow): Promise<void> {
      await rows().insert(row)
    },
    /** Deletes the points that accounts gave for an entity; returns the deleted rows. */
    async remove(entityId: string, giverIds: string[], { forUpdate }: Database['dialect']): Promise<ReputationRow[]> {
      const givenRows = () => rows().where({ entity_id: entityId }).whereIn('giver_id', giverIds)
      const deletedRows = await forUpdate(givenRows())
      if (deletedRows.length > 0) await givenRows().del()
      return deletedRows
    },
    /** Points that a person's accounts gave on a day to the person with this main account. */
    async givenTo(about: { giverIds: string[]; mainId: string; communityId: string; day: number }): Promise<number> {
      const [sum] = await connection('reputation as r')
        .join('users as u', 'u.id', 'r.receiver_id')
        .whereIn('r.giver_id', about.giverIds)
        .where({ 'r.day': about.day, 'r.community_id': about.communityId })
        .where((person) => void person.where('u.id', about.mainId).orWhere('u.forward_to', about.mainId))
        .sum({ points: 'r.points' })
      return Number(sum?.points ?? 0)
    },
    async total(userId: string, communityId: string, period: Period): Promise<number> {
      const row = await totals()
        .where({ user_id: userId, community_id: communityId, ...period })
        .first()
      return Number(row?.points ?? 0)
    },
    /** Inserts missing totals; existing ones stay. */
    async put(added: TotalRow[]): Promise<void> {
      for (let start = 0; start < added.length; start += ROWS_AT_ONCE) {
        const some = added.slice(start, start + ROWS_AT_ONCE)
        await totals().insert(some).onConflict(['user_id', 'community_id', 'first_day', 'last_day']).ignore()
      }
    },
    /** Adds a day's points to all totals whose period includes the day. */
    async add(userId: string, { community_id, day, points }: Omit<DayChange, 'receiver_id'>): Promise<void> {
      await totals()
        .where({ user_id: userId, community_id })
        .where('first_day', '<=', day)
        .where('last_day', '>=', day)
        .increment('points', points)
    },
    /** Updates which points for an entity count; returns the resulting changes. */
    async recount(entityId: string): Promise<DayChange[]> {
      const isWrong = `t.entity_id = ? and t.is_counted <> ${IS_COUNTED}`
      const changes: DayChange[] = await connection('reputation as t')
        .whereRaw(isWrong, [entityId])
        .groupBy('t.receiver_id', 't.community_id', 't.day')
        .select('t.receiver_id', 't.community_id', 't.day', {
          points: connection.raw('sum(case when t.is_counted = 1 then -t.points else t.points end)'),
        })
      if (changes.length > 0) {
        await connection.raw(`update reputation as t set is_counted = 1 - is_counted where ${isWrong}`, [entityId])
      }
      return changes.map((change) => ({ ...change, points: Number(change.points) }))
    },
    /** Updates whether points between some accounts count. */
    async recountAmong(userIds: string[]): Promise<void> {
      const ids = userIds.map(() => '?').join(', ')
      await connection.raw(
        `update reputation as t set is_counted = ${IS_COUNTED} where t.giver_id in (${ids}) and t.receiver_id in (${ids})`,
        [...userIds, ...userIds],
      )
    },
    async deleteTotals(userIds: string[]): Promise<void> {
      await totals().whereIn('user_id', userIds).del()
    },
    /** Points of some accounts that count, by community and day. */
    async daysOf(userIds: string[]): Promise<Omit<DayChange, 'receiver_id'>[]> {
      const days = await rows()
        .whereIn('receiver_id', userIds)
        .where({ is_counted: 1 })
        .groupBy('community_id', 'day')
        .select('community_id', 'day')
        .sum({ points: 'points' })
      return days.map(({ community_id, day, points }) => ({ community_id, day, points: Number(points) }))
    },
    /** Points of some people by community, highest first. */
    async of(
      about: { userIds: string[]; communityId: string | null },
      limit: number,
    ): Promise<Pick<TotalRow, 'user_id' | 'community_id' | 'points'>[]> {
      if (about.userIds.length === 0) return []
      const query = totals().whereIn('user_id', about.userIds).where(ALL).whereNot({ points: 0 })
      if (about.communityId !== null) query.where({ community_id: about.communityId })
      return query.orderBy('points', 'desc').limit(limit).select('user_id', 'community_id', 'points')
    },
    /** Posts and comments for which some accounts have points, newest first. */
    async sources(about: {
      userIds: string[]
      communityId: string | null
      after: string | null
      limit: number
    }): Promise<SourceRow[]> {
      const query = rows().whereIn('receiver_id', about.userIds).where({ is_counted: 1 }).whereNot({ points: 0 })
      if (about.communityId !== null) query.where({ community_id: about.communityId })
      if (about.after !== null) query.where('entity_id', '<', about.after)
      // Group by the id alone: an index has that order, so the other rows aren't read.
      const sourceRows: SourceRow[] = await query
        .groupBy('entity_id')
        .orderBy('entity_id', 'desc')
        .limit(about.limit)
        .select('entity_id', {
          entity_type: connection.raw('max(entity_type)'),
          community_id: connection.raw('max(community_id)'),
          points: connection.raw('sum(points)'),
        })
      return sourceRows.map((row) => ({ ...row, points: Number(row.points) }))
    },
    /** People with the most points of a period, without banned ones. */
    async leaders(about: { communityId: string; period: Period; now: number; limit: number }): Promise<TotalRow[]> {
      return ranked(about).orderBy('t.points', 'desc').orderBy('t.user_id', 'desc').limit(about.limit).select('t.*')
    },
    /** Number of people with more points. */
    async countAbove(about: { communityId: string; period: Period; now: number; points: number }): Promise<number> {
      const [row] = await ranked(about).where('t.points', '>', about.points).count({ count: '*' })
      return Number(row?.count ?? 0)
    },
    /** A person's points on the leaderboard; 0 if they aren't on it. */
    async rankedPoints(about: { communityId: string; period: Period; now: number; userId: string }): Promise<number> {
      const row = await ranked(about).where('t.user_id', about.userId).first('t.points')
      return Number(row?.points ?? 0)
    },
  }

  function ranked({ communityId, period, now }: { communityId: string; period: Period; now: number }) {
    const banned = connection('bans as b')
      .whereRaw('b.community_id = t.community_id and b.user_id = t.user_id')
      .where('b.kind', 'ban')
      .where((lasts: Knex.QueryBuilder) => void lasts.where('b.until', 0).orWhere('b.until', '>', now))
    return connection('reputation_totals as t')
      .where({ 't.community_id': communityId, 't.first_day': period.first_day, 't.last_day': period.last_day })
      .where('t.points', '>', 0)
      .whereNotExists(banned)
  }
}
