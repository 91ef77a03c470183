import type { CallHandlers } from '../platform/calls/handlers.ts'
import type { Services } from '../services.ts'
import { accountHandlers } from './account.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { appCheckHandlers } from './app-check.ts'
import { articleHandlers } from './articles.ts'
import { banHandlers } from './bans.ts'
import { cardHandlers } from './cards.ts'
import { cashierHandlers } from './cashier.ts'
import { chainHandlers } from './chain.ts'
import { checkHandlers } from './checks.ts'
import { commentHandlers } from './comments.ts'
import { communityHandlers } from './communities.ts'
import { domainHandlers } from './domains.ts'
import { draftHandlers } from './drafts.ts'
import { insetHandlers } from './insets.ts'
import { mainMenuHandlers } from './main-menu.ts'
import { markHandlers } from './marks.ts'
import { mediaHandlers } from './media.ts'
import { memberHandlers } from './members.ts'
import { messageHandlers } from './messages.ts'
import { moderationLogHandlers } from './moderation-log.ts'
import { moderationQueueHandlers } from './moderation-queue.ts'
import { muteHandlers } from './mutes.ts'
import { networkHandlers } from './network.ts'
import { notificationHandlers } from './notifications.ts'
import { pageHandlers } from './pages.ts'
import { passkeyHandlers } from './passkeys.ts'
import { postHandlers } from './posts.ts'
import { providerHandlers } from './providers.ts'
import { pushHandlers } from './push.ts'
import { reactionHandlers } from './reactions.ts'
import { readingHandlers } from './reading.ts'
import { reportHandlers } from './reports.ts'
import { searchHandlers } from './search.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { setupHandlers } from './setup.ts'
import { signInHandlers } from './sign-in.ts'
import { supportHandlers } from './support.ts'
import { topicHandlers } from './topics.ts'
import { userHandlers } from './users.ts'
import { viewerHandlers } from './viewer.ts'
import { walletHandlers } from './wallets.ts'
import { webhookHandlers } from './webhooks.ts'

/** The handler of every call. */
export const createCallHandlers = (services: Services): CallHandlers => ({
  ...accountHandlers(services),
  ...apiKeyHandlers(services),
  ...appCheckHandlers(services),
  ...articleHandlers(services),
  ...banHandlers(services),
  ...cardHandlers(services),
  ...cashierHandlers(services),
  ...chainHandlers(services),
  ...checkHandlers(services),
  ...commentHandlers(services),
  ...communityHandlers(services),
  ...domainHandlers(services),
  ...draftHandlers(services),
  ...topicHandlers(services),
  ...insetHandlers(services),
  ...mainMenuHandlers(services),
  ...markHandlers(services),
  ...mediaHandlers(services),
  ...memberHandlers(services),
  ...messageHandlers(services),
  ...moderationLogHandlers(services),
  ...moderationQueueHandlers(services),
  ...muteHandlers(services),
  ...networkHandlers(services),
  ...notificationHandlers(services),
  ...pageHandlers(services),
  ...passkeyHandlers(services),
  ...postHandlers(services),
  ...providerHandlers(services),
  ...pushHandlers(services),
  ...reactionHandlers(services),
  ...readingHandlers(services),
  ...reportHandlers(services),
  ...searchHandlers(services),
  ...secondFactorHandlers(services),
  ...setupHandlers(services),
  ...signInHandlers(services),
  ...supportHandlers(services),
  ...userHandlers(services),
  ...viewerHandlers(services),
  ...webhookHandlers(services),
  ...walletHandlers(services),
})
