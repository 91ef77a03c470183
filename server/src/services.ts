import { integrityDomain } from './domains/account/integrity/index.ts'
import { mergesDomain } from './domains/account/merges/index.ts'
import { messagesDomain } from './domains/account/messages/index.ts'
import { networkDomain } from './domains/account/network/index.ts'
import { notificationsDomain } from './domains/account/notifications/index.ts'
import { numbersDomain } from './domains/account/numbers/index.ts'
import { personalDataDomain } from './domains/account/personal-data/index.ts'
import { pushDomain } from './domains/account/push/index.ts'
import { retentionDomain } from './domains/account/retention/index.ts'
import { setupDomain } from './domains/account/setup/index.ts'
import { viewerDomain } from './domains/account/viewer/index.ts'
import { webhooksDomain } from './domains/account/webhooks/index.ts'
import { activityLogDomain } from './domains/content/activity-log/index.ts'
import { articlesDomain, type ThreadRendering } from './domains/content/articles/index.ts'
import { cardsDomain } from './domains/content/cards/index.ts'
import { checksDomain } from './domains/content/checks/index.ts'
import { commentsDomain } from './domains/content/comments/index.ts'
import { mainMenuDomain } from './domains/content/main-menu/index.ts'
import { marksDomain } from './domains/content/marks/index.ts'
import { pagesDomain } from './domains/content/pages/index.ts'
import { pollsDomain } from './domains/content/polls/index.ts'
import { postsDomain } from './domains/content/posts/index.ts'
import { reactionsDomain } from './domains/content/reactions/index.ts'
import { readingDomain } from './domains/content/reading/index.ts'
import { searchDomain } from './domains/content/search/index.ts'
import { shortLinksDomain } from './domains/content/short-links/index.ts'
import { walletsDomain } from './domains/content/wallets/index.ts'
import { insetsDomain } from './domains/moderation/insets/index.ts'
import { moderationDomain } from './domains/moderation/moderation/index.ts'
import { moderationQueueDomain } from './domains/moderation/moderation-queue/index.ts'
import { reportsDomain } from './domains/moderation/reports/index.ts'
import { accountsDomain } from './domains/people/accounts/index.ts'
import { appCheckDomain } from './domains/people/app-check/index.ts'
import { authDomain } from './domains/people/auth/index.ts'
import { chainDomain } from './domains/people/chain/index.ts'
import { communitiesDomain } from './domains/people/communities/index.ts'
import { domainSettingsDomain } from './domains/people/domain-settings/index.ts'
import { followsDomain } from './domains/people/follows/index.ts'
import { ledgerDomain } from './domains/people/ledger/index.ts'
import { mediaDomain } from './domains/people/media/index.ts'
import { membershipsDomain } from './domains/people/memberships/index.ts'
import { mutesDomain } from './domains/people/mutes/index.ts'
import { partnerOriginsDomain } from './domains/people/partner-origins/index.ts'
import { reputationDomain } from './domains/people/reputation/index.ts'
import { readTenants, type TenantSettings, tenantsDomain } from './domains/people/tenants/index.ts'
import type { Table } from './platform/database/table.ts'
import { startDomainList } from './platform/domain-list.ts'
import { type Platform, platformTables } from './platform/platform.ts'
import type { TrustProxy } from './platform/security/address.ts'

/** What domains get besides the platform and the services of earlier domains. */
interface InitialServices {
  /** All tables of the database. */
  tables: readonly Table[]
  tenantSettings: TenantSettings
  /** Proxies that set `X-Forwarded-Host` themselves. Others pass on what the client sends. */
  setsHost: TrustProxy
  /** Renders articles' threads as HTML. */
  rendering: ThreadRendering
}

/** All domains in the order of their registration. */
const domains = startDomainList<InitialServices>()
  // people
  .add(partnerOriginsDomain)
  .add(mediaDomain)
  .add(communitiesDomain)
  .add(tenantsDomain)
  .add(appCheckDomain)
  .add(accountsDomain)
  .add(mutesDomain)
  .add(reputationDomain)
  .add(membershipsDomain)
  .add(domainSettingsDomain)
  .add(authDomain)
  .add(followsDomain)
  .add(ledgerDomain)
  .add(chainDomain)
  // content
  .add(activityLogDomain)
  .add(pollsDomain)
  .add(checksDomain)
  .add(postsDomain)
  .add(commentsDomain)
  .add(marksDomain)
  .add(reactionsDomain)
  .add(walletsDomain)
  .add(cardsDomain)
  .add(readingDomain)
  .add(articlesDomain)
  .add(searchDomain)
  .add(shortLinksDomain)
  .add(pagesDomain)
  .add(mainMenuDomain)
  // moderation
  .add(moderationDomain)
  .add(reportsDomain)
  .add(insetsDomain)
  .add(moderationQueueDomain)
  // account
  .add(pushDomain)
  .add(messagesDomain)
  .add(notificationsDomain)
  .add(mergesDomain)
  .add(personalDataDomain)
  .add(integrityDomain)
  .add(viewerDomain)
  .add(setupDomain)
  .add(numbersDomain)
  .add(retentionDomain)
  .add(networkDomain)
  .add(webhooksDomain)

/** All tables of the database. A test compares them with the schema. */
export const TABLES: readonly Table[] = [...platformTables, ...domains.tables]

export type Services = ReturnType<typeof registerDomains>

export function registerDomains(platform: Platform, dependencies: Pick<InitialServices, 'setsHost' | 'rendering'>) {
  return domains.register(platform, { ...dependencies, tables: TABLES, tenantSettings: readTenants(platform.config) })
}
