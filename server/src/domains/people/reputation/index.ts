import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { CommunitiesDomain } from '../communities/index.ts'
import { createLeaderboard } from './leaderboard.ts'
import { createReputation } from './service.ts'
import { reputationTables } from './tables.ts'

export type { Reputation, SourceRow } from './service.ts'

export type ReputationDomain = ReturnType<typeof registerReputation>
export const reputationDomain = { tables: reputationTables, register: registerReputation }

function registerReputation(platform: Platform, earlier: CommunitiesDomain & AccountsDomain) {
  // `memberships` mounts the leaderboard, which shows roles. `reactions` mounts the sources of a person's points, which
  // are posts and comments.
  return {
    leaderboard: createLeaderboard({ ...platform, ...earlier }),
    reputation: createReputation({ ...platform, ...earlier }),
  }
}
