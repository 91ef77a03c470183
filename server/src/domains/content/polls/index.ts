import { viewerOf } from '../../../platform/calls/mount.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import { createPollService } from './service.ts'
import { createPollChanges, createVoteMerger, createVotingService } from './votes.ts'

export type { PublicPoll } from './presenter.ts'
export type { NewPoll, PollService } from './service.ts'

export type PollsDomain = ReturnType<typeof registerPolls>
export type VotingDomain = ReturnType<typeof registerVoting>
type Earlier = CommunitiesDomain &
  PollsDomain &
  Omit<Parameters<typeof createVotingService>[0], keyof Platform | 'changes' | 'origins'>

export function registerPolls({ database, clock }: Platform, { accounts }: AccountsDomain) {
  return { polls: createPollService({ database, clock, accounts }) }
}

/** Registered after posts, as voting depends on them. */
export function registerVoting(platform: Platform, earlier: Earlier) {
  const { mount } = platform
  const changes = createPollChanges({ ...platform, ...earlier })
  const voting = createVotingService({ ...platform, ...earlier, changes, origins: earlier.partnerOrigins })
  mount('postVote', (context) => voting.vote(viewerOf(context), context.input, context))
  return { voting, voteMerger: createVoteMerger({ database: platform.database, changes }) }
}
