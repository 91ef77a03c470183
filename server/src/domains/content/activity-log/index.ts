import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import { createActivityLog } from './activity-log.ts'
import { activityLogTables } from './tables.ts'

export { ACTION_TRAITS } from './action-traits.ts'
export type {
  ActivityLog,
  FormerBan,
  FormerState,
  JudgedAppeal,
  KnownDecision,
  LoggedActivity,
  NewActivity,
  UndoableActivity,
} from './activity-log.ts'
export { requiredReason } from './reason.ts'

export type ActivityLogDomain = ReturnType<typeof registerActivityLog>
export const activityLogDomain = { tables: activityLogTables, register: registerActivityLog }

function registerActivityLog(platform: Platform, earlier: AccountsDomain & MembershipsDomain) {
  return { activityLog: createActivityLog({ ...platform, ...earlier }) }
}
