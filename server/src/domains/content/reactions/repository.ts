import type { EntityType, ReactionName } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { after, byIndex } from '../../../platform/database/keyset.ts'

export interface ReactionRow {
  entity_type: EntityType
  entity_id: string
  user_id: string
  name: ReactionName
  created_at: number
}

export function reactionRepository(connection: Connection) {
  const reactions = () => connection<ReactionRow>('reactions')
  const to = (entityId: string, userIds: string[]) =>
    reactions().where({ entity_id: entityId }).whereIn('user_id', userIds)
  return {
    /** The current reactions of a person's accounts to an entity, locked until the transaction ends. */
    async locked(entityId: string, userIds: string[], dialect: Database['dialect']): Promise<ReactionRow[]> {
      return dialect.forUpdate(to(entityId, userIds))
    },
    /** Throws a unique violation if the account has reacted already. */
    async insert(row: ReactionRow): Promise<void> {
      await reactions().insert(row)
    },
    async delete(entityId: string, userIds: string[]): Promise<void> {
      await to(entityId, userIds).del()
    },
    /** Number of each reaction to an entity. */
    async countsOf(entityId: string): Promise<Record<ReactionName, number>> {
      const rows = await reactions().where({ entity_id: entityId }).select('name').count({ count: '*' }).groupBy('name')
      const of = (name: ReactionName) => Number(rows.find((row) => row.name === name)?.count ?? 0)
      return { 'thumb-up': of('thumb-up'), 'thumb-down': of('thumb-down') }
    },
    /** Moves an entity's reactions to another one. If a person has reacted to both, the reaction there stays. */
    async move(fromId: string, intoId: string): Promise<void> {
      // MySQL can't modify a table it reads from, except through a derived table.
      const there = connection
        .select('user_id')
        .from(reactions().select('user_id').where({ entity_id: intoId }).as('there'))
      await reactions().where({ entity_id: fromId }).whereNotIn('user_id', there).update({ entity_id: intoId })
      await reactions().where({ entity_id: fromId }).del()
    },
    /** Records an entity's reactions under a name. */
    async noteMove(moveId: string, entityId: string): Promise<void> {
      await connection.raw(
        'insert into reaction_moves (move_id, user_id, name, created_at) select ?, user_id, name, created_at from reactions where entity_id = ?',
        [moveId, entityId],
      )
    },
    /**
     * Undoes a recorded move: moved reactions return and replaced ones are restored. Reactions removed since stay
     * removed.
     */
    async undoMove(moveId: string, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      await connection.raw(
        `update reactions set entity_id = ? where entity_id = ? and exists (select 1 from reaction_moves m where m.move_id = ?
          and m.user_id = reactions.user_id and m.name = reactions.name and m.created_at = reactions.created_at)`,
        [intoId, fromId, moveId],
      )
      await connection.raw(
        `insert into reactions (entity_type, entity_id, user_id, name, created_at)
          select r.entity_type, ?, m.user_id, m.name, m.created_at from reaction_moves m
          join reactions r on r.entity_id = ? and r.user_id = m.user_id where m.move_id = ?`,
        [intoId, fromId, moveId],
      )
      await connection('reaction_moves').where({ move_id: moveId }).del()
    },
    /**
     * Reactions of an account to entities that one of the others has also reacted to, locked until the transaction
     * ends.
     */
    async alsoOf(
      about: { userId: string; otherIds: string[]; limit: number },
      { forUpdate }: Database['dialect'],
    ): Promise<ReactionRow[]> {
      const isBoth = connection('reactions as other')
        .whereRaw('other.entity_id = reactions.entity_id')
        .whereIn('other.user_id', about.otherIds)
      return forUpdate(reactions().where({ user_id: about.userId }).whereExists(isBoth).limit(about.limit))
    },
    /** All reactions after a key, in primary key order. */
    async after({ entityId, userId }: { entityId: string; userId: string }, limit: number): Promise<ReactionRow[]> {
      const columns = ['entity_id', 'user_id']
      const query = after(reactions(), { columns, values: [entityId, userId], descending: false })
      return query.orderBy(columns).limit(limit)
    },
    /** Reactions of a person's accounts to one entity or all, newest first. */
    async page(
      { userIds, entityId }: { userIds: string[]; entityId: string | undefined },
      { position, limit }: { position: [at: number, entityId: string] | null; limit: number },
    ): Promise<ReactionRow[]> {
      const columns = ['created_at', 'entity_id']
      const newest = (query: Knex.QueryBuilder) => query.orderBy('created_at', 'desc').orderBy('entity_id', 'desc')
      // One index range per account, merged, so that every page costs the same.
      const ranges = userIds.map((userId) => {
        const range = byIndex<ReactionRow>(connection, 'reactions', entityId ? 'PRIMARY' : 'reactions_user')
        range.where({ user_id: userId })
        if (entityId !== undefined) range.where({ entity_id: entityId })
        if (position) after(range, { columns, values: position, descending: true })
        return connection.select('*').from(newest(range).limit(limit).as('range'))
      })
      if (ranges.length === 0) return []
      return newest(connection.select('*').from(connection.unionAll(ranges).as('merged'))).limit(limit)
    },
    /** Reactions of a person's accounts to posts and comments. */
    async chosenBy(userIds: string[], entityIds: string[]): Promise<ReactionRow[]> {
      return entityIds.length === 0 ? [] : reactions().whereIn('entity_id', entityIds).whereIn('user_id', userIds)
    },
  }
}
