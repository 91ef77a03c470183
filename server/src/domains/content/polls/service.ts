import type { PollResult, PollSettings } from '@stoa/contract'
import { HOUR_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { areResultsOpen, type PublicPoll, presentPollResult, presentPollSettings } from './presenter.ts'
import { type PollRow, pollRepository } from './repository.ts'

/** A person's vote and the results that it reveals. */
export type OwnVote = PollResult & { selectedOptionIndex: number }

/** A poll as set by its author. */
export interface NewPoll {
  options: string[]
  settings: PollSettings
}

export type PollService = ReturnType<typeof createPollService>

export function createPollService({
  database,
  clock,
  accounts,
}: Pick<Platform, 'database' | 'clock'> & {
  accounts: AccountService
}) {
  const read = (tx?: Transaction) => pollRepository(database.from(tx))

  /** Results of polls as far as a reader can see them. */
  async function resultsOf(
    rows: PollRow[],
    hasVoted: (row: PollRow) => boolean,
    tx?: Transaction,
  ): Promise<Map<string, PollResult>> {
    const now = clock.now()
    const isOpen = (row: PollRow) => areResultsOpen(row, { hasVoted: hasVoted(row), now })
    const openIds = rows.filter(isOpen).map((row) => row.post_id)
    const options = openIds.length === 0 ? [] : await read(tx).optionsOf(openIds)
    const isPublic = new Set(rows.filter((row) => row.voters === 'public').map((row) => row.post_id))
    const voterIds = options
      .filter((option) => isPublic.has(option.post_id))
      .flatMap((option) => [option.last_voter ?? '', option.second_last_voter ?? ''])
    const profiles = await accounts.profilesById(voterIds, tx)
    return new Map(
      rows.map((row) => [row.post_id, presentPollResult(row, { options, open: isOpen(row), profiles })] as const),
    )
  }

  return {
    /** Adds a poll to a new post, in its transaction. */
    async create(tx: Transaction, postId: string, poll: NewPoll): Promise<void> {
      await pollRepository(tx.connection).insert(newRow(postId, poll))
    },
    /** Sets a post's poll. Throws POLL_LOCKED if that would change it after the first vote. */
    async replace(tx: Transaction, postId: string, poll: NewPoll): Promise<void> {
      const repository = pollRepository(tx.connection)
      const row = await repository.lock(postId, database.dialect)
      const next = newRow(postId, poll)
      if (row && isSamePoll(row, next)) return
      if (row && row.is_locked === 1) throw new DomainError('POLL_LOCKED')
      await repository.delete(postId)
      await repository.insert(next)
    },
    /**
     * Opens the poll of a post that is being published. If it would have closed while the post waited, it is open for as
     * long as its author wanted, as of a time `since` which nobody has changed it, but for an hour at least.
     */
    async open(tx: Transaction, postId: string, since: number): Promise<void> {
      const repository = pollRepository(tx.connection)
      const row = await repository.lock(postId, database.dialect)
      const closesAt = Number(row?.closes_at ?? 0)
      const now = clock.now()
      if (closesAt === 0 || closesAt > now) return
      await repository.setEnd(postId, now + Math.max(closesAt - since, HOUR_MS))
    },
    /** Removes a post's poll. Throws POLL_LOCKED after the first vote. */
    async remove(tx: Transaction, postId: string): Promise<void> {
      const repository = pollRepository(tx.connection)
      const row = await repository.lock(postId, database.dialect)
      if (row && row.is_locked === 1) throw new DomainError('POLL_LOCKED')
      await repository.delete(postId)
    },
    /** Deletes a post's poll with all votes, if it has one. */
    async erase(tx: Transaction, postId: string): Promise<void> {
      const repository = pollRepository(tx.connection)
      await repository.deleteAllVotes(postId)
      await repository.delete(postId)
    },
    /**
     * Moves a post's poll to another post without one; for operators only. False if there is no poll to move or the
     * other post has one.
     */
    async moveTo(
      tx: Transaction,
      { fromPostId, intoPostId }: { fromPostId: string; intoPostId: string },
    ): Promise<boolean> {
      const repository = pollRepository(tx.connection)
      const polls = await repository.byPosts([fromPostId, intoPostId])
      if (polls.length !== 1 || polls[0]?.post_id !== fromPostId) return false
      await repository.move(fromPostId, intoPostId)
      return true
    },
    /** Public polls of the posts on a page. */
    async ofPosts(postIds: string[], tx?: Transaction): Promise<Map<string, PublicPoll>> {
      const rows = postIds.length === 0 ? [] : await read(tx).byPosts(postIds)
      const results = await resultsOf(rows, () => false, tx)
      return new Map(
        rows.map((row) => [
          row.post_id,
          {
            pollOptions: JSON.parse(row.options) as string[],
            pollSettings: presentPollSettings(row),
            ...(results.get(row.post_id) ?? { pollValues: null, pollTotalVoters: row.total_voters }),
          },
        ]),
      )
    },
    /** A person's votes in the posts of a page. Of several accounts, the first one's counts. */
    async votesOf(accountIds: string[], postIds: string[], tx?: Transaction): Promise<Map<string, OwnVote>> {
      const votes = postIds.length === 0 ? [] : await read(tx).votesOf(accountIds, postIds)
      // Sorted in reverse, as the last entry in the map wins.
      votes.sort((one, other) => accountIds.indexOf(other.user_id) - accountIds.indexOf(one.user_id))
      const rows = votes.length === 0 ? [] : await read(tx).byPosts(votes.map((vote) => vote.post_id))
      const results = await resultsOf(rows, () => true, tx)
      return new Map(
        votes.flatMap((vote) => {
          const result = results.get(vote.post_id)
          return result ? [[vote.post_id, { ...result, selectedOptionIndex: vote.option_index }] as const] : []
        }),
      )
    },
  }
}

function newRow(postId: string, { options, settings }: NewPoll): PollRow {
  return {
    post_id: postId,
    options: JSON.stringify(options),
    results: settings.results,
    voters: settings.voters,
    closes_at: settings.closesAt ?? 0,
    total_voters: 0,
    is_locked: 0,
  }
}

function isSamePoll(one: PollRow, other: PollRow): boolean {
  return (['options', 'results', 'voters', 'closes_at'] as const).every((column) => one[column] === other[column])
}
