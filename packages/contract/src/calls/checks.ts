import { CHECK_RULES_BODY_LIMIT } from '../limits.ts'
import { checkRoutes } from '../routes/checks.ts'
import type { Call } from './call.ts'

/** Errors of the checks before publication. */
export const CHECK_ERRORS = [
  'CONTENT_REFUSED',
  'LINKS_REFUSED',
  'TEXT_REPEATED',
  'MEMBERS_ONLY',
  'SLOW_MODE',
  'COMMUNITY_ARCHIVED',
] as const
/** Errors of the checks when an existing text is changed. */
export const CHANGE_ERRORS = ['CONTENT_REFUSED', 'LINKS_REFUSED', 'EDIT_REFUSED'] as const

/** Calls about the checks before publication. */
export const checkCalls = {
  checkRulesGet: {
    ...checkRoutes.checkRulesGet,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'The rules that posts and comments are checked by before publication. For moderators.',
  },
  checkRulesEdit: {
    ...checkRoutes.checkRulesEdit,
    bodyLimit: CHECK_RULES_BODY_LIMIT,
    errors: ['COMMUNITY_NOT_FOUND', 'RULES_CHANGED', 'FORBIDDEN', 'BANNED'],
    summary: 'Change word and address lists, the rule for links by new members, or storm mode.',
  },
  checkRulesTest: {
    ...checkRoutes.checkRulesTest,
    bodyLimit: CHECK_RULES_BODY_LIMIT,
    errors: ['COMMUNITY_NOT_FOUND', 'FORBIDDEN', 'BANNED'],
    summary: 'Test lists on the latest comments. Changes nothing.',
  },
} as const satisfies Record<keyof typeof checkRoutes, Call>
