import { registerAccounts } from './domains/accounts/index.ts'
import { registerActivityLog } from './domains/activity-log/index.ts'
import { registerAppCheck } from './domains/app-check/index.ts'
import type { FragmentDependencies } from './domains/articles/fragments.ts'
import { registerArticles } from './domains/articles/index.ts'
import { registerAuth } from './domains/auth/index.ts'
import { registerChecks } from './domains/checks/index.ts'
import { registerComments } from './domains/comments/index.ts'
import { registerCommunities } from './domains/communities/index.ts'
import { registerFollows } from './domains/follows/index.ts'
import { registerMarks } from './domains/marks/index.ts'
import { registerMedia } from './domains/media/index.ts'
import { registerMemberships } from './domains/memberships/index.ts'
import { registerMerges } from './domains/merges/index.ts'
import { registerModeration } from './domains/moderation/index.ts'
import { registerModerationQueue } from './domains/moderation-queue/index.ts'
import { registerNotificationTriggers } from './domains/notification-triggers/index.ts'
import { registerNotifications } from './domains/notifications/index.ts'
import { registerPersonalData } from './domains/personal-data/index.ts'
import { registerPolls, registerVoting } from './domains/polls/index.ts'
import { registerPosts } from './domains/posts/index.ts'
import { registerReactions } from './domains/reactions/index.ts'
import { registerReports } from './domains/reports/index.ts'
import { registerReputation } from './domains/reputation/index.ts'
import { readTenants, registerTenants } from './domains/tenants/index.ts'
import { registerViewer } from './domains/viewer/index.ts'
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
