import type { Platform } from '../../platform/platform.ts'
import type { AccountsDomain } from '../accounts/index.ts'
import type { MembershipsDomain } from '../memberships/index.ts'
import type { NotificationTriggersDomain } from '../notification-triggers/index.ts'
import { createActivityLog } from './activity-log.ts'

export type ActivityLogDomain = ReturnType<typeof registerActivityLog>

export function registerActivityLog(
  platform: Platform,
  earlier: AccountsDomain & NotificationTriggersDomain & MembershipsDomain,
) {
  return { activityLog: createActivityLog({ ...platform, ...earlier }) }
}
