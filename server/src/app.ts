import type { Server } from 'node:http'
import { createCallHandlers } from './calls/index.ts'
import type { Config } from './config.ts'
import type { RenderFragment } from './domains/content/articles/index.ts'
import { tagsOfResponse } from './http/cache/cache-tags.ts'
import { createCallRoutes } from './http/call-routes.ts'
import { createHttp } from './http/create-http.ts'
import { trustOf } from './http/express.ts'
import type { Pages } from './http/pages.ts'
import type { DemoSignIn } from './http/served-domains.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import type { Logger } from './platform/logging/logger.ts'
import { createPlatform } from './platform/platform.ts'
import type { Redis } from './platform/redis/redis.ts'
import { attachRealtime } from './realtime/gateway.ts'
import { registerDomains, type Services } from './services.ts'

export interface AppDependencies {
  config: Config
  database: Database
  clock: Clock
  logger: Logger
  /** Shared by all processes. Default null: a single process. */
  redis?: Redis | null
  /** The built forum. Default: no pages, only the API. */
  pages?: Pages | null
  /** Renders an article's thread as HTML. Default: threads are not rendered. */
  renderFragment?: RenderFragment | null
  /** Folder of the built embed scripts. Default: none are served. */
  embedFolder?: string | null
  /** Scripts of the widget's former builds. Default: none. */
  formerEmbedFolder?: string | null
  /** The demonstration's picture folder, and accounts visitors can try. Default: no demonstration. */
  demo?: { mediaFolder: string; signIn: DemoSignIn } | null
  /** Searches elsewhere. Default: here. */
  search?: Omit<Services['search'], 'suggestions'> | null
  /** Validate every response against its schema; for tests. Default false. */
  checkResponses?: boolean
}

export type App = ReturnType<typeof createApp>

/** Connects platform, domains, HTTP and live connections. Opens no port and starts no timer. */
export function createApp(dependencies: AppDependencies) {
  const { config, database, clock, logger, redis = null, checkResponses = false } = dependencies
  const {
    pages = null,
    renderFragment = null,
    embedFolder = null,
    formerEmbedFolder = null,
    demo = null,
    search = null,
  } = dependencies

  const platform = createPlatform({ config, database, clock, logger, redis })
  const tagsOf = (payload: unknown) => tagsOfResponse('articleThread', { payload, input: {} }) ?? []
  const services = registerDomains(platform, {
    setsHost: trustOf(config.forwardedHostProxies),
    rendering: { render: renderFragment, tagsOf },
  })
  const { trustProxy, guard, ...http } = createHttp({
    ...platform,
    ...services,
    config,
    routes: createCallRoutes(createCallHandlers({ ...services, search: { ...services.search, ...search } })),
    domains: () => services.domains.all,
    uploads: { ...services.uploads, begin: services.beginUpload },
    shortLinks: {
      find: (request, code) => services.shortLinks.find(services.domainOf(request), code),
      view: (request, about) => services.shortLinks.view(services.domainOf(request), about),
    },
    unsubscribing: services.notifications.unsubscribing,
    useAppCheck: services.appCheck.use,
    built: { pages, embedFolder, formerEmbedFolder, demo },
    checkResponses,
  })
  const { ids, events, background, jobs, idempotency, mail } = platform
  return {
    ids,
    events,
    background,
    jobs,
    idempotency,
    mail,
    services,
    accessTokens: services.accessTokens,
    viewers: services.viewers,
    ...http,
    /** Starts live connections on an HTTP server. */
    async attachRealtime(server: Server) {
      const realtime = await attachRealtime(server, { ...platform, ...services, trustProxy, guard })
      http.metrics.watchSockets(() => realtime.sockets.sockets.size)
      return realtime
    },
    /** Lets running fetches end and refuses waiting ones. */
    stopFetching() {
      for (const fetcher of Object.values(services.fetchers)) fetcher.close()
    },
  }
}
