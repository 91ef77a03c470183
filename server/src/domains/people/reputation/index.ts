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
  return {
    leaderboard: createLeaderboard({ ...platform, ...earlier }),
    reputation: createReputation({ ...platform, ...earlier }),
  }
}
