import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { NotificationTriggersDomain } from '../notification-triggers/index.ts'
import { followRoutes } from './routes.ts'
import { createFollowService } from './service.ts'

export type FollowsDomain = ReturnType<typeof registerFollows>

export function registerFollows(platform: Platform, earlier: NotificationTriggersDomain & AccountsDomain) {
  const follows = createFollowService({ ...platform, ...earlier })
  followRoutes(platform.mount, { follows })
  return { follows }
}
