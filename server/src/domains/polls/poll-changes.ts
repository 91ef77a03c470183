import type { Transaction } from '../../platform/database/database.ts'
import { type Events, rooms } from '../../platform/events/events.ts'
import type { PollService } from './service.ts'

export type PollChanges = ReturnType<typeof createPollChanges>

/** Tells those who have a post open how its poll stands now. */
export function createPollChanges({ events, polls }: { events: Events; polls: Pick<PollService, 'ofPosts'> }) {
  return {
    /** In the transaction of the change. */
    async tell(tx: Transaction, postId: string): Promise<void> {
      const results = (await polls.ofPosts([postId], tx)).get(postId)
      events.publish(tx, {
        name: 'poll.changed',
        room: rooms.post(postId),
        payload: { postId, pollValues: results?.pollValues ?? null, pollTotalVoters: results?.pollTotalVoters ?? 0 },
      })
    },
  }
}
