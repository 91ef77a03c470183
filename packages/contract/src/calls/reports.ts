import { reportingRoutes, reportRoutes } from '../routes/reports.ts'
import type { Call } from './call.ts'

/** Calls for reporting content and people, and for handling reports. */
export const reportCalls = {
  reportCreate: {
    ...reportingRoutes.reportCreate,
    errors: ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Report a post, a comment or a member to the moderators of a community, once.',
  },
  contentHideForMe: {
    ...reportingRoutes.contentHideForMe,
    errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'FORBIDDEN'],
    summary: 'Hide another person’s post or comment for the caller alone, or show it again.',
  },
  hiddenForMeList: {
    ...reportRoutes.hiddenForMeList,
    errors: ['CURSOR_INVALID'],
    summary: 'Posts and comments that the viewer has hidden for themselves and may see, last hidden first.',
  },
  reportGet: {
    ...reportRoutes.reportGet,
    errors: ['COMMUNITY_NOT_FOUND', 'CURSOR_INVALID', 'FORBIDDEN'],
    summary: 'Reported items of a community, newest first, for its moderators.',
  },
  reportUpdate: {
    ...reportRoutes.reportUpdate,
    errors: ['COMMUNITY_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORT_DECIDED', 'REPORT_OWN_CONTENT', 'FORBIDDEN'],
    summary:
      'Close a report and keep the content, or reopen it. Hiding the content or banning its author also closes it.',
  },
} as const satisfies Record<keyof typeof reportingRoutes | keyof typeof reportRoutes, Call>
