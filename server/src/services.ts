import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createFollowerCounts } from './domains/accounts/follower-counts.ts'
import { createForwarding } from './domains/accounts/forwarding.ts'
import { createLeaving } from './domains/accounts/leaving.ts'
import { createNames } from './domains/accounts/names.ts'
import { createPresence } from './domains/accounts/presence.ts'
import { createUserPresenter } from './domains/accounts/presenter.ts'
import { createProfiles } from './domains/accounts/profile.ts'
import { createAccountService } from './domains/accounts/service.ts'
import { createVisits } from './domains/accounts/visits.ts'
import { createAppCheckService } from './domains/app-check/service.ts'
import { createOriginService } from './domains/articles/origins.ts'
import { createArticleServices } from './domains/articles/services.ts'
import { createCommentService } from './domains/comments/service.ts'
import { createCommunityService } from './domains/communities/service.ts'
import { readDomains } from './domains/domains/domain-config.ts'
import { createDomainScopes, createDomainService } from './domains/domains/service.ts'
import { createMailAllowance } from './domains/email-sign-in/allowance.ts'
import { createEmailProofs } from './domains/email-sign-in/proofs.ts'
import { createEmailServices } from './domains/email-sign-in/service.ts'
import { createWaitingAddresses } from './domains/email-sign-in/waiting-addresses.ts'
import { createFollowService } from './domains/follows/service.ts'
import { createIdentities } from './domains/identities/identities.ts'
import { createUsedProofs } from './domains/identities/proofs.ts'
import { readProviders } from './domains/identities/provider-config.ts'
import { createMailService } from './domains/mail/service.ts'
import { createBanList } from './domains/memberships/ban-list.ts'
import { createMemberList } from './domains/memberships/members.ts'
import { createStandingMerger } from './domains/memberships/merging.ts'
import { createMembershipService } from './domains/memberships/service.ts'
import { createChoosing } from './domains/merges/choosing.ts'
import { createNotedBans } from './domains/merges/noted-bans.ts'
import { createMerges } from './domains/merges/service.ts'
import { createActivityLog } from './domains/moderation/activity-log.ts'
import { createModeration } from './domains/moderation/services.ts'
import { createHappenings } from './domains/notifications/happenings.ts'
import { createNotificationService } from './domains/notifications/service.ts'
import { createPollService } from './domains/polls/service.ts'
import { createPostService } from './domains/posts/service.ts'
import { createOwnReactions } from './domains/reactions/own-reactions.ts'
import { createSecondFactorServices } from './domains/second-factor/services.ts'
import type { AccessTokens } from './domains/sessions/access-tokens.ts'
import { createDevices } from './domains/sessions/devices.ts'
import { createEmbedSignIn } from './domains/sessions/embed-sign-in.ts'
import { createLockout } from './domains/sessions/lockout.ts'
import { createPasswordSignIn } from './domains/sessions/password-sign-in.ts'
import { createPasswords } from './domains/sessions/passwords.ts'
import { createRefreshTokens } from './domains/sessions/refresh-tokens.ts'
import { createSessionService } from './domains/sessions/service.ts'
import { createSignInStorm } from './domains/sessions/sign-in-storm.ts'
import { createViewers } from './domains/sessions/viewers.ts'
import { createViewerFactsService } from './domains/viewer-facts/service.ts'
import type { Events } from './events/events.ts'
import type { Background } from './lib/background.ts'
import type { Clock } from './lib/clock.ts'
import { createCursors } from './lib/cursor.ts'
import type { Ids } from './lib/ids.ts'
import type { Logger } from './lib/logger.ts'
import { createDeletions } from './personal-data/deletion.ts'
import { createExports } from './personal-data/export.ts'
import { createFetcher } from './providers/fetcher.ts'
import { createMailer } from './providers/mailer.ts'

interface Dependencies {
  config: Config
  database: Database
  clock: Clock
  ids: Ids
  events: Events
  accessTokens: AccessTokens
  background: Background
  logger: Logger
}

export type Services = ReturnType<typeof createServices>

/** Wires the domains to each other. Knows nothing of HTTP. */
export function createServices(dependencies: Dependencies) {
  const { config, database, clock, ids, events, background, logger } = dependencies
  const cursors = createCursors(config.secret)
  const providers = readProviders(config.dataFolder)
  const communities = createCommunityService({ database, clock, ids, cursors, events })
  const allDomains = readDomains(config.dataFolder, config.url, providers)
  const domains = createDomainService({ database, communities, all: allDomains })
  const partnerOrigins = createOriginService({ database, clock })
  const assertThere = createPresence(database)
  const standing = { communities, origins: partnerOrigins, assertThere }
  const memberships = createMembershipService({ ...dependencies, ...standing, notedBans: createNotedBans(database) })
  const presentUser = createUserPresenter(config.url)
  const names = createNames({ database, clock, events, presentUser })
  const mailer = createMailer({ ...config, sender: config.mailFrom, logger })
  const mail = createMailService({ ...dependencies, mailer, secret: config.secret })
  const profiles = createProfiles({ ...dependencies, presentUser, names, mail, assertThere })
  const visits = createVisits({ database, clock, communities, assertThere })
  const domainScopes = createDomainScopes(allDomains)
  const accounts = createAccountService({ ...dependencies, memberships, names, domainScopes, presentUser })
  // What happens is noted by those whose things people are told of afterwards.
  const happenings = createHappenings({ clock, ids, background, tell: () => notifications.tellAll() })
  const followerCounts = createFollowerCounts(database)
  const follows = createFollowService({ ...dependencies, accounts, followerCounts, happenings })
  const activityLog = createActivityLog({ database, clock, ids, cursors, accounts, happenings })
  const listMembers = createMemberList({ database, cursors, communities, accounts })
  const listBans = createBanList({ database, clock, cursors, communities, accounts })
  // In development partners' pages may stand on this machine too.
  const { isRegistered } = partnerOrigins
  const fetcher = createFetcher({ isRegistered, ...(config.production ? {} : { isTrusted: isRegistered }) })
  const polls = createPollService({ database, clock, accounts })
  const posts = createPostService({
    ...dependencies,
    cursors,
    ...{ accounts, communities, polls, activityLog, happenings, fetcher },
    secret: config.secret,
    // Articles need posts, and a post shows where its article stands.
    articleUrls: (articleIds) => articles.urlsById(articleIds),
    // And comments need posts, which bring some along in feeds.
    commentPreviews: (postIds) => comments.previews(postIds),
    defaultCommunity: domains.defaultCommunity,
  })
  const ownReactions = createOwnReactions({ database })
  const commenting = { cursors, accounts, communities, origins: partnerOrigins, posts }
  const comments = createCommentService({ ...dependencies, ...commenting, activityLog, happenings })
  const deciding = { accounts, communities, memberships, activityLog, posts, comments }
  const moderating = createModeration({ ...dependencies, ...deciding })
  const choosing = { posts, comments, polls, origins: partnerOrigins }
  const { moving, voting, reactions } = createChoosing({ ...dependencies, ...choosing })
  const mailing = { profiles, domains, mail, activityLog, secret: config.secret }
  const notifications = createNotificationService({
    ...dependencies,
    cursors,
    accounts,
    memberships,
    communities,
    posts,
    comments,
    follows,
    ...mailing,
  })
  const viewerFacts = createViewerFactsService({ reactions: ownReactions, polls, comments, posts })
  const { articles, articleClaims, articleKeeping } = createArticleServices({
    ...dependencies,
    fetcher,
    communities,
    origins: partnerOrigins,
    posts,
    comments,
    reactions,
    polls,
  })
  const appCheck = createAppCheckService({ secret: config.secret, database, clock })
  const emailProofs = createEmailProofs({ database, clock, ids, secret: config.secret })
  const allowance = createMailAllowance({ database, clock, scale: config.rateScale })
  const refreshTokens = createRefreshTokens(config.secret)
  const devices = createDevices({ database, clock, secret: config.secret })
  const sessions = createSessionService({
    ...dependencies,
    refreshTokens,
    devices,
    // Exports ask for a session, and end with it.
    revokeLinks: (unit, userId) => exports.revokeLinks(unit, userId),
    forgetWaiting: createWaitingAddresses({ accounts, proofs: emailProofs }).forget,
  })
  const lockout = createLockout({ database, clock })
  const passwords = createPasswords()
  const usedProofs = createUsedProofs(dependencies)
  const factors = createSecondFactorServices({
    ...dependencies,
    usedProofs,
    emailProofs,
    allowance,
    secret: config.secret,
    accounts,
    mail,
    sessions,
    lockout,
    passwords,
    devices,
    adminsNeedSecondFactor: config.adminsNeedSecondFactor,
    // Who links or unlinks a provider asks for what else there is, and the other way round.
    providersOf: (userId) => identities.identities.of(userId),
    providerProofsOf: (about) => identities.federated.proofsFor(about),
  })
  const { signIns, accountSecurity } = factors
  const email = createEmailServices({
    ...dependencies,
    accounts,
    sessions,
    signIns,
    passwords,
    lockout,
    devices,
    mail,
    proofs: emailProofs,
    allowance,
    rateScale: config.rateScale,
  })
  const passwordSignIn = createPasswordSignIn({
    database,
    accounts,
    signIns,
    lockout,
    sessions,
    storm: createSignInStorm({ database, clock, scale: config.rateScale, kind: 'password' }),
    passwords,
    devices,
    welcome: email.addressChange.welcome,
  })
  const identities = createIdentities({
    ...dependencies,
    secret: config.secret,
    providers,
    accounts,
    mail,
    sessions,
    signIns,
    fetcher,
    usedProofs,
    assertWayIn: factors.assertWayIn,
  })
  const embedSignIn = createEmbedSignIn({ ...dependencies, sessions, isRegisteredOrigin: partnerOrigins.isRegistered })
  const merges = createMerges({
    ...dependencies,
    secret: config.secret,
    accounts,
    forwarding: createForwarding({ database, events, presentUser }),
    sessions,
    passwordSignIn,
    standing: createStandingMerger({ database, communities, accounts }),
    moving,
    mail,
    follows,
    hasSecondFactor: factors.totp.isOn,
  })
  const exports = createExports({ database, clock, sessions, accounts, communities })
  const deletions = createDeletions({
    ...dependencies,
    secret: config.secret,
    leaving: createLeaving({ database, clock, events, names, presentUser }),
    accountsOf: accounts.accountsOf,
    forgetMerged: moving.forget,
    emailProofs,
    sessions,
    follows,
    memberships,
    posts,
    comments,
    mail,
  })
  const viewers = createViewers({ ...dependencies, accounts, mayAdminister: accountSecurity.mayAdminister })
  return {
    communities,
    domains,
    partnerOrigins,
    memberships,
    accounts,
    names,
    profiles,
    visits,
    listMembers,
    listBans,
    ...moderating,
    polls,
    posts,
    voting,
    comments,
    reactions,
    follows,
    notifications,
    viewerFacts,
    articles,
    articleClaims,
    articleKeeping,
    appCheck,
    mail,
    emailProofs,
    ...email,
    sessions,
    lockout,
    passwordSignIn,
    ...identities,
    usedProofs,
    embedSignIn,
    merges,
    moving,
    deletions,
    exports,
    ...factors,
    viewers,
  }
}
