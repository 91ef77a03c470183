import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import { createPollService } from './service.ts'
import { pollsTables } from './tables.ts'
import { createPollChanges, createVoteMerger } from './votes.ts'

export type { PublicPoll } from './presenter.ts'
export type { NewPoll, PollService } from './service.ts'
export { createVotingService } from './votes.ts'

export type PollsDomain = ReturnType<typeof registerPolls>
export const pollsDomain = { tables: pollsTables, register: registerPolls }

/** `posts` creates the voting service, since voting depends on posts. */
function registerPolls({ database, clock, events }: Platform, { accounts }: AccountsDomain) {
  const polls = createPollService({ database, clock, accounts })
  const pollChanges = createPollChanges({ events, polls })
  return { polls, pollChanges, voteMerger: createVoteMerger({ database, changes: pollChanges }) }
}
