import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import { createFollowService } from './service.ts'
import { followsTables } from './tables.ts'

export type { FollowService } from './service.ts'

export type FollowsDomain = ReturnType<typeof registerFollows>
export const followsDomain = { tables: followsTables, register: registerFollows }

function registerFollows(platform: Platform, earlier: AccountsDomain) {
  return { follows: createFollowService({ ...platform, ...earlier }) }
}
