import { AsyncLocalStorage } from 'node:async_hooks'
import { type ApiCall, StoaError, type StoaErrorCode } from '@stoa/client'
import { type CallOutput, communityPath, followUrlMapping, type UrlMapping } from '@stoa/contract'
import { createStoa, dehydrate } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { type Catalogue, createToasts, createTranslator, directionOf, I18nProvider } from '@stoa/ui'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type RouteObject,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { createHistoryCache } from './history-cache.ts'
import { type DomainConfig, type HostedApp, HostedAppProvider, promotionsOf } from './hosted-app.ts'
import { filesOf, type ScreenFiles } from './lazy-screen.ts'
import { messages } from './messages.ts'
import { type PageHead, renderHead, scriptJson } from './page-head.ts'
import { createRoutes } from './routes.tsx'
import type { ScreenData } from './screen-data.ts'
import { sharedRoutes } from './shared-routes.ts'
import { failureTitle } from './shell/failed-screen.tsx'
import { loadSide } from './side/load-side.ts'
import { SidePanels } from './side/side-panels.tsx'
import type { TextAddresses } from './translations.ts'

export { type PageAddress, pageAddress } from './page-address.ts'
export { describeApp } from './service-worker/describe-app.tsx'

export interface PageRequest {
  /** Path with query. */
  path: string
  /** Public origin of the forum, without a trailing slash. */
  origin: string
  config: DomainConfig
  /** The forum's translated texts and their addresses for browsers; null in English. */
  translations: { hrefs: NonNullable<TextAddresses>; texts: Catalogue } | null
  /** Makes calls as an anonymous visitor. */
  call: ApiCall
  /** Files of the built forum that each screen needs. */
  screens: ScreenFiles
}

/** The parts of a page for the template. */
export interface RenderedPage {
  status: number
  /** Target of a redirect (3xx). */
  location?: string
  /** Attributes of the document's root: language and direction. */
  root: string
  head: string
  body: string
  state: string
  /** Error that made the page fail, for the log. */
  error?: unknown
  /** It isn't cached for visitors. Default false. */
  isFresh?: boolean
}

const NO_MENU: CallOutput<'menuShow'> = { items: [] }

/** Match addresses to screens for all requests; each is created by the first one. While the forum is being set up, it has other screens. */
const handlers = new Map<string, StaticHandler>()
/** More mappings of addresses than these are rare. */
const HANDLERS_MAX = 100

/** The mapping that a rendering's paths follow. */
const mapping = new AsyncLocalStorage<UrlMapping>()
followUrlMapping(() => mapping.getStore())

/** The default community's other name. */
const OLD_NAME = /^\/bbs\/video(?=[/?#]|$)/i

/** Renders the screen of an address as visitors see it. */
export function renderPage(request: PageRequest): Promise<RenderedPage> {
  const { urlMapping = {} } = request.config
  // Following asynchronous work costs every promise something.
  return Object.keys(urlMapping).length === 0 ? render(request) : mapping.run(urlMapping, () => render(request))
}

async function render(request: PageRequest): Promise<RenderedPage> {
  const { path, origin, config, translations, call, screens } = request
  if (OLD_NAME.test(path)) return redirectTo(path.replace(OLD_NAME, communityPath(config.defaultTokenName)))
  const now = Date.now()
  const client = { call: withClientErrors(call) }
  const start = () => createStoa({ client, storage: null, clock: () => now, ...promotionsOf(config) })
  const stoa = start()
  const texts = translations?.texts
  // The page is complete without the menu.
  const { items: menu } = config.setup
    ? NO_MENU
    : await call('menuShow', { language: config.language }).catch(() => NO_MENU)
  const app: HostedApp = {
    stoa,
    config,
    origin,
    menu,
    history: createHistoryCache(),
    toasts: createToasts(),
    session: null,
    renewal: null,
    t: createTranslator({ locale: config.language, messages, translations: texts }),
  }
  const routes = createRoutes(app)
  const handler = handlerOf(routes, config)
  const context = await handler.query(new Request(addressOf(path, origin)), { requestContext: routes })
  if (context instanceof Response) return redirectTo(context.headers.get('Location') ?? '/', context.status)

  const preloads = [
    ...filesOf(
      context.matches.map(({ route }) => route),
      screens,
    ).map(preloadScreen),
    ...(translations ? [preload(translations.hrefs.reader)] : []),
  ].join('')
  const { side, isFresh = false } = context.errors ? {} : screenOf(context)
  // The page is complete without the side column. Browsers with room for it load it themselves.
  const sideData = side === undefined ? null : await loadSide(app, side).catch(() => null)
  if (sideData) app.side = <SidePanels data={sideData} />

  const page = (result: StaticHandlerContext): RenderedPage => {
    // Data loaded before a page turned out to be missing could reveal what exists.
    const safe = result.errors ? start() : stoa
    const body = renderToString(
      <HostedAppProvider value={app}>
        <StoaProvider stoa={safe}>
          <I18nProvider locale={config.language} translations={texts} now={now}>
            <StaticRouterProvider
              router={createStaticRouter(matchedRoutes(result), result)}
              context={result}
              hydrate={false}
            />
          </I18nProvider>
        </StoaProvider>
      </HostedAppProvider>,
    )
    const error = failureOf(result)
    return {
      status: result.statusCode,
      root: `lang="${config.language}" dir="${directionOf(config.language)}"`,
      head: renderHead(headOf(result, app), { origin, siteName: config.domainDisplayName }) + preloads,
      body,
      state: scriptJson({
        now,
        config,
        menu,
        translations: translations && addressesOf(translations.hrefs),
        router: routerState(result),
        stoa: dehydrate(safe),
      }),
      ...(error === undefined ? {} : { error }),
      isFresh,
    }
  }
  try {
    return page(context)
  } catch (error) {
    return page(failed(context, error))
  }
}

/** The routes of a phase and a mapping, which all its pages share. */
function handlerOf(routes: RouteObject[], { setup, urlMapping = {} }: DomainConfig): StaticHandler {
  const key = setup ? 'closed' : ['open', ...Object.values(urlMapping)].join(' ')
  const made = handlers.get(key) ?? createStaticHandler(sharedRoutes(routes))
  if (handlers.size >= HANDLERS_MAX) handlers.clear()
  handlers.set(key, made)
  return made
}

function addressesOf({ reader, member, admin, errors }: NonNullable<TextAddresses>): TextAddresses {
  return { reader, member, admin, errors }
}

/** Preloads a file that the scripts need at once. */
function preload(href: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${href}">`
}

/** Loads the screen's styles before it is first drawn, and its code together with the common code. */
function preloadScreen(href: string): string {
  return `<link rel="${href.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="${href}">`
}

function redirectTo(location: string, status = 301): RenderedPage {
  return { status, location, root: '', head: '', body: '', state: '' }
}

/** The failure page of a screen that can't be rendered. */
function failed(context: StaticHandlerContext, error: unknown): StaticHandlerContext {
  const { route } = context.matches[0] as StaticHandlerContext['matches'][number]
  return { ...context, statusCode: 500, loaderData: {}, errors: { [route.id]: error } }
}

/** Returns only the matched routes: a router with all of them would rank their paths again for every page. */
function matchedRoutes({ matches }: StaticHandlerContext): RouteObject[] {
  const around = (inner: RouteObject[], { route }: StaticHandlerContext['matches'][number]) => [
    (inner.length > 0 ? { ...route, children: inner } : route) as RouteObject,
  ]
  return matches.reduceRight<RouteObject[]>(around, [])
}

/** Converts the server's errors to those that clients get. */
function withClientErrors(call: ApiCall): ApiCall {
  return async (name, input) => {
    try {
      return await call(name, input)
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      throw new StoaError(error.code as StoaErrorCode, { message: error.message, cause: error })
    }
  }
}

/**
 * A path that can't be decoded, or would then name another host, is replaced by one without a page, because the router
 * would fail on it.
 */
function addressOf(path: string, origin: string): string {
  const nowhere = `${origin}/bbs/404`
  try {
    // Resolved first: `/../%09/x` is `/%09/x`. Browsers ignore control characters and treat both slashes alike.
    const { pathname } = new URL(origin + path)
    const plain = decodeURIComponent(pathname).replaceAll(/[\u0000-\u0020]/g, '')
    return path.startsWith('/') && /^\/(?![/\\])/.test(plain) ? origin + path : nowhere
  } catch {
    return nowhere
  }
}

/** What the screen says about its page. */
function screenOf({ matches, loaderData }: StaticHandlerContext): Pick<ScreenData, 'side' | 'isFresh'> {
  return (loaderData[matches.at(-1)?.route.id ?? ''] as ScreenData | undefined) ?? {}
}

function headOf({ matches, loaderData, errors, statusCode }: StaticHandlerContext, app: HostedApp): PageHead {
  if (errors) return { title: failureTitle(app, statusCode === 404 ? 'notFound' : 'failed'), noindex: true }
  const data = matches.map(({ route }) => loaderData[route.id] as { head?: PageHead } | undefined)
  return data.findLast((entry) => entry?.head)?.head ?? { title: app.config.domainDisplayName }
}

/** The browser router's initial state. Errors are reduced to their status. */
function routerState({ loaderData, errors }: StaticHandlerContext) {
  const statuses = Object.entries(errors ?? {}).map(([id, error]) => [
    id,
    { status: isRouteErrorResponse(error) ? error.status : 500 },
  ])
  return { loaderData, errors: errors ? Object.fromEntries(statuses) : null }
}

function failureOf({ errors }: StaticHandlerContext): unknown {
  return Object.values(errors ?? {}).find((error) => !isRouteErrorResponse(error))
}
