import type { Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { PollService } from './service.ts'

export type PollChanges = ReturnType<typeof createPollChanges>

/** Tells those who have a post open how its poll stands now. */
export function createPollChanges({ events, polls }: { events: Events; polls: Pick<PollService, 'ofPosts'> }) {
  return {
    /** In the transaction of the change. */
    async tell(unit: Unit, postId: string): Promise<void> {
      const results = (await polls.ofPosts([postId])).get(postId)
      events.publish(unit, {
        name: 'poll.changed',
        room: rooms.post(postId),
        payload: { postId, pollValues: results?.pollValues ?? null, pollTotalVoters: results?.pollTotalVoters ?? 0 },
      })
    },
  }
}
