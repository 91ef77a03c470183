import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EMBED_ORIGINS, isOwnPath } from '@stoa/contract'
import type { Request, RequestHandler, Response, Router } from 'express'
import { isDatabaseAway } from '../platform/database/dialect.ts'
import type { Logger } from '../platform/logging/logger.ts'
import { tagsOfResponse } from './cache/cache-tags.ts'
import { LANGUAGE_HEADERS, shareWithVisitors } from './cache/cached-response.ts'
import { createRouter, refuseMethod } from './express.ts'
import { assets } from './files/assets.ts'
import { PAGE_PERMISSIONS } from './headers.ts'
import { INSET_FRAME_PATH } from './inset-frame.ts'
import { type DescribeApp, type InstallOptions, installRoutes } from './install/routes.ts'
import type { LocalCall } from './local-call.ts'
import { loggedPath } from './requested-path.ts'
import type { DemoSignIn, ServedDomain } from './served-domains.ts'
import { mappedPath } from './url-mapping.ts'

/** A page rendered by the hosted app's server entry. */
export interface RenderedPage {
  status: number
  /** Redirect target, for 3xx. */
  location?: string
  /** Attributes of the root element: language and direction. */
  root: string
  /** Elements for the head. */
  head: string
  body: string
  /** JSON for hydration. */
  state: string
  /** The error, if rendering failed. */
  error?: unknown
  /** It must not be cached for visitors, as what it shows depends on more than the tags of its parts. Default false. */
  isFresh?: boolean
}

export interface PageRequest {
  /** Path with query. */
  path: string
  /** Public origin of the forum. */
  origin: string
  config: ServedDomain['config'] & {
    demo?: DemoSignIn
    withoutWorker?: true
    preview?: number
    setup?: 'unclaimed' | 'guided'
  }
  translations: ServedDomain['translations']
  call: LocalCall
  screens: ScreenFiles
}

/** Files needed by each screen of the built forum, besides those of every page. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** The server entry's reading of an address. */
export interface PageAddress {
  /** The path with the parameters its screen reads, in canonical order. */
  path: string
  /** Whether a screen exists for it. */
  isKnown: boolean
}

/** What the built forum's server entry exports. */
interface ServerEntry {
  renderPage: RenderPage
  pageAddress: Pages['address']
  describeApp: DescribeApp
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>

/** Content types of native form submissions. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
const CHECKED = 'public, max-age=0, must-revalidate'
const MARKS = {
  icon: 'href="/favicon.svg" type="image/svg+xml"',
  root: 'lang="en" dir="ltr"',
  head: '<!--stoa-head-->',
  body: '<!--stoa-app-->',
  state: '<!--stoa-state-->',
}

/** Allows style attributes (server-rendered sizes) but no style elements or inline scripts. */
const RULES = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // The forum never creates scripts from text; only the editor parses HTML, into a document that runs nothing.
  "require-trusted-types-for 'script'",
  'trusted-types ProseMirrorClipboard stoa-editor stoa-worker',
  "worker-src 'self'",
  "manifest-src 'self'",
]

/**
 * Pictures come from the forum only: external ones through its proxy at the default domain (`forumOrigin`). Video and audio may
 * come from any https origin once played, and on a forum without TLS (local development) also over http.
 */
function policyOf({ origin, config }: ServedDomain, forumOrigin: string): string {
  // The operator's own pictures may be anywhere.
  const own = [config.logoLink, config.faviconLink].flatMap((link) =>
    link.startsWith('/') ? [] : ` ${new URL(link).origin}`,
  )
  const anywhere = origin.startsWith('https:') ? 'https:' : 'https: http:'
  // One-tap sign-in is a request by the browser itself; Google's scripts may not run.
  const oneTap = config.oneTapClientId ? ' https://accounts.google.com/gsi/' : ''
  // Not every browser includes web sockets in 'self'.
  const live = origin.replace(/^http/, 'ws')
  return [
    ...RULES,
    // The ad script's frame is on the forum's own origin, but sandboxed.
    `frame-src ${EMBED_ORIGINS.join(' ')}${config.ads?.provider === 'script' ? ` ${origin}${INSET_FRAME_PATH}` : ''}`,
    `connect-src 'self' ${live}${oneTap}`,
    `img-src 'self' ${forumOrigin} data:${[...new Set(own)].join('')}`,
    // A recording that hasn't been sent yet is a blob.
    `media-src 'self' blob: ${anywhere}`,
  ].join('; ')
}

function pageHeaders(domain: ServedDomain, forumOrigin: string): Record<string, string> {
  return { 'Content-Security-Policy': policyOf(domain, forumOrigin), 'Permissions-Policy': PAGE_PERMISSIONS }
}

/** The built forum. */
export interface Pages {
  /** Parses an address; equivalent addresses are the same page. */
  address(path: string): PageAddress
  /** Serves its files and pages. */
  routes(about: PagesOptions): Router
}

export interface PagesOptions extends InstallOptions {
  /** The forum's origin on its default domain. */
  forumOrigin: string
  logger: Logger
  /** Accounts visitors can try; null unless this is a demonstration. */
  demo: DemoSignIn | null
}

/** Loads the built forum: its files and the server entry that renders every other path. Throws if it isn't built. */
export async function loadPages(folder: string): Promise<Pages> {
  const template = readTemplate(join(folder, 'dist/index.html'))
  const screens: ScreenFiles = JSON.parse(readFileSync(join(folder, 'dist/screens.json'), 'utf8'))
  const entry = pathToFileURL(join(folder, 'dist-ssr/entry-server.js')).href
  const { renderPage, pageAddress, describeApp }: ServerEntry = await import(entry)
  const worker = readFileSync(join(folder, 'dist-ssr/service-worker.js'), 'utf8')
  const everywhere = linkedFiles(readFileSync(join(folder, 'dist/index.html'), 'utf8'))
  const files = { everywhere, ofPosts: screens['post/post-screen.tsx'] ?? [] }
  const forReadersOnly: RequestHandler = (request, response, next) => {
    if (isRead(request)) return next()
    if (pageAddress(request.originalUrl).isKnown) refuseMethod(response, ['GET', 'HEAD'])
    next('router')
  }
  return {
    address: pageAddress,
    routes(options) {
      const router = createRouter()
      router.use(assets(join(folder, 'dist')))
      router.use(
        installRoutes(options, {
          folder: join(folder, 'dist'),
          worker,
          files,
          describe: describeApp,
          headersOf: (domain) => pageHeaders(domain, options.forumOrigin),
        }),
      )
      const show = page({ ...options, template, renderPage, pageAddress, screens })
      router.use(formWithoutScript)
      // No pattern, so that addresses that can't be decoded also get their page.
      router.use(forReadersOnly, options.limit, show)
      return router
    },
  }
}

function page(
  about: PagesOptions & {
    template: Template
    renderPage: RenderPage
    pageAddress: Pages['address']
    screens: ScreenFiles
  },
): RequestHandler {
  const { template, renderPage, pageAddress, screens, logger, tenants, forumOrigin, call, demo, hasWorker, setup } =
    about
  return async (request: Request, response: Response) => {
    const domain = tenants.localized(request)
    const onlyCommunity = tenants.onlyCommunity(request)
    const recorder = recordTags(async (name, input) =>
      call(name, await tenants.completed(name, input, request), { onlyCommunity, request }),
    )
    // Without a database the page itself says so.
    const phase = await setup.phase().catch(() => 'open' as const)
    const isOpen = phase === 'open'
    const config = {
      ...domain.config,
      ...(demo && { demo }),
      ...((!hasWorker || domain.preview !== undefined) && { withoutWorker: true as const }),
      ...(domain.preview !== undefined && { preview: domain.preview }),
      ...(!isOpen && { setup: phase }),
    }
    const render = (path: string) =>
      renderPage({ ...domain, config, path: mappedPath(request, path), call: recorder.call, screens })
    const { path } = pageAddress(request.originalUrl)
    const firstRendering = await render(path)
    // Redirects keep the query.
    const isLedOn = firstRendering.location !== undefined && path !== request.originalUrl
    const rendered = isLedOn ? await render(request.originalUrl) : firstRendering
    const isAway = isDatabaseAway(rendered.error)
    if (isAway) {
      // The page says that something went wrong.
      response.set('Retry-After', '5')
    } else if (rendered.error !== undefined) {
      logger.error(
        { err: rendered.error, requestId: response.locals.requestId, path: loggedPath(request.path) },
        'page failed',
      )
    }
    if (rendered.location !== undefined) {
      // If cached, a redirect to a new name and the one back could form a loop when the old name returns.
      response.set('Cache-Control', CHECKED).redirect(rendered.status, rendered.location)
      return
    }
    if (domain.config.languages.length > 1) response.vary(LANGUAGE_HEADERS)
    // Never cached, so that every process shows the forum from the moment it is open.
    if (isOpen && !rendered.isFresh) shareWithVisitors(response, recorder.tags)
    response
      .status(isAway ? 503 : rendered.status)
      .set(pageHeaders(domain, forumOrigin))
      .set('Cache-Control', isOpen && rendered.status < 400 ? CHECKED : 'no-store')
      .type('html')
      .send(template({ ...rendered, head: rendered.head + themeLink(domain) }, domain.config.faviconLink))
  }
}

/**
 * Forms are submitted by scripts; a native submission means there are none. Ignores the input and redirects to the
 * page, which says that it needs JavaScript.
 */
const formWithoutScript: RequestHandler = (request, response, next) => {
  const isForm = request.method === 'POST' && request.is(FORMS)
  if (!isForm || !isOwnPath(request.originalUrl)) return next()
  response.set('Cache-Control', 'no-store').redirect(303, request.originalUrl)
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Records the tags of a page's or feed's calls, so that it is invalidated with them. */
export function recordTags(call: LocalCall): { call: LocalCall; tags: string[] } {
  const tags: string[] = []
  return {
    tags,
    async call(name, input) {
      const payload = await call(name, input)
      tags.push(...(tagsOfResponse(name, { payload, input }) ?? []))
      return payload
    },
  }
}

/** True for paths rendered by the forum, rather than files or calls. */
export function isPagePath(path: string): boolean {
  return !/^\/(api|docs|embed|media\/proxy|socket\.io)(\/|$)|\.\w+$/.test(path)
}

/** Loaded before the page is drawn. */
const themeLink = ({ theme }: ServedDomain) => (theme ? `<link rel="stylesheet" href="${theme.href}">` : '')

type Template = (page: RenderedPage, icon: string) => string

function readTemplate(file: string): Template {
  const [beforeRoot, afterRoot] = split(readFileSync(file, 'utf8'), MARKS.root)
  const [beforeIcon, afterIcon] = split(afterRoot, MARKS.icon)
  const [beforeHead, afterHead] = split(afterIcon, MARKS.head)
  const [beforeBody, afterBody] = split(afterHead, MARKS.body)
  const [beforeState, afterState] = split(afterBody, MARKS.state)
  return ({ root, head, body, state }, icon) =>
    `${beforeRoot}${root}${beforeIcon}href="${escapeAttribute(icon)}"${beforeHead}${head}${beforeBody}${body}${beforeState}<script type="application/json" id="stoa-state">${state}</script>${afterState}`
}

/** The scripts and style sheets that a page names. */
function linkedFiles(html: string): string[] {
  return Array.from(html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g), ([, file = '']) => file)
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`The page template is missing ${mark}.`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
