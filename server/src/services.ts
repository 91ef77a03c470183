import { registerMerges } from './domains/account/merges/index.ts'
import { registerNotifications } from './domains/account/notifications/index.ts'
import { registerPersonalData } from './domains/account/personal-data/index.ts'
import { registerViewer } from './domains/account/viewer/index.ts'
import { registerActivityLog } from './domains/content/activity-log/index.ts'
import { type FragmentDependencies, registerArticles } from './domains/content/articles/index.ts'
import { registerChecks } from './domains/content/checks/index.ts'
import { registerComments } from './domains/content/comments/index.ts'
import { registerMarks } from './domains/content/marks/index.ts'
import { registerPolls, registerVoting } from './domains/content/polls/index.ts'
import { registerPosts } from './domains/content/posts/index.ts'
import { registerReactions } from './domains/content/reactions/index.ts'
import { registerModeration } from './domains/moderation/moderation/index.ts'
import { registerModerationQueue } from './domains/moderation/moderation-queue/index.ts'
import { registerReports } from './domains/moderation/reports/index.ts'
import { registerAccounts } from './domains/people/accounts/index.ts'
import { registerAppCheck } from './domains/people/app-check/index.ts'
import { registerAuth } from './domains/people/auth/index.ts'
import { registerCommunities } from './domains/people/communities/index.ts'
import { registerFollows } from './domains/people/follows/index.ts'
import { registerMedia } from './domains/people/media/index.ts'
import { registerMemberships } from './domains/people/memberships/index.ts'
import { registerNotificationTriggers } from './domains/people/notification-triggers/index.ts'
import { registerReputation } from './domains/people/reputation/index.ts'
import { readTenants, registerTenants } from './domains/people/tenants/index.ts'
import type { Platform } from './platform/platform.ts'
import type { TrustProxy } from './platform/security/address.ts'

export type Services = ReturnType<typeof registerDomains>

interface Given {
  /** Proxies that set `X-Forwarded-Host`; others pass on what the client sent. */
  setsHost: TrustProxy
  /** Renders articles' threads as HTML. */
  rendering: Pick<FragmentDependencies, 'render' | 'tagsOf'>
}

/**
 * Registers the domains in order. Each creates its services from those before it, mounts its calls and schedules its
 * jobs.
 */
export function registerDomains(platform: Platform, { setsHost, rendering }: Given) {
  const tenantSettings = readTenants(platform)
  const media = registerMedia(platform, tenantSettings)
  const upToCommunities = { ...media, ...registerCommunities(platform, media) }
  const upToTenants = {
    ...upToCommunities,
    ...registerTenants(platform, { ...tenantSettings, ...upToCommunities, setsHost }),
    ...registerNotificationTriggers(platform),
  }
  const upToAccounts = { ...upToTenants, ...registerAccounts(platform, upToTenants) }
  const upToReputation = { ...upToAccounts, ...registerReputation(platform, upToAccounts) }
  const upToMemberships = { ...upToReputation, ...registerMemberships(platform, upToReputation) }
  const upToPolls = {
    ...upToMemberships,
    ...registerAppCheck(platform, upToTenants),
    ...registerAuth(platform, { ...upToMemberships, ...tenantSettings }),
    ...registerActivityLog(platform, upToMemberships),
    ...registerPolls(platform, upToMemberships),
  }
  const upToChecks = { ...upToPolls, ...registerChecks(platform, upToPolls) }
  const upToPosts = { ...upToChecks, ...registerPosts(platform, upToChecks) }
  const upToFollows = {
    ...upToPosts,
    ...registerComments(platform, upToPosts),
    ...registerFollows(platform, upToPosts),
  }
  const upToReactions = {
    ...upToFollows,
    ...registerMarks(platform, upToFollows),
    ...registerVoting(platform, upToFollows),
    ...registerReactions(platform, upToFollows),
  }
  const upToReports = {
    ...upToReactions,
    ...registerArticles(platform, { ...upToReactions, rendering }),
    ...registerModeration(platform, upToReactions),
    ...registerReports(platform, upToReactions),
  }
  const upToNotifications = { ...upToReports, ...registerNotifications(platform, upToReports) }
  return {
    ...upToNotifications,
    ...registerModerationQueue(platform, upToNotifications),
    ...registerMerges(platform, upToNotifications),
    ...registerPersonalData(platform, upToNotifications),
    ...registerViewer(platform, upToNotifications),
    mail: platform.mail,
    fetchers: platform.fetchers,
  }
}
