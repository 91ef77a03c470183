import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { createLeaderboard } from './leaderboard.ts'
import { createReputation } from './service.ts'

export type ReputationDomain = ReturnType<typeof registerReputation>

export function registerReputation(platform: Platform, earlier: CommunitiesDomain & AccountsDomain) {
  // The leaderboard is mounted by `memberships`: it shows roles. Where somebody's points came from is mounted by
  // `reactions`: it shows posts and comments.
  return {
    leaderboard: createLeaderboard({ ...platform, ...earlier }),
    reputation: createReputation({ ...platform, ...earlier }),
  }
}
