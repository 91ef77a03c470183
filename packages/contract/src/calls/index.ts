import { accountCalls } from './account.ts'
import { apiKeyCalls } from './api-keys.ts'
import { appCheckCalls } from './app-check.ts'
import { articleCalls } from './articles.ts'
import { banCalls } from './bans.ts'
import type { Call } from './call.ts'
import { cardCalls } from './cards.ts'
import { cashierCalls } from './cashier.ts'
import { chainCalls } from './chain.ts'
import { checkCalls } from './checks.ts'
import { commentCalls } from './comments.ts'
import { communityCalls } from './communities.ts'
import { domainCalls } from './domains.ts'
import { draftCalls } from './drafts.ts'
import { insetCalls } from './insets.ts'
import { mainMenuCalls } from './main-menu.ts'
import { markCalls } from './marks.ts'
import { mediaCalls } from './media.ts'
import { memberCalls } from './members.ts'
import { messageCalls } from './messages.ts'
import { moderationLogCalls } from './moderation-log.ts'
import { moderationQueueCalls } from './moderation-queue.ts'
import { muteCalls } from './mutes.ts'
import { networkCalls } from './network.ts'
import { notificationCalls } from './notifications.ts'
import { pageCalls } from './pages.ts'
import { passkeyCalls } from './passkeys.ts'
import { postCalls } from './posts.ts'
import { providerCalls } from './providers.ts'
import { pushCalls } from './push.ts'
import { reactionCalls } from './reactions.ts'
import { readingCalls } from './reading.ts'
import { reportCalls } from './reports.ts'
import { searchCalls } from './search.ts'
import { secondFactorCalls } from './second-factor.ts'
import { setupCalls } from './setup.ts'
import { signInCalls } from './sign-in.ts'
import { supportCalls } from './support.ts'
import { topicCalls } from './topics.ts'
import { userCalls } from './users.ts'
import { viewerCalls } from './viewer.ts'
import { walletCalls } from './wallets.ts'
import { webhookCalls } from './webhooks.ts'

/** Every call, by the name used in all layers. */
export const calls = {
  ...accountCalls,
  ...apiKeyCalls,
  ...appCheckCalls,
  ...articleCalls,
  ...banCalls,
  ...cardCalls,
  ...cashierCalls,
  ...chainCalls,
  ...checkCalls,
  ...commentCalls,
  ...communityCalls,
  ...domainCalls,
  ...draftCalls,
  ...topicCalls,
  ...insetCalls,
  ...mainMenuCalls,
  ...markCalls,
  ...mediaCalls,
  ...memberCalls,
  ...messageCalls,
  ...moderationLogCalls,
  ...moderationQueueCalls,
  ...muteCalls,
  ...networkCalls,
  ...notificationCalls,
  ...pageCalls,
  ...passkeyCalls,
  ...postCalls,
  ...providerCalls,
  ...pushCalls,
  ...reactionCalls,
  ...readingCalls,
  ...reportCalls,
  ...searchCalls,
  ...secondFactorCalls,
  ...setupCalls,
  ...signInCalls,
  ...supportCalls,
  ...userCalls,
  ...viewerCalls,
  ...webhookCalls,
  ...walletCalls,
} as const satisfies Record<string, Call>

export * from './account.ts'
export * from './api-keys.ts'
export * from './app-check.ts'
export * from './articles.ts'
export * from './bans.ts'
export * from './call.ts'
export * from './call-scopes.ts'
export * from './cards.ts'
export * from './cashier.ts'
export * from './chain.ts'
export * from './checks.ts'
export * from './comments.ts'
export * from './communities.ts'
export * from './domains.ts'
export * from './drafts.ts'
export * from './insets.ts'
export * from './main-menu.ts'
export * from './marks.ts'
export * from './media.ts'
export * from './members.ts'
export * from './messages.ts'
export * from './moderation-log.ts'
export * from './moderation-queue.ts'
export * from './mutes.ts'
export * from './network.ts'
export * from './notifications.ts'
export * from './pages.ts'
export * from './passkeys.ts'
export * from './posts.ts'
export * from './providers.ts'
export * from './push.ts'
export * from './reactions.ts'
export * from './reading.ts'
export * from './reports.ts'
export * from './search.ts'
export * from './second-factor.ts'
export * from './setup.ts'
export * from './sign-in.ts'
export * from './support.ts'
export * from './topics.ts'
export * from './users.ts'
export * from './viewer.ts'
export * from './wallets.ts'
export * from './webhooks.ts'
