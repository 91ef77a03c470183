import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { MutesDomain } from '../mutes/index.ts'
import { createFollowService } from './service.ts'
import { followsTables } from './tables.ts'

export type { FollowService } from './service.ts'

export type FollowsDomain = ReturnType<typeof registerFollows>
export const followsDomain = { tables: followsTables, register: registerFollows }

function registerFollows(platform: Platform, earlier: AccountsDomain & MutesDomain) {
  const follows = createFollowService({ ...platform, ...earlier })
  earlier.mutes.onBlock(async (tx, { userId, otherId, isBlocked }) => {
    if (isBlocked) await follows.removeBetween(tx, userId, otherId)
  })
  return { follows }
}
