import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createAccessTokens } from './domains/sessions/access-tokens.ts'
import { createCookies } from './domains/sessions/cookies.ts'
import { createOutbox } from './events/outbox.ts'
import { assets } from './http/assets.ts'
import { tagsOfEvent } from './http/cache-tags.ts'
import { cors, READABLE } from './http/cors.ts'
import { domainConfigFile, translationsFile } from './http/domain-config.ts'
import { embedFrame } from './http/embed-frame.ts'
import { createErrorReplies, errorHandler } from './http/errors.ts'
import { createExpress, createRouter } from './http/express.ts'
import { fragmentHandler, type RenderFragment } from './http/fragment.ts'
import { createGates } from './http/gates.ts'
import { embedPageHeaders, headersOfAll, securityHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createMetrics } from './http/metrics.ts'
import { createMount } from './http/mount.ts'
import { openApiRoutes } from './http/openapi/routes.ts'
import { createOrigins } from './http/origins.ts'
import { isPagePath, type Pages } from './http/pages.ts'
import { createPersonalReads } from './http/personal-reads.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createReadCache } from './http/read-cache.ts'
import { createRequestDomains } from './http/request-domain.ts'
import { createAnswerLog, requestLog } from './http/request-log.ts'
import { unsubscribeRoutes } from './http/unsubscribe.ts'
import { createWriteLane } from './http/write-lane.ts'
import { createJobs } from './jobs/jobs.ts'
import { schedule } from './jobs/schedule.ts'
import { createBackground } from './lib/background.ts'
import type { Clock } from './lib/clock.ts'
import { DomainError } from './lib/domain-error.ts'
import { createIds } from './lib/ids.ts'
import type { Logger } from './lib/logger.ts'
import type { Redis } from './lib/redis.ts'
import { attachRealtime } from './realtime/gateway.ts'
import { createReplay } from './realtime/replay.ts'
import { createRetelling } from './realtime/retelling.ts'
import { createShowing } from './realtime/showing.ts'
import { createWatching } from './realtime/watching.ts'
import { mountCalls } from './routes.ts'
import { createServices } from './services.ts'

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
  renderFragment?: RenderFragment | null
  /** Folder of the built embed scripts. Default: none are served. */
  embedFolder?: string | null
  /** Where the demonstration's pictures are. Default: there is none. */
  demo?: { mediaFolder: string } | null
  /** Parse every answer against its schema; for tests. Default false. */
  checkAnswers?: boolean
}

export type App = ReturnType<typeof createApp>

/** Wires domains, HTTP and live connections together. Opens no port and starts no timer. */
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
  const events = createOutbox({ database, clock, ids, logger })
  const accessTokens = createAccessTokens({ secret: config.secret, clock })
  const background = createBackground({ logger })
  const services = createServices({ config, database, clock, ids, events, accessTokens, background, logger })
  const {
    appCheck,
    articleClaims,
    comments,
    communities,
    domains,
    forgetMailed,
    lockout,
    mail,
    contentHides,
    lifting,
    moving,
    notifications,
    deletions,
    exports,
    partnerOrigins,
    posts,
    sessions,
    usedProofs,
    viewers,
  } = services

  const server = createExpress(config)
  const trustProxy = server.get('trust proxy fn')
  const requestDomains = createRequestDomains({ all: domains.all, trustProxy, communities })
  const origins = createOrigins({ ...config, requestDomains, isRegistered: partnerOrigins.isRegistered })
  const idempotency = createIdempotency({ secret: config.secret, database, clock })
  const rateLimits = createRateLimits({ scale: config.rateScale, clock, redis })
  const gates = createGates({
    accessTokens,
    viewers,
    origins,
    requestDomains,
    idempotency,
    rateLimits,
    checkApp: appCheck.check,
  })
  const metrics = createMetrics()
  const readCache = createReadCache({ clock, onHit: metrics.cacheHit, requestDomains })
  const log = createAnswerLog({ logger, metrics })
  const personalReads = createPersonalReads({
    clock,
    gates,
    headers: { ...headersOfAll(config), ...READABLE },
    log,
    requestDomains,
  })
  const dropCached = (tags: Iterable<string>) => {
    const list = [...tags]
    readCache.drop(list)
    personalReads.drop(list)
  }
  events.subscribe((event) => dropCached(tagsOfEvent(event)))
  const replyToError = createErrorReplies(logger)
  const readiness = { accepting: true }

  server.use(requestLog(log), securityHeaders(config))
  server.use(healthRoutes({ readiness, ping: database.ping, redis }))
  server.use('/config.json', domainConfigFile(requestDomains))
  server.use('/lang', translationsFile(domains.all))
  server.use('/embed', embedPageHeaders(partnerOrigins))
  server.use('/api', cors)
  const api = createRouter()
  const { mount, writingCalls, mounted, callLocally } = createMount({
    router: api,
    gates,
    personalReads,
    checkAnswers,
  })
  const originOf = (request: IncomingMessage | undefined) => (request ? requestDomains.of(request).origin : origins.own)
  mountCalls(mount, {
    services,
    fragment: fragmentHandler({
      ...services,
      render: renderFragment,
      originOf,
      clock,
    }),
    cookies: createCookies(config.url),
    idempotency,
    originOf,
    domainOf: requestDomains.of,
  })
  // A page costs more than a read and counts as one.
  const limitReads: RequestHandler = async (request, _response, next) => {
    await gates.rateLimit('articleThread', request)
    next()
  }
  server.use('/api', api, openApiRoutes(config))
  server.use('/api', () => {
    throw new DomainError('NOT_FOUND')
  })
  server.use(unsubscribeRoutes({ unsubscribing: notifications.unsubscribing, limit: limitReads }))
  server.get('/embed/frame', embedFrame)
  if (demo !== null) server.use('/media/demo', assets(demo.mediaFolder, { crossOrigin: true }))
  if (embedFolder !== null) server.use(assets(embedFolder, { crossOrigin: true }))
  if (pages !== null) {
    server.use(pages({ requestDomains, limit: limitReads, call: callLocally, logger }))
    readCache.alsoKeep(isPagePath)
  }
  server.use(() => {
    throw new DomainError('NOT_FOUND')
  })
  server.use(errorHandler(replyToError))

  const writeLane = createWriteLane({
    calls: writingCalls,
    headers: { ...headersOfAll(config), ...READABLE },
    trustProxy,
    replyToError,
    log,
  })

  const asTheyAreNow = createRetelling({ accounts: services.accounts, posts, comments })
  const showing = createShowing({ accounts: services.accounts, posts, comments })
  const attach = (http: HttpServer) =>
    attachRealtime(http, {
      events,
      accessTokens,
      viewers,
      rateLimits,
      clock,
      logger,
      redis,
      watching: createWatching({ clock, posts, communities }),
      replay: createReplay({ database, clock, asTheyAreNow, showing }),
      asTheyAreNow,
      showing,
      requestDomains,
      trustProxy,
    })

  const jobs = createJobs({
    logger,
    jobs: schedule({
      events,
      posts,
      sessions,
      appCheck,
      lockout,
      articleClaims,
      idempotency,
      mail,
      forgetMailed,
      contentHides,
      lifting,
      moving,
      notifications,
      usedProofs,
      deletions,
      exports,
    }),
  })

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
    personalReads,
    dropCached,
    writeLane,
    readiness,
    background,
    services,
  }
}
