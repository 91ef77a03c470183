import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canSeePost,
  canVote,
  type Me,
  PAGE_SIZE,
  type Post,
  type PostFacts,
  personMuted,
} from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, ChoiceMerger } from '../../people/accounts/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import { areResultsOpen } from './presenter.ts'
import { type PollRow, type PollVoteRow, pollRepository } from './repository.ts'
import type { PollService } from './service.ts'

/** Access to the posts of polls. */
export interface VotedPosts {
  /** Throws POST_NOT_FOUND. */
  facts(postId: string, onlyCommunity: string | null, tx?: Transaction): Promise<PostFacts & { communityId: string }>
  get(viewer: Me, query: { idOrSlug: string }, tx?: Transaction): Promise<Post>
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'cursors'> {
  accounts: Pick<AccountService, 'accountsOf' | 'profilesById'>
  polls: PollService
  changes: PollChanges
  posts: VotedPosts
  partnerOrigins: OriginService
}

/** No option chosen. */
const NONE = -1

/** Members' votes. Separate from polls, because posts show polls but voting depends on posts. */
export function createVotingService(dependencies: Dependencies) {
  const { database, clock, events, cursors, accounts, polls, changes, posts, partnerOrigins } = dependencies

  /**
   * Changes the vote while the poll is locked; returns the chosen option. The vote replaces those of all the person's
   * accounts.
   */
  async function move(
    tx: Transaction,
    row: PollRow,
    about: { accountIds: string[]; optionIndex: number },
  ): Promise<number> {
    const { accountIds, optionIndex } = about
    const [userId = ''] = accountIds
    const repository = pollRepository(tx.connection)
    const existingVotes = await repository.votesOf(accountIds, [row.post_id])
    const before = (existingVotes.find((vote) => vote.user_id === userId) ?? existingVotes[0])?.option_index ?? NONE
    const after = optionIndex === before ? NONE : optionIndex
    if (existingVotes.length > 0) await repository.deleteVotes(row.post_id, accountIds)
    for (const vote of existingVotes) await repository.countOption(row.post_id, vote.option_index, -1)
    if (after !== NONE) {
      await repository.insertVote({
        post_id: row.post_id,
        user_id: userId,
        option_index: after,
        created_at: clock.now(),
      })
      await repository.countOption(row.post_id, after, 1)
    }
    const voters = Number(after !== NONE) - existingVotes.length
    if (voters !== 0) await repository.countVoters(row.post_id, voters)
    return after
  }

  return {
    /**
     * Votes, changes or removes a vote. Choosing the same option again or -1 removes it. The response contains the
     * results that voting reveals.
     */
    async vote(
      viewer: Me,
      { postId, selectedOptionIndex }: { postId: string; selectedOptionIndex: number },
      { onlyCommunity = null, tx }: CallScope = {},
    ): Promise<{ post: Post; selectedOptionIndex: number }> {
      const facts = await posts.facts(postId, onlyCommunity, tx)
      assertAllowed(canVote(viewer, facts, clock.now()))
      await partnerOrigins.checkSite(viewer, facts.communityId, tx)
      const chosen = await database.transaction(async (tx) => {
        const row = await pollRepository(tx.connection).lock(postId, database.dialect)
        if (!row) throw new DomainError('NO_POLL')
        if (row.closes_at !== 0 && row.closes_at <= clock.now()) throw new DomainError('POLL_CLOSED')
        if (selectedOptionIndex >= (JSON.parse(row.options) as string[]).length) {
          throw new DomainError('VALIDATION_FAILED', [
            { field: 'selectedOptionIndex', message: 'The poll has no such option.' },
          ])
        }
        const after = await move(tx, row, { accountIds: accountIdsOf(viewer), optionIndex: selectedOptionIndex })
        // Published first, so that pages know the results are open when the change arrives.
        events.publish(tx, {
          name: 'viewer.voted',
          payload: { userId: viewer.id, postId, selectedOptionIndex: after },
        })
        await changes.tell(tx, postId)
        return after
      }, tx)
      const post = await posts.get(viewer, { idOrSlug: postId }, tx)
      const ownVote = (await polls.votesOf([viewer.id], [postId], tx)).get(postId)
      return { post: { ...post, pollValues: ownVote?.pollValues ?? post.pollValues }, selectedOptionIndex: chosen }
    },
    /** A page of votes in a poll, without people whom the viewer has muted. Of anonymous polls, and while results are closed, only the viewer's own. */
    async list(
      viewer: Me,
      { postId, userId, status, limit = PAGE_SIZE, cursor }: CallParsedInput<'voteList'>,
      onlyCommunity: string | null,
    ): Promise<CallOutput<'voteList'>> {
      const post = await posts.facts(postId, onlyCommunity)
      assertAllowed(canSeePost(viewer, post))
      if (status !== undefined && status !== post.status) return { items: [], cursor: null, hasMore: false }
      const repository = pollRepository(database.read)
      const [poll] = await repository.byPosts([postId])
      const ownIds = accountIdsOf(viewer)
      const hasVoted = (await repository.votesOf(ownIds, [postId])).length > 0
      const isOpen = poll?.voters === 'public' && areResultsOpen(poll, { hasVoted, now: clock.now() })
      const wantedIds = userId === undefined ? null : await accounts.accountsOf(userId)
      const userIds = isOpen ? wantedIds : ownIds.filter((id) => wantedIds?.includes(id) ?? true)
      const list = `votes ${postId} ${userId ?? ''}`
      const [after = ''] = cursor === undefined ? [] : (cursors.decode(list, cursor) as [string])
      const rows = await repository.votesIn(postId, { userIds, after, limit: limit + 1 })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.user_id] })
      const profiles = await accounts.profilesById(pageRows.map((row) => row.user_id))
      const items = pageRows.flatMap((row) => {
        const { id = row.user_id, displayName = '' } = profiles.get(row.user_id) ?? {}
        if (personMuted(viewer, id, 'voters')) return []
        const { option_index: selectedOptionIndex, created_at: timestamp } = row
        return { postId, userId: id, displayName, selectedOptionIndex, timestamp: Number(timestamp) }
      })
      return { items, ...end }
    },
  }
}

export type PollChanges = ReturnType<typeof createPollChanges>

/** Publishes a poll's state to open pages of its post. */
export function createPollChanges({ events, polls }: { events: Events; polls: Pick<PollService, 'ofPosts'> }) {
  return {
    /** Call in the transaction of the change. */
    async tell(tx: Transaction, postId: string): Promise<void> {
      const results = (await polls.ofPosts([postId], tx)).get(postId)
      events.publish(tx, {
        name: 'poll.changed',
        payload: { postId, pollValues: results?.pollValues ?? null, pollTotalVoters: results?.pollTotalVoters ?? 0 },
      })
    },
  }
}

/** Ensures one vote per person and poll, even after two accounts are merged. */
export function createVoteMerger({
  database: { dialect },
  changes,
}: {
  database: Database
  changes: PollChanges
}): ChoiceMerger<PollVoteRow> {
  async function count(tx: Transaction, { post_id, option_index }: PollVoteRow, difference: number): Promise<void> {
    const repository = pollRepository(tx.connection)
    await repository.countOption(post_id, option_index, difference)
    await repository.countVoters(post_id, difference)
    await changes.tell(tx, post_id)
  }

  return {
    async setAside(tx, { userId, otherIds, limit }) {
      const repository = pollRepository(tx.connection)
      const postIds = await repository.votedByBoth(userId, otherIds, limit)
      if (postIds.length === 0) return []
      await repository.lockAll(postIds, dialect)
      const keptPostIds = (await repository.votesOf(otherIds, postIds)).map((row) => row.post_id)
      const rows = (await repository.votesOf([userId], postIds)).filter((row) => keptPostIds.includes(row.post_id))
      for (const row of rows) {
        await repository.deleteVotes(row.post_id, [userId])
        await count(tx, row, -1)
      }
      return rows.map((row) => ({ entityId: row.post_id, row }))
    },
    async restore(tx, choices) {
      const repository = pollRepository(tx.connection)
      for (const { row } of choices) {
        const poll = await repository.lock(row.post_id, dialect)
        if (!poll || (await repository.votesOf([row.user_id], [row.post_id])).length > 0) continue
        await repository.insertVote(row)
        await count(tx, row, 1)
      }
    },
  }
}
