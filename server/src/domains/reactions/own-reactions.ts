import type { ReactionName } from '@stoa/contract'
import type { Database } from '../../platform/database/database.ts'
import { reactionRepository } from './repository.ts'

/** Which reactions a person has chosen, for the lists of other domains. */
export interface OwnReactions {
  /** Chosen reaction by post or comment id, in one query. Of several accounts of one person the first one's counts. */
  chosenBy(accountIds: string[], entityIds: string[]): Promise<Record<string, ReactionName>>
}

export function createOwnReactions({ database }: { database: Database }): OwnReactions {
  return {
    async chosenBy(accountIds, entityIds) {
      const rows = await reactionRepository(database.read).chosenBy(accountIds, entityIds)
      // What comes last is what counts.
      rows.sort((one, other) => accountIds.indexOf(other.user_id) - accountIds.indexOf(one.user_id))
      return Object.fromEntries(rows.map((row) => [row.entity_id, row.name]))
    },
  }
}
