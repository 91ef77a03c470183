import { accountIdsOf, canVote, type Me, type Post, type PostFacts } from '@stoa/contract'
import type { CallScope } from '../../platform/calls/context.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../platform/domain-error.ts'
import { type Events, rooms } from '../../platform/events/events.ts'
import type { OriginService } from '../communities/origins.ts'
import type { PollChanges } from './poll-changes.ts'
import { type PollRow, pollRepository } from './repository.ts'
import type { PollService } from './service.ts'

/** The posts that polls belong to. */
export interface VotedPosts {
  /** Throws POST_NOT_FOUND. */
  facts(postId: string, only: string | null, tx?: Transaction): Promise<PostFacts & { communityId: string }>
  get(viewer: Me, query: { idOrSlug: string }, tx?: Transaction): Promise<Post>
}

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  polls: PollService
  changes: PollChanges
  posts: VotedPosts
  origins: OriginService
}

export type VotingService = ReturnType<typeof createVotingService>

/** No option chosen. */
const NONE = -1

/** Votes of members. Apart from the polls themselves, because posts show polls and voting needs posts. */
export function createVotingService(dependencies: Dependencies) {
  const { database, clock, events, polls, changes, posts, origins } = dependencies

  /** Moves the vote under the poll's lock and returns the option that is chosen now. It replaces those of all accounts. */
  async function move(tx: Transaction, row: PollRow, about: { accountIds: string[]; wanted: number }): Promise<number> {
    const { accountIds, wanted } = about
    const [userId = ''] = accountIds
    const repository = pollRepository(tx.connection)
    const known = await repository.votesOf(accountIds, [row.post_id])
    const before = (known.find((vote) => vote.user_id === userId) ?? known[0])?.option_index ?? NONE
    const after = wanted === before ? NONE : wanted
    if (known.length > 0) await repository.deleteVotes(row.post_id, accountIds)
    for (const vote of known) await repository.countOption(row.post_id, vote.option_index, -1)
    if (after !== NONE) {
      await repository.insertVote({
        post_id: row.post_id,
        user_id: userId,
        option_index: after,
        created_at: clock.now(),
      })
      await repository.countOption(row.post_id, after, 1)
    }
    const voters = Number(after !== NONE) - known.length
    if (voters !== 0) await repository.countVoters(row.post_id, voters)
    return after
  }

  return {
    /** Votes, changes the vote, or clears it: with the option chosen before, or -1. The answer holds the results that voting opened. */
    async vote(
      viewer: Me,
      { postId, selectedOptionIndex }: { postId: string; selectedOptionIndex: number },
      { only = null, tx }: CallScope = {},
    ): Promise<{ post: Post; selectedOptionIndex: number }> {
      const facts = await posts.facts(postId, only, tx)
      assertAllowed(canVote(viewer, facts, clock.now()))
      await origins.checkSite(viewer, facts.communityId, tx)
      const chosen = await database.transaction(async (tx) => {
        const row = await pollRepository(tx.connection).lock(postId, database.dialect)
        if (!row) throw new DomainError('NO_POLL')
        if (row.closes_at !== 0 && row.closes_at <= clock.now()) throw new DomainError('POLL_CLOSED')
        if (selectedOptionIndex >= (JSON.parse(row.options) as string[]).length) {
          throw new DomainError('VALIDATION_FAILED', [
            { field: 'selectedOptionIndex', message: 'The poll has no such option.' },
          ])
        }
        const after = await move(tx, row, { accountIds: accountIdsOf(viewer), wanted: selectedOptionIndex })
        // First, so that a page knows that the vote has opened results when it hears that they have changed.
        events.publish(tx, {
          name: 'viewer.voted',
          room: rooms.viewer(viewer.id, postId),
          payload: { userId: viewer.id, postId, selectedOptionIndex: after },
        })
        await changes.tell(tx, postId)
        return after
      }, tx)
      const post = await posts.get(viewer, { idOrSlug: postId }, tx)
      const own = (await polls.votesOf([viewer.id], [postId], tx)).get(postId)
      return { post: { ...post, pollValues: own?.pollValues ?? post.pollValues }, selectedOptionIndex: chosen }
    },
  }
}
