import type { Server as HttpServer } from 'node:http'
import express, { type RequestHandler } from 'express'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { accountRoutes } from './domains/accounts/routes.ts'
import { createAccountService } from './domains/accounts/service.ts'
import { appCheckRoutes } from './domains/app-check/routes.ts'
import { createAppCheckService } from './domains/app-check/service.ts'
import { createArticleKeeping } from './domains/articles/keeping.ts'
import { createOriginService } from './domains/articles/origins.ts'
import { createArticleReader } from './domains/articles/page-reading.ts'
import { articleRoutes } from './domains/articles/routes.ts'
import { createArticleService } from './domains/articles/service.ts'
import { commentRoutes } from './domains/comments/routes.ts'
import { createCommentService } from './domains/comments/service.ts'
import { communityRoutes } from './domains/communities/routes.ts'
import { createCommunityService } from './domains/communities/service.ts'
import { readDomainConfig } from './domains/domains/domain-config.ts'
import { createDomainService } from './domains/domains/service.ts'
import { createMemberList } from './domains/memberships/members.ts'
import { membershipRoutes } from './domains/memberships/routes.ts'
import { createMembershipService } from './domains/memberships/service.ts'
import { pollRoutes } from './domains/polls/routes.ts'
import { createPollService } from './domains/polls/service.ts'
import { createVotingService } from './domains/polls/voting.ts'
import { postRoutes } from './domains/posts/routes.ts'
import { createPostService } from './domains/posts/service.ts'
import { createOwnReactions } from './domains/reactions/own-reactions.ts'
import { reactionRoutes } from './domains/reactions/routes.ts'
import { createReactionService } from './domains/reactions/service.ts'
import { createAccessTokens } from './domains/sessions/access-tokens.ts'
import { createCookies } from './domains/sessions/cookies.ts'
import { createDevices } from './domains/sessions/devices.ts'
import { createEmbedSignIn } from './domains/sessions/embed-sign-in.ts'
import { createLockout } from './domains/sessions/lockout.ts'
import { createPasswordSignIn } from './domains/sessions/password-sign-in.ts'
import { createPasswords } from './domains/sessions/passwords.ts'
import { createRefreshTokens } from './domains/sessions/refresh-tokens.ts'
import { sessionRoutes } from './domains/sessions/routes.ts'
import { createSessionService } from './domains/sessions/service.ts'
import { createViewers } from './domains/sessions/viewers.ts'
import { viewerFactsRoutes } from './domains/viewer-facts/routes.ts'
import { createViewerFactsService } from './domains/viewer-facts/service.ts'
import { createOutbox } from './events/outbox.ts'
import { assets } from './http/assets.ts'
import { tagsOfEvent } from './http/cache-tags.ts'
import { cors } from './http/cors.ts'
import { domainConfigFile } from './http/domain-config.ts'
import { embedFrame } from './http/embed-frame.ts'
import { errorHandler } from './http/errors.ts'
import { createExpress } from './http/express.ts'
import { FRAGMENT_PATH, fragmentRoute } from './http/fragment.ts'
import { createGates } from './http/gates.ts'
import { embedPageHeaders, securityHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createMetrics } from './http/metrics.ts'
import { createMount } from './http/mount.ts'
import { openApiRoutes } from './http/openapi/routes.ts'
import { createOrigins } from './http/origins.ts'
import { isPagePath, type Pages } from './http/pages.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createReadCache } from './http/read-cache.ts'
import { requestLog } from './http/request-log.ts'
import { createJobs } from './jobs/jobs.ts'
import { schedule } from './jobs/schedule.ts'
import { createBackground } from './lib/background.ts'
import type { Clock } from './lib/clock.ts'
import { createCursors } from './lib/cursor.ts'
import { DomainError } from './lib/domain-error.ts'
import { createIds } from './lib/ids.ts'
import type { Logger } from './lib/logger.ts'
import type { Redis } from './lib/redis.ts'
import { createFetcher } from './providers/fetcher.ts'
import { attachRealtime } from './realtime/gateway.ts'
import { createReplay } from './realtime/replay.ts'
import { createWatching } from './realtime/watching.ts'

export interface AppDependencies {
  config: Config
  database: Database
  clock: Clock
  logger: Logger
  /** Shared by several processes. Default null: this one is alone. */
  redis?: Redis | null
  /** The built forum. Default: no pages, only the interface. */
  pages?: Pages | null
  /** Renders an article's thread as HTML. Default: nothing does. */
  renderFragment?: Parameters<typeof fragmentRoute>[0]['render'] | null
  /** Folder of the built embed scripts. Default: none are served. */
  embedFolder?: string | null
  /** Where the demonstration's pictures are. Default: there is none. */
  demo?: { mediaFolder: string } | null
  /** Parse every answer against its schema; for tests. Default false. */
  checkAnswers?: boolean
}

export type App = ReturnType<typeof createApp>

/** Wires every domain together. Opens no port and starts no timer. */
export function createApp(dependencies: AppDependencies) {
  const {
    config,
    database,
    clock,
    logger,
    redis = null,
    pages = null,
    renderFragment = null,
    embedFolder = null,
    demo = null,
    checkAnswers = false,
  } = dependencies
  const ids = createIds(clock)
  const cursors = createCursors(config.secret)
  const events = createOutbox({ database, clock, ids, logger })
  const accessTokens = createAccessTokens({ secret: config.secret, clock })

  const communities = createCommunityService({ database, clock, ids, cursors, events })
  const domains = createDomainService({ database, communities, config: readDomainConfig(config.dataFolder) })
  const partnerOrigins = createOriginService({ database, clock })
  const memberships = createMembershipService({ database, clock, events, communities, origins: partnerOrigins })
  const accounts = createAccountService({ database, clock, ids, events, memberships })
  const background = createBackground({ logger })
  // In development partners' pages may stand on this machine too.
  const fetcher = createFetcher(config.production ? {} : { isTrusted: partnerOrigins.isRegistered })
  const polls = createPollService({ database, clock, accounts })
  const posts = createPostService({
    database,
    clock,
    ids,
    cursors,
    events,
    accounts,
    communities,
    polls,
    background,
    fetcher,
    secret: config.secret,
    // Articles need posts, and a post shows where its article stands.
    articleUrls: (articleIds) => articles.urlsById(articleIds),
    defaultCommunity: domains.defaultCommunity,
  })
  const voting = createVotingService({ database, clock, events, polls, posts, origins: partnerOrigins })
  const ownReactions = createOwnReactions({ database })
  const comments = createCommentService({
    database,
    clock,
    ids,
    cursors,
    events,
    accounts,
    communities,
    origins: partnerOrigins,
    posts,
    reactions: ownReactions,
  })
  const reactions = createReactionService({ database, clock, events, posts, comments, origins: partnerOrigins })
  const viewerFacts = createViewerFactsService({ reactions: ownReactions, polls, comments })
  const articlePages = createArticleReader({ database, background, fetcher, origins: partnerOrigins, posts })
  const articles = createArticleService({
    database,
    clock,
    ids,
    communities,
    posts,
    comments,
    origins: partnerOrigins,
    pages: articlePages,
  })
  const articleKeeping = createArticleKeeping({
    database,
    articles,
    posts,
    comments,
    reactions,
    polls,
    pages: articlePages,
  })
  const appCheck = createAppCheckService({ secret: config.secret, database, clock })
  const refreshTokens = createRefreshTokens(config.secret)
  const sessions = createSessionService({ database, clock, ids, events, accessTokens, refreshTokens })
  const lockout = createLockout({ database, clock })
  const passwordSignIn = createPasswordSignIn({
    database,
    accounts,
    sessions,
    lockout,
    passwords: createPasswords(),
    devices: createDevices(config.secret),
  })
  const embedSignIn = createEmbedSignIn({
    database,
    clock,
    sessions,
    isRegisteredOrigin: partnerOrigins.isRegistered,
  })
  const viewers = createViewers({ database, clock, events, accounts })

  const origins = createOrigins({ ...config, isRegistered: partnerOrigins.isRegistered })
  const idempotency = createIdempotency({ database, clock })
  const rateLimits = createRateLimits({ scale: config.rateScale, clock, redis })
  const gates = createGates({
    accessTokens,
    viewers,
    origins,
    idempotency,
    rateLimits,
    checkApp: appCheck.check,
  })
  const metrics = createMetrics()
  const readCache = createReadCache({ clock, onHit: metrics.cacheHit })
  events.subscribe((event) => readCache.drop(tagsOfEvent(event)))
  const readiness = { accepting: true }

  const server = createExpress(config)
  server.use(requestLog({ logger, metrics }), securityHeaders(config))
  server.use(healthRoutes({ readiness, ping: database.ping }))
  server.use('/config.json', domainConfigFile(domains.config))
  server.use('/embed', embedPageHeaders(partnerOrigins))
  server.use('/api', cors)
  const api = express.Router()
  const { mount, mounted, callLocally } = createMount({ router: api, gates, checkAnswers })
  accountRoutes(mount, { accounts })
  communityRoutes(mount, { communities })
  membershipRoutes(mount, {
    memberships,
    listMembers: createMemberList({ database, cursors, communities, accounts }),
  })
  postRoutes(mount, { posts, viewerFacts })
  pollRoutes(mount, { voting })
  commentRoutes(mount, { comments, articles })
  reactionRoutes(mount, { reactions, articles })
  articleRoutes(mount, { articles })
  viewerFactsRoutes(mount, { viewerFacts })
  sessionRoutes(mount, { sessions, passwordSignIn, embedSignIn, cookies: createCookies(config.url) })
  appCheckRoutes(mount, { appCheck, ownOrigin: origins.own })
  // What is rendered costs more than a read and counts as one.
  const limitReads: RequestHandler = async (request, _response, next) => {
    await gates.rateLimit('articleThread', request)
    next()
  }
  if (renderFragment !== null) {
    readCache.alsoKeep((path) => path === FRAGMENT_PATH)
    server.get(
      FRAGMENT_PATH,
      limitReads,
      fragmentRoute({ render: renderFragment, call: callLocally, origin: config.url, clock }),
    )
  }
  server.use('/api', api, openApiRoutes(config))
  server.use('/api', () => {
    throw new DomainError('NOT_FOUND')
  })
  server.get('/embed/frame', embedFrame)
  if (demo !== null) server.use('/media/demo', assets(demo.mediaFolder, { crossOrigin: true }))
  if (embedFolder !== null) server.use(assets(embedFolder, { crossOrigin: true }))
  if (pages !== null) {
    server.use(pages({ limit: limitReads, origin: config.url, config: domains.config, call: callLocally, logger }))
    readCache.alsoKeep(isPagePath)
  }
  server.use(() => {
    throw new DomainError('NOT_FOUND')
  })
  server.use(errorHandler(logger))

  const attach = (http: HttpServer) =>
    attachRealtime(http, {
      events,
      accessTokens,
      viewers,
      rateLimits,
      logger,
      redis,
      watching: createWatching({ clock, posts, communities }),
      replay: createReplay({ database, clock }),
      trustProxy: server.get('trust proxy fn'),
    })

  const jobs = createJobs({ logger, jobs: schedule({ events, posts, sessions, appCheck, lockout, idempotency }) })

  return {
    express: server,
    jobs,
    /** Opens the live connections on an HTTP server. */
    attachRealtime: attach,
    events,
    ids,
    mounted,
    callLocally,
    accessTokens,
    viewers,
    idempotency,
    metrics,
    readCache,
    readiness,
    background,
    services: {
      appCheck,
      articles,
      articleKeeping,
      domains,
      lockout,
      partnerOrigins,
      passwordSignIn,
      sessions,
      accounts,
      communities,
      memberships,
      polls,
      posts,
      voting,
      comments,
      reactions,
      viewerFacts,
    },
  }
}
