import { accountCalls } from './accounts.ts'
import { articleCalls } from './articles.ts'
import { commentCalls } from './comments.ts'
import { communityCalls } from './communities.ts'
import { emailCalls } from './email.ts'
import { identityCalls } from './identity.ts'
import { moderationCalls } from './moderation.ts'
import { notificationCalls } from './notifications.ts'
import { postCalls } from './posts.ts'
import { providerCalls } from './providers.ts'
import { secondFactorCalls } from './second-factor.ts'
import { sessionCalls } from './sessions.ts'

/** Input and output schema of every call. */
export const callSchemas = {
  ...secondFactorCalls,
  ...sessionCalls,
  ...providerCalls,
  ...accountCalls,
  ...communityCalls,
  ...postCalls,
  ...commentCalls,
  ...articleCalls,
  ...emailCalls,
  ...identityCalls,
  ...moderationCalls,
  ...notificationCalls,
}

export type CallSchemas = typeof callSchemas

export * from './accounts.ts'
export * from './articles.ts'
export * from './blocks.ts'
export * from './comments.ts'
export * from './common.ts'
export * from './communities.ts'
export * from './email.ts'
export * from './identity.ts'
export * from './moderation.ts'
export * from './notifications.ts'
export * from './passkeys.ts'
export * from './polls.ts'
export * from './posts.ts'
export * from './providers.ts'
export * from './second-factor.ts'
export * from './sessions.ts'
