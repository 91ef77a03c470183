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
    /** A person's reactions to some posts and comments. */
    async chosenBy(userId: string, entityIds: string[]): Promise<ReactionRow[]> {
      return entityIds.length === 0 ? [] : reactions().whereIn('entity_id', entityIds).where({ user_id: userId })
    },
  }
}
