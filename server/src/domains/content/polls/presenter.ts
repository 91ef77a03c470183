import { POLL_LAST_VOTERS, type PollResult, type PollSettings, type User, type Voter } from '@stoa/contract'
import type { PollOptionRow, PollRow } from './repository.ts'

/** A poll as everyone may see it. */
export interface PublicPoll extends PollResult {
  pollOptions: string[]
  pollSettings: PollSettings
}

export function presentPollSettings(row: PollRow): PollSettings {
  return { closesAt: row.closes_at === 0 ? null : row.closes_at, results: row.results, voters: row.voters }
}

/** Whether this reader can see the counts. */
export function areResultsOpen(row: PollRow, reader: { hasVoted: boolean; now: number }): boolean {
  if (row.results === 'always') return true
  if (row.closes_at !== 0 && row.closes_at <= reader.now) return true
  return row.results === 'afterVote' && reader.hasVoted
}

export function presentPollResult(
  row: PollRow,
  about: { options: PollOptionRow[]; open: boolean; profiles: Map<string, User> },
): PollResult {
  if (!about.open) return { pollValues: null, pollTotalVoters: row.total_voters }
  const pollValues = about.options
    .filter((option) => option.post_id === row.post_id)
    .map((option) => ({
      count: option.vote_count,
      lastVoters: row.voters === 'public' ? presentVoters(option, about.profiles) : [],
    }))
  return { pollValues, pollTotalVoters: row.total_voters }
}

function presentVoters(option: PollOptionRow, profiles: Map<string, User>): Voter[] {
  return [option.last_voter, option.second_last_voter]
    .flatMap((userId) => profiles.get(userId ?? '') ?? [])
    .filter((user) => !user.deleted)
    .slice(0, POLL_LAST_VOTERS)
    .map((user) => ({
      userId: user.id,
      username: user.username,
      displayName: user.displayName,
      slugUrl: user.slugUrl,
      imageUrl: user.profileImageUrl,
    }))
}
