import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ActivityLogDomain } from '../../content/activity-log/index.ts'
import type { ChecksDomain } from '../../content/checks/index.ts'
import type { CommentsDomain } from '../../content/comments/index.ts'
import type { PostsDomain } from '../../content/posts/index.ts'
import type { AccountsDomain } from '../../people/accounts/index.ts'
import type { CommunitiesDomain } from '../../people/communities/index.ts'
import type { MembershipsDomain } from '../../people/memberships/index.ts'
import type { PartnerOriginsDomain } from '../../people/partner-origins/index.ts'
import { createContentDeletion } from './content-deletion.ts'
import { createReportDecisions } from './decisions.ts'
import { createReportService } from './service.ts'
import { reportsTables } from './tables.ts'

export type { ReportDecisions } from './decisions.ts'
export {
  entityKeyOf,
  REPORT_OPENED,
  type ReportItemRow,
  type ReportService,
  redactedFor,
  type WaitingPosition,
} from './service.ts'

type Earlier = CommunitiesDomain &
  PartnerOriginsDomain &
  AccountsDomain &
  MembershipsDomain &
  ActivityLogDomain &
  ChecksDomain &
  PostsDomain &
  CommentsDomain

export type ReportsDomain = ReturnType<typeof registerReports>
export const reportsDomain = { tables: reportsTables, register: registerReports }

/** Members' reports and the decisions about them. */
function registerReports(platform: Platform, earlier: Earlier) {
  const base = { ...platform, ...earlier }
  const decisions = createReportDecisions(base)
  const reports = createReportService(base)
  platform.jobs.schedule({
    name: 'forget reported messages',
    everyMs: 60 * MINUTE_MS,
    run: () => reports.forgetMessages(),
  })
  earlier.activityLog.onDecisions(decisions.follow)
  return { contentDeletion: createContentDeletion(base), reports, reportDecisions: decisions }
}
