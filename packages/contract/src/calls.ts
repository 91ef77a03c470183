import { accountCalls } from './calls/accounts.ts'
import { articleCalls } from './calls/articles.ts'
import type { Call } from './calls/call.ts'
import { checkCalls } from './calls/checks.ts'
import { commentCalls } from './calls/comments.ts'
import { communityCalls } from './calls/communities.ts'
import { emailCalls } from './calls/email.ts'
import { identityCalls } from './calls/identity.ts'
import { mediaCalls } from './calls/media.ts'
import { moderationCalls } from './calls/moderation.ts'
import { moderationQueueCalls } from './calls/moderation-queue.ts'
import { notificationCalls } from './calls/notifications.ts'
import { postCalls } from './calls/posts.ts'
import { providerCalls } from './calls/providers.ts'
import { reportCalls } from './calls/reports.ts'
import { secondFactorCalls } from './calls/second-factor.ts'
import { sessionCalls } from './calls/sessions.ts'
import type { ErrorCode } from './errors.ts'
import { type CallName, isWrite } from './routes.ts'

export type * from './calls/call.ts'

/** Every call, by the name used in all layers. Errors implied by its route are not repeated (`errorsOf`). */
export const calls = {
  ...secondFactorCalls,
  ...sessionCalls,
  ...providerCalls,
  ...accountCalls,
  ...communityCalls,
  ...checkCalls,
  ...postCalls,
  ...commentCalls,
  ...articleCalls,
  ...emailCalls,
  ...identityCalls,
  ...mediaCalls,
  ...moderationCalls,
  ...moderationQueueCalls,
  ...notificationCalls,
  ...reportCalls,
} as const satisfies Record<CallName, Call>

/** Every error of a call: its own and those of its route's gates. */
export function errorsOf(call: Call): ErrorCode[] {
  const { method, access, cookie, way } = call
  const isPost = method === 'POST'
  const gates: [boolean, ErrorCode[]][] = [
    [true, ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL']],
    [isPost, ['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'ACTOR_MISMATCH']],
    [method !== 'GET' && !cookie, ['ORIGIN_NOT_REGISTERED']],
    [isWrite(call), ['IDEMPOTENCY_MISMATCH']],
    [access !== 'public', ['AUTH_REQUIRED', 'TOKEN_EXPIRED', 'SITE_BOUND']],
    [access === 'app-check', ['APP_CHECK_REQUIRED']],
    [cookie === true || method === 'GET', ['CSRF_REFUSED']],
    [way !== undefined, ['METHOD_UNAVAILABLE']],
  ]
  return [...new Set([...call.errors, ...gates.flatMap(([passes, codes]) => (passes ? codes : []))])]
}
