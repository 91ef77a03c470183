import type { ReactionName } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import { reactionRepository } from './repository.ts'

/** Which reactions a person has chosen, for the lists of other domains. */
export interface OwnReactions {
  /** Chosen reaction by post or comment id, in one query. */
  chosenBy(userId: string, entityIds: string[]): Promise<Record<string, ReactionName>>
}

export function createOwnReactions({ database }: { database: Database }): OwnReactions {
  return {
    async chosenBy(userId, entityIds) {
      const rows = await reactionRepository(database.read).chosenBy(userId, entityIds)
      return Object.fromEntries(rows.map((row) => [row.entity_id, row.name]))
    },
  }
}
