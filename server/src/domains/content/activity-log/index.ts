import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { NotificationTriggersDomain } from '../../people/notification-triggers/index.ts'
import { createActivityLog } from './activity-log.ts'

export type ActivityLogDomain = ReturnType<typeof registerActivityLog>

export function registerActivityLog(
  platform: Platform,
  earlier: AccountsDomain & NotificationTriggersDomain & MembershipsDomain,
) {
  return { activityLog: createActivityLog({ ...platform, ...earlier }) }
}
