import type { Request, RequestHandler } from 'express'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { DomainError } from '../platform/domain-error.ts'
import type { StoredEvent } from '../platform/events/events.ts'
import type { Outbox } from '../platform/events/outbox.ts'
import type { Logger } from '../platform/logging/logger.ts'
import type { Redis } from '../platform/redis/redis.ts'
import type { DiskSpace } from '../platform/storage/disk-space.ts'
import { type Beacon, beaconRoutes } from './beacon.ts'
import { tagsOfEvent } from './cache/cache-tags.ts'
import { createReadCache } from './cache/read-cache.ts'
import { createReadKeys } from './cache/read-keys.ts'
import { createRenderBudget } from './cache/render-budget.ts'
import { createSignedInReads } from './cache/signed-in-reads.ts'
import { createCallResponses } from './call-responses.ts'
import type { CallRoutes } from './call-routes.ts'
import { type CardNotices, cardNoticeRoutes } from './card-notices.ts'
import { atomFeeds, type FeedSource } from './discovery/atom-feeds.ts'
import { previewPictures } from './discovery/preview-pictures.ts'
import { type ShortLinks, shortLinkRoutes } from './discovery/short-links.ts'
import { type SitemapSource, siteMap } from './discovery/site-map.ts'
import { createErrorReplies, errorHandler } from './errors.ts'
import { createExpress, noSuchCall, onlyRead, trustOf } from './express.ts'
import { assets, embedFiles, embedFrame } from './files/assets.ts'
import { type MediaFileDependencies, mediaFiles } from './files/media-files.ts'
import { type PictureProxyDependencies, pictureProxy } from './files/picture-proxy.ts'
import { type Uploads, uploadRoutes } from './files/uploads.ts'
import { createGates, type GateDependencies } from './gates.ts'
import { cors, embedPageHeaders, headersOfAll, securityHeaders } from './headers.ts'
import { createHealth, probesAreRead } from './health.ts'
import { insetFrame } from './inset-frame.ts'
import type { CallOfDomain } from './local-call.ts'
import { mainMenuFile } from './main-menu-file.ts'
import { createMetrics, createResponseLog, type MetricsSources, requestLog } from './metrics.ts'
import { createOpenBodies, createSocketGuard } from './open-bodies.ts'
import { createOpenApi } from './openapi/routes.ts'
import { createOrigins } from './origins.ts'
import type { Pages, PagesOptions } from './pages.ts'
import { createPipeline } from './pipeline.ts'
import { createPreviewGate, type DomainPreviews } from './previews.ts'
import { createProbeReply } from './proxy-probe.ts'
import { createProxyWarning } from './proxy-warning.ts'
import { type DemoSignIn, domainConfigFile, fontFiles, type ServedDomain, themeFile } from './served-domains.ts'
import { translationFiles } from './translation-files.ts'
import { createHostCheck } from './unknown-hosts.ts'
import { type Unsubscribing, unsubscribeRoutes } from './unsubscribe.ts'
import { createUrlMapping } from './url-mapping.ts'

type FromDomains = Omit<GateDependencies, 'origins'> & PictureProxyDependencies & MediaFileDependencies

/** What HTTP needs from the other layers. */
export interface HttpDependencies extends FromDomains, MetricsSources {
  config: {
    url: string
    production: boolean
    rateScale: number
    trustedProxies: string[]
    forwardedHostProxies: string[]
    secret: string
    hstsSubdomains: boolean
    serviceWorker: boolean
  }
  database: Pick<Database, 'ping' | 'pools' | 'transaction' | 'dialect'>
  disk: DiskSpace
  clock: Clock
  logger: Logger
  events: Pick<Outbox, 'subscribe' | 'age'>
  redis: Redis | null
  /** The calls with their handlers. */
  routes: CallRoutes
  /** All served domains, the default one first. */
  domains: () => readonly [ServedDomain, ...ServedDomain[]]
  domainFonts: Parameters<typeof fontFiles>[0]
  partnerOrigins: { isRegistered(origin: string): Promise<boolean> }
  setup: GateDependencies['setup'] & PagesOptions['setup']
  unsubscribing: Unsubscribing
  cardPurchases: CardNotices
  domainPreviews: DomainPreviews
  communities: Parameters<typeof createUrlMapping>[0]['communities']
  beacon: Beacon
  posts: SitemapSource & FeedSource
  uploads: Uploads
  shortLinks: ShortLinks
  /** Built frontends; null: not served. */
  built: {
    pages: Pages | null
    embedFolder: string | null
    formerEmbedFolder: string | null
    /** The demonstration's pictures and accounts, or null. */
    demo: { mediaFolder: string; signIn: DemoSignIn } | null
  }
  checkResponses: boolean
}

/** Feeds, the site map and preview pictures of a forum that visitors can't see yet. */
const OF_OPEN_FORUMS = /(^|\/)feed\.atom$|^\/sitemap|^\/preview\//

function whileSetUp(setup: PagesOptions['setup']): RequestHandler {
  return async ({ path }, _response, next) => {
    if (OF_OPEN_FORUMS.test(path) && (await setup.phase()) !== 'open') throw new DomainError('SETUP_PENDING')
    next()
  }
}

/** Creates everything that responds to HTTP. Opens no port. */
export function createHttp(dependencies: HttpDependencies) {
  const { config, database, clock, logger, routes, tenants, rateLimits, partnerOrigins, built } = dependencies
  const { pages } = built
  const express = createExpress(config)
  const trustProxy = express.get('trust proxy fn')
  const readiness = { accepting: true }
  const headers = headersOfAll(config)
  const metrics = createMetrics(dependencies)
  const replyToError = createErrorReplies(logger, metrics.refused)
  const log = createResponseLog({ logger, metrics })
  const origins = createOrigins({ ...config, tenants, isRegistered: partnerOrigins.isRegistered })
  const gates = createGates({ ...dependencies, origins })
  const health = createHealth({
    ...{ ...dependencies, readiness, headers },
    probe: createProbeReply({ ...config, trustProxy, setsHost: trustOf(config.forwardedHostProxies) }),
  })
  const openBodies = createOpenBodies({ scale: config.rateScale, headers, trustProxy, replyToError })
  const admitHost = createHostCheck({ tenants, headers, replyToError })
  const enterPreview = createPreviewGate({
    tenants,
    previews: dependencies.domainPreviews,
    clock,
    secure: config.url.startsWith('https:'),
    headers,
    onError: (err) => logger.error({ err }, 'preview failed'),
  })
  const mapAddress = createUrlMapping({ tenants, communities: dependencies.communities, headers })
  const warnOfProxy = createProxyWarning({ trustProxy, logger })
  const renderBudget = createRenderBudget({ scale: config.rateScale, trustProxy })

  const keys = createReadKeys({ tenants, pageAddress: pages && pages.address })
  const onHit = () => metrics.cacheHit()
  const readCache = createReadCache({
    clock,
    onHit,
    keys,
    async admitRendering(rendered, request, response) {
      if (rendered === 'page') origins.checkPage(request)
      else if (rendered === 'fragment') await gates.origin('articleFragment', request)
      await renderBudget.admit(request, response)
    },
    networkOf: renderBudget.networkOf,
  })
  const signedInReads = createSignedInReads({ clock, keys, onHit })
  const dropCached = (tags: Iterable<string>) => {
    const list = [...tags]
    readCache.drop(list)
    signedInReads.drop(list)
  }
  const dropTags = (event: StoredEvent) => dropCached(tagsOfEvent(event))
  dependencies.events.subscribe(dropTags, dropTags)
  const pipeline = createPipeline({
    database,
    routes,
    gates,
    signedInReads,
    renderBudget,
    trustProxy,
    log,
    responses: createCallResponses({ headers, replyToError }),
    checkResponses: dependencies.checkResponses,
  })

  const enterPage = async (request: Request) => {
    origins.checkPage(request)
    await rateLimits.count('read', { userId: null, address: request.ip ?? '' })
  }
  const limitReads: RequestHandler = async (request, _response, next) => {
    await enterPage(request)
    next()
  }
  const countReads: RequestHandler = async (request, _response, next) => {
    await rateLimits.count('read', { userId: null, address: request.ip ?? '' })
    next()
  }
  const openApi = createOpenApi({ ...config, limit: countReads })
  const limitPages: RequestHandler = async (request, response, next) => {
    await enterPage(request)
    await renderBudget.admit(request, response)
    next()
  }
  express.use(requestLog(log), securityHeaders(config))
  express.use(probesAreRead())
  express.get('/config.json', domainConfigFile(tenants)).all('/config.json', onlyRead)
  express.get('/theme.css', themeFile(tenants)).all('/theme.css', onlyRead)
  express.get('/fonts/:file', fontFiles(dependencies.domainFonts)).all('/fonts/:file', onlyRead)
  express.use('/lang', translationFiles(tenants))
  express.use('/embed', embedPageHeaders(partnerOrigins))
  express.use(uploadRoutes({ ...dependencies, gates }))
  express.use(cardNoticeRoutes(dependencies.cardPurchases, countReads))
  express.use('/api', cors, openApi.routes, noSuchCall)
  express.use(openApi.page)
  express.use(beaconRoutes({ ...dependencies, limit: limitReads }))
  express.use(unsubscribeRoutes({ unsubscribing: dependencies.unsubscribing, tenants, limit: limitReads }))
  express.get('/embed/frame', embedFrame).all('/embed/frame', onlyRead)
  express.use(pictureProxy(dependencies))
  const { callLocally: call } = pipeline
  const callOfDomain: CallOfDomain = async (request, name, input) =>
    call(name, await tenants.completed(name, input, request), {
      onlyCommunity: tenants.onlyCommunity(request),
      request,
    })
  express.use(insetFrame({ tenants, limit: limitReads }))
  express.use(shortLinkRoutes({ ...dependencies, limit: limitReads }))
  express.get('/main-menu.json', limitReads, mainMenuFile(callOfDomain)).all('/main-menu.json', onlyRead)
  express.use(whileSetUp(dependencies.setup))
  express.use(atomFeeds({ ...dependencies, call: callOfDomain, limit: limitPages }))
  express.use(siteMap({ clock, tenants, posts: dependencies.posts, call: callOfDomain, limit: limitPages }))
  express.use(previewPictures({ ...dependencies, call: callOfDomain, limit: limitPages }))
  express.use(mediaFiles({ ...dependencies, gates }))
  if (built.demo !== null) express.use('/media/demo', assets(built.demo.mediaFolder, { crossOrigin: true }))
  if (built.embedFolder !== null) {
    express.use(embedFiles({ folder: built.embedFolder, formerFolder: built.formerEmbedFolder }))
  }
  if (pages !== null) {
    express.use(
      pages.routes({
        ...dependencies,
        tenants,
        forumOrigin: origins.forumOrigin,
        limit: limitPages,
        call,
        logger,
        demo: built.demo && built.demo.signIn,
        hasWorker: config.serviceWorker,
        setup: dependencies.setup,
      }),
    )
  }
  express.use(() => {
    throw new DomainError('NOT_FOUND')
  })
  express.use(errorHandler(replyToError))

  return {
    express,
    pipeline,
    callLocally: pipeline.callLocally,
    readCache,
    dropCached,
    openBodies,
    enterPreview,
    mapAddress,
    warnOfProxy,
    admitHost,
    readiness,
    health,
    metrics,
    /** Makes the OpenAPI document ahead of its first request. */
    prepareOpenApi: openApi.prepare,
    trustProxy,
    guard: createSocketGuard({ headers, openBodies, tenants, admitHost }),
  }
}
