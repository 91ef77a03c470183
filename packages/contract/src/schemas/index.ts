import { accountCalls } from './accounts.ts'
import { articleCalls } from './articles.ts'
import { checkCalls } from './checks.ts'
import { commentCalls } from './comments.ts'
import { communityCalls } from './communities.ts'
import { emailCalls } from './email.ts'
import { identityCalls } from './identity.ts'
import { mediaCalls } from './media.ts'
import { moderationCalls } from './moderation.ts'
import { moderationQueueCalls } from './moderation-queue.ts'
import { notificationCalls } from './notifications.ts'
import { postCalls } from './posts.ts'
import { providerCalls } from './providers.ts'
import { reportCalls } from './reports.ts'
import { secondFactorCalls } from './second-factor.ts'
import { sessionCalls } from './sessions.ts'

/** Input and output schemas of all calls. */
export const callSchemas = {
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
}

export type CallSchemas = typeof callSchemas

export * from './accounts.ts'
export * from './articles.ts'
export * from './blocks.ts'
export * from './checks.ts'
export * from './comments.ts'
export * from './common.ts'
export * from './communities.ts'
export * from './email.ts'
export * from './events.ts'
export * from './identity.ts'
export * from './media.ts'
export * from './moderation.ts'
export * from './moderation-queue.ts'
export * from './notifications.ts'
export * from './passkeys.ts'
export * from './passwords.ts'
export * from './polls.ts'
export * from './posts.ts'
export * from './providers.ts'
export * from './reports.ts'
export * from './second-factor.ts'
export * from './sessions.ts'
