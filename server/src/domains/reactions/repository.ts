import type { EntityType, ReactionName } from '@stoa/contract'
import type { Connection, Database } from '../../db/database.ts'

export interface ReactionRow {
  entity_type: EntityType
  entity_id: string
  user_id: string
  name: ReactionName
  created_at: number
}

export function reactionRepository(connection: Connection) {
  const reactions = () => connection<ReactionRow>('reactions')
  const one = (entityId: string, userId: string) => reactions().where({ entity_id: entityId, user_id: userId })
  return {
    /** A person's reaction as it is now, locked until the transaction ends. */
    async locked(entityId: string, userId: string, dialect: Database['dialect']): Promise<ReactionRow | undefined> {
      return dialect.forUpdate(one(entityId, userId).first())
    },
    /** Fails with a unique violation when the person has reacted already. */
    async insert(row: ReactionRow): Promise<void> {
      await reactions().insert(row)
    },
    async setName(row: ReactionRow): Promise<void> {
      await one(row.entity_id, row.user_id).update({ name: row.name, created_at: row.created_at })
    },
    async delete(entityId: string, userId: string): Promise<void> {
      await one(entityId, userId).del()
    },
    /** How often each reaction was chosen for an entity. */
    async countsOf(entityId: string): Promise<Record<ReactionName, number>> {
      const rows = await reactions().where({ entity_id: entityId }).select('name').count({ count: '*' }).groupBy('name')
      const of = (name: ReactionName) => Number(rows.find((row) => row.name === name)?.count ?? 0)
      return { 'thumb-up': of('thumb-up'), 'thumb-down': of('thumb-down') }
    },
    /** Moves the reactions of an entity to another one; of a person who has reacted to both, the one there stays. */
    async move(fromId: string, intoId: string): Promise<void> {
      // MySQL changes no table that it reads from, unless the reading is a table of its own.
      const there = connection
        .select('user_id')
        .from(reactions().select('user_id').where({ entity_id: intoId }).as('there'))
      await reactions().where({ entity_id: fromId }).whereNotIn('user_id', there).update({ entity_id: intoId })
      await reactions().where({ entity_id: fromId }).del()
    },
    /** Writes down under a name who has reacted to an entity, and how. */
    async noteMove(moveId: string, entityId: string): Promise<void> {
      await connection.raw(
        'insert into reaction_moves (move_id, user_id, name, created_at) select ?, user_id, name, created_at from reactions where entity_id = ?',
        [moveId, entityId],
      )
    },
    /**
     * Gives an entity back what was written down: a reaction that was moved returns, one that gave way to its person's
     * reaction there stands again. One that was taken back since stays so.
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
    /** Some of a person's reactions, or that to one thing, locked until the transaction ends. */
    async someOf(
      userId: string,
      which: { limit: number } | { entityId: string },
      { forUpdate }: Database['dialect'],
    ): Promise<ReactionRow[]> {
      if ('entityId' in which) return forUpdate(one(which.entityId, userId))
      return forUpdate(reactions().where({ user_id: userId }).orderBy('created_at').limit(which.limit))
    },
    /** Gives somebody's reactions to some things to somebody else. */
    async give(entityIds: string[], { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      await reactions().whereIn('entity_id', entityIds).where({ user_id: fromId }).update({ user_id: intoId })
    },
    /** Gives somebody's reaction back to whom it came from, unless it was changed or taken back since. */
    async giveBack({ entity_id, name, created_at }: ReactionRow, { from, to }: { from: string; to: string }) {
      await one(entity_id, from).where({ name, created_at }).update({ user_id: to })
    },
    /** Takes somebody's reaction away, unless it was changed since; true if so. */
    async takeBack({ entity_id, name, created_at }: ReactionRow, userId: string): Promise<boolean> {
      return (await one(entity_id, userId).where({ name, created_at }).del()) === 1
    },
    /** The reactions of somebody's accounts to some posts and comments. */
    async chosenBy(userIds: string[], entityIds: string[]): Promise<ReactionRow[]> {
      return entityIds.length === 0 ? [] : reactions().whereIn('entity_id', entityIds).whereIn('user_id', userIds)
    },
  }
}
