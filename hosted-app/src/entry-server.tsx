import { type ApiCall, StoaError, type StoaErrorCode } from '@stoa/client'
import { createStoa, dehydrate } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { createToasts, I18nProvider } from '@stoa/ui'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { type PageHead, renderHead, scriptJson } from './head/page-head.ts'
import { createHistoryCache } from './history-cache.ts'
import { type DomainConfig, type HostedApp, HostedAppProvider } from './hosted-app.ts'
import { createRoutes } from './routes.tsx'

export interface PageRequest {
  /** Path with query. */
  path: string
  /** Public origin of the forum, without a trailing slash. */
  origin: string
  config: DomainConfig
  /** Makes calls as an anonymous visitor. */
  call: ApiCall
}

/** A page as it goes into the template. */
export interface RenderedPage {
  status: number
  /** Where to go instead, for 3xx. */
  location?: string
  head: string
  body: string
  state: string
  /** What made the page fail, for the log. */
  error?: unknown
}

/** Renders the screen of an address as everybody may see it. */
export async function renderPage({ path, origin, config, call }: PageRequest): Promise<RenderedPage> {
  const now = Date.now()
  const start = () => createStoa({ client: { call: tellingErrors(call) }, storage: null, clock: () => now })
  const stoa = start()
  const app: HostedApp = { stoa, config, origin, history: createHistoryCache(), toasts: createToasts(), session: null }
  const handler = createStaticHandler(createRoutes(app))
  const context = await handler.query(new Request(addressOf(path, origin)))
  if (context instanceof Response)
    return { status: context.status, location: context.headers.get('Location') ?? '/', head: '', body: '', state: '' }

  const router = createStaticRouter(handler.dataRoutes, context)
  const body = renderToString(
    <HostedAppProvider value={app}>
      <StoaProvider stoa={stoa}>
        <I18nProvider now={now}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </I18nProvider>
      </StoaProvider>
    </HostedAppProvider>,
  )
  const error = failureOf(context)
  // What was loaded by the time a page turned out not to be there would tell whether something is.
  const told = context.errors ? start() : stoa
  return {
    status: context.statusCode,
    head: renderHead(headOf(context, config), origin),
    body,
    state: scriptJson({ now, config, router: routerState(context), stoa: dehydrate(told) }),
    ...(error === undefined ? {} : { error }),
  }
}

/** The server's own errors as a client's: told by their code. */
function tellingErrors(call: ApiCall): ApiCall {
  return async (name, input) => {
    try {
      return await call(name, input)
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      throw new StoaError(error.code as StoaErrorCode, { message: error.message, cause: error })
    }
  }
}

/** A path that can't be decoded names no page; it is replaced before the router trips over it. */
function addressOf(path: string, origin: string): string {
  try {
    decodeURI(path)
    return origin + (path.startsWith('/') ? path : `/${path}`)
  } catch {
    return `${origin}/bbs/404`
  }
}

function headOf({ matches, loaderData, errors }: StaticHandlerContext, config: DomainConfig): PageHead {
  if (errors) return { title: config.domainDisplayName, noindex: true }
  const data = matches.map(({ route }) => loaderData[route.id] as { head?: PageHead } | undefined)
  return data.findLast((entry) => entry?.head)?.head ?? { title: config.domainDisplayName }
}

/** What the browser's router begins with. An error is told by its status alone. */
function routerState({ loaderData, errors }: StaticHandlerContext) {
  const told = Object.entries(errors ?? {}).map(([id, error]) => [
    id,
    { status: isRouteErrorResponse(error) ? error.status : 500 },
  ])
  return { loaderData, errors: errors ? Object.fromEntries(told) : null }
}

function failureOf({ errors }: StaticHandlerContext): unknown {
  return Object.values(errors ?? {}).find((error) => !isRouteErrorResponse(error))
}
