import type { EntityType } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { after, byIndex } from '../../../platform/database/keyset.ts'

/** Kinds of marks that people set for themselves. A watched item is a post. */
export type MarkKind = 'saved' | 'hidden' | 'watched'

const PLACES = {
  saved: { table: 'saves', time: 'saved_at', list: 'saves_list' },
  hidden: { table: 'personal_hides', time: 'hidden_at', list: 'personal_hides_list' },
  watched: { table: 'watches', time: 'watched_at', list: 'watches_list' },
} as const

/** An item marked by an account. */
export interface MarkRow {
  user_id: string
  entity_id: string
  entity_type: EntityType
  community_id: string
  /** When it was marked. */
  at: number
}

/** Position in the list. */
export type MarkPosition = [at: number, entityId: string]

export function markRepository(connection: Connection, kind: MarkKind) {
  const { table, time, list } = PLACES[kind]
  const marks = () => connection<Omit<MarkRow, 'at'>>(table)
  const columns = ['user_id', 'entity_id', 'entity_type', 'community_id', { at: time }]
  return {
    /** Does nothing if the row exists. */
    async insert({ at, ...row }: MarkRow): Promise<void> {
      await marks()
        .insert({ ...row, [time]: at })
        .onConflict(['user_id', 'entity_id'])
        .ignore()
    },
    /** All marks of an entity. */
    async of(entityId: string): Promise<MarkRow[]> {
      return marks().where({ entity_id: entityId }).select(columns)
    },
    async delete(userIds: string[], entityId: string): Promise<void> {
      await marks().whereIn('user_id', userIds).where({ entity_id: entityId }).del()
    },
    /** Posts and comments marked by a person's accounts, one row per account. */
    async among(userIds: string[], entityIds: string[]): Promise<MarkRow[]> {
      return entityIds.length === 0
        ? []
        : marks().whereIn('user_id', userIds).whereIn('entity_id', entityIds).select(columns)
    },
    /**
     * Items marked by any of a person's accounts, last marked first. Duplicates appear at their latest position.
     * `communityId` null: all communities.
     */
    async page(
      { userIds, communityId }: { userIds: string[]; communityId: string | null },
      { position, limit }: { position: MarkPosition | null; limit: number },
    ): Promise<MarkRow[]> {
      const range = (userId: string) => {
        const query = byIndex<MarkRow>(connection, table, list).where({ user_id: userId }).select<MarkRow[]>(columns)
        if (communityId !== null) query.where({ community_id: communityId })
        if (userIds.length > 1) query.whereNotExists(markedLater(userIds.filter((id) => id !== userId)))
        if (position) after(query, { columns: [time, 'entity_id'], values: position, descending: true })
        return query.orderBy(time, 'desc').orderBy('entity_id', 'desc').limit(limit)
      }
      const [first, ...others] = userIds
      if (first === undefined) return []
      if (others.length === 0) return range(first)
      // One index range per account, merged, so that every page costs the same.
      const ranges = userIds.map((userId) => connection.select('*').from(range(userId).as('range')))
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('at', 'desc').orderBy('entity_id', 'desc').limit(limit)
    },
  }

  /** Whether another account has marked the same item later. Among equal times, the greatest id counts as last. */
  function markedLater(userIds: string[]) {
    return connection(`${table} as other`)
      .whereRaw('other.entity_id = ??', [`${table}.entity_id`])
      .whereIn('other.user_id', userIds)
      .whereRaw('(other.?? > ?? or (other.?? = ?? and other.user_id > ??))', [
        ...[time, `${table}.${time}`, time, `${table}.${time}`, `${table}.user_id`],
      ])
  }
}

/** Posts and comments marked by a person's accounts, by kind. One query. */
export async function marksAmong(
  connection: Connection,
  userIds: string[],
  entityIds: string[],
): Promise<{ kind: MarkKind; entity_id: string }[]> {
  if (entityIds.length === 0) return []
  const of = (kind: MarkKind) =>
    connection(PLACES[kind].table)
      .whereIn('user_id', userIds)
      .whereIn('entity_id', entityIds)
      .select('entity_id', connection.raw('? as kind', [kind]))
  return connection.union([of('saved'), of('hidden'), of('watched')])
}

/** Who watches posts. */
export function watchRepository(connection: Connection) {
  const watches = () => connection<Omit<MarkRow, 'at'>>('watches')
  return {
    /** Which of the posts anybody watches. */
    async watchedAmong(postIds: string[]): Promise<string[]> {
      if (postIds.length === 0) return []
      return watches().whereIn('entity_id', postIds).distinct('entity_id').pluck('entity_id')
    },
    /** Accounts that watch a post, after an id, sorted by id. */
    async watchersAfter(postId: string, { after: userId, limit }: { after: string; limit: number }): Promise<string[]> {
      const query = watches().where({ entity_id: postId }).where('user_id', '>', userId)
      return query.orderBy('user_id').limit(limit).pluck('user_id')
    },
  }
}

/** When people are reminded of saved items; 0: never. */
export function reminderRepository(connection: Connection) {
  const saves = () => connection<Omit<MarkRow, 'at'> & { remind_at: number }>('saves')
  return {
    /** Accounts with a reminder of an item. */
    async of(entityId: string): Promise<{ user_id: string; remind_at: number }[]> {
      const rows = await saves()
        .where({ entity_id: entityId })
        .where('remind_at', '>', 0)
        .select('user_id', 'remind_at')
      return rows.map((row) => ({ ...row, remind_at: Number(row.remind_at) }))
    },
    async set(userIds: string[], entityId: string, remindAt: number): Promise<void> {
      await saves().whereIn('user_id', userIds).where({ entity_id: entityId }).update({ remind_at: remindAt })
    },
    /** Ends reminders up to a time. */
    async end(userIds: string[], { entityId, until }: { entityId: string; until: number }): Promise<void> {
      const query = saves().whereIn('user_id', userIds).where({ entity_id: entityId })
      await query.where('remind_at', '<=', until).update({ remind_at: 0 })
    },
    /** The next time by item, of any of a person's accounts. */
    async among(userIds: string[], entityIds: string[]): Promise<Map<string, number>> {
      if (entityIds.length === 0) return new Map()
      const query = saves().whereIn('user_id', userIds).whereIn('entity_id', entityIds).where('remind_at', '>', 0)
      const rows = await query.orderBy('remind_at', 'desc').select('entity_id', 'remind_at')
      return new Map(rows.map((row) => [row.entity_id, Number(row.remind_at)]))
    },
  }
}
