import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { createLeaderboard } from './leaderboard.ts'
import { createReputation } from './service.ts'

export type ReputationDomain = ReturnType<typeof registerReputation>

export function registerReputation(platform: Platform, earlier: CommunitiesDomain & AccountsDomain) {
  const leaderboard = createLeaderboard({ ...platform, ...earlier })
  // Where somebody's points came from is mounted by `reactions`: it shows posts and comments.
  platform.mount('communityLeaderboard', ({ viewer, input }) => leaderboard(viewer, input))
  return { reputation: createReputation({ ...platform, ...earlier }) }
}
