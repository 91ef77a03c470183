import { canVote, type Me, type Post } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { assertAllowed, DomainError } from '../../lib/domain-error.ts'
import type { OriginService } from '../articles/origins.ts'
import type { Moving } from '../merges/moving.ts'
import type { PostService } from '../posts/service.ts'
import { type PollRow, pollRepository } from './repository.ts'
import type { PollService } from './service.ts'
import type { PollChanges } from './telling.ts'

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  polls: PollService
  changes: PollChanges
  /** Gives the viewer what an account that was merged into theirs had chosen there. */
  settle: Moving['settle']
  posts: PostService
  origins: OriginService
}

export type VotingService = ReturnType<typeof createVotingService>

/** No option chosen. */
const NONE = -1

/** Votes of members. Apart from the polls themselves, because posts show polls and voting needs posts. */
export function createVotingService(dependencies: Dependencies) {
  const { database, clock, events, polls, changes, settle, posts, origins } = dependencies

  /** Moves the vote under the poll's lock and returns the option that is chosen now. */
  async function move(unit: Unit, row: PollRow, about: { userId: string; wanted: number }): Promise<number> {
    const repository = pollRepository(unit.connection)
    const vote = { post_id: row.post_id, user_id: about.userId, created_at: clock.now() }
    const before = (await repository.voteOf(row.post_id, about.userId))?.option_index ?? NONE
    const after = about.wanted === before ? NONE : about.wanted
    if (before === after) return after
    if (before === NONE) await repository.insertVote({ ...vote, option_index: after })
    else if (after === NONE) await repository.deleteVote(row.post_id, about.userId)
    else await repository.changeVote({ ...vote, option_index: after })
    if (before !== NONE) await repository.countOption(row.post_id, before, -1)
    if (after !== NONE) await repository.countOption(row.post_id, after, 1)
    const voters = Number(after !== NONE) - Number(before !== NONE)
    if (voters !== 0) await repository.countVoters(row.post_id, voters)
    return after
  }

  return {
    /** Votes, changes the vote, or clears it: with the option chosen before, or -1. The answer holds the results that voting opened. */
    async vote(
      viewer: Me,
      { postId, selectedOptionIndex }: { postId: string; selectedOptionIndex: number },
      only: string | null = null,
    ): Promise<{ post: Post; selectedOptionIndex: number }> {
      const facts = await posts.facts(postId, only)
      assertAllowed(canVote(viewer, facts, clock.now()))
      await origins.checkSite(viewer, facts.communityId)
      const chosen = await database.transaction(async (unit) => {
        await settle(unit, viewer, postId)
        const row = await pollRepository(unit.connection).lock(postId, database.dialect)
        if (!row) throw new DomainError('NO_POLL')
        if (row.closes_at !== 0 && row.closes_at <= clock.now()) throw new DomainError('POLL_CLOSED')
        if (selectedOptionIndex >= (JSON.parse(row.options) as string[]).length) {
          throw new DomainError('VALIDATION_FAILED', [
            { field: 'selectedOptionIndex', message: 'The poll has no such option.' },
          ])
        }
        const after = await move(unit, row, { userId: viewer.id, wanted: selectedOptionIndex })
        // First, so that a page knows that the vote has opened results when it hears that they have changed.
        events.publish(unit, {
          name: 'viewer.voted',
          room: rooms.viewer(viewer.id, postId),
          payload: { userId: viewer.id, postId, selectedOptionIndex: after },
        })
        await changes.tell(unit, postId)
        return after
      })
      const post = await posts.get(viewer, { idOrSlug: postId })
      const own = (await polls.votesOf([viewer.id], [postId])).get(postId)
      return { post: { ...post, pollValues: own?.pollValues ?? post.pollValues }, selectedOptionIndex: chosen }
    },
  }
}
