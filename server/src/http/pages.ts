import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CallInput, type CallName, type CallOutput, EMBED_ORIGINS, isOwnPath } from '@stoa/contract'
import type { Request, RequestHandler, Response, Router } from 'express'
import type { Logger } from '../platform/logging/logger.ts'
import { assets } from './assets.ts'
import { tagsOfAnswer } from './cache-tags.ts'
import { shareWithVisitors } from './cached-response.ts'
import { createRouter, refuseMethod } from './express.ts'
import { PAGE_PERMISSIONS } from './headers.ts'
import type { DemoSignIn, ServedDomain, ServedDomains } from './served-domains.ts'

/** Makes an anonymous call inside the process: what is rendered on the server is always what a visitor may see. */
export type LocalCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  /** Token name of the only community that the domain shows. Default: all are shown. */
  only?: string | null,
) => Promise<CallOutput<Name>>

/** An anonymous call inside the process that sees what the request's domain shows. */
export type CallOfDomain = <Name extends CallName>(
  request: Request,
  name: Name,
  input: CallInput<Name>,
) => Promise<CallOutput<Name>>

/** A page as the hosted app's server entry renders it. */
export interface RenderedPage {
  status: number
  /** Where to go instead, for 3xx. */
  location?: string
  /** Attributes of the document's root: language and direction. */
  root: string
  /** Elements for the document's head. */
  head: string
  body: string
  /** JSON for the browser to take over with. */
  state: string
  /** What made the page fail. */
  error?: unknown
}

export interface PageRequest {
  /** Path with query. */
  path: string
  /** Public origin of the forum. */
  origin: string
  config: ServedDomain['config'] & { demo?: DemoSignIn }
  translations: ServedDomain['translations']
  call: LocalCall
  screens: ScreenFiles
}

/** Which files of the built forum each of its screens needs, beside those of every page. */
type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** What the hosted app's server entry reads in an address. */
export interface PageAddress {
  /** The path with the parameters that its screen reads, in one order. */
  path: string
  /** Whether there is a screen for it. */
  isKnown: boolean
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>

/** As browsers send forms by themselves. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
const CHECKED = 'public, max-age=0, must-revalidate'
const MARKS = {
  root: 'lang="en" dir="ltr"',
  head: '<!--stoa-head-->',
  body: '<!--stoa-app-->',
  state: '<!--stoa-state-->',
}

/** Style attributes are allowed (server-rendered sizes), style elements and every inline script are not. */
const RULES = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  `frame-src ${EMBED_ORIGINS.join(' ')}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Nothing in the forum makes scripts out of text, and nodes only the editor, whose two policies clean it first.
  "require-trusted-types-for 'script'",
  'trusted-types default stoa-editor',
]

/**
 * Pictures come from the forum alone: foreign ones through its proxy, which is at the default domain (`own`). Films and
 * recordings may come from anywhere by https, once the reader plays them; to a forum without TLS, on somebody's own
 * machine, also without.
 */
function policyOf({ origin, config }: ServedDomain, own: string): string {
  const anywhere = origin.startsWith('https:') ? 'https:' : 'https: http:'
  // The browser itself asks there, for domains that have one-tap sign-in; no script of Google's may run.
  const oneTap = config.oneTapClientId ? ' https://accounts.google.com/gsi/' : ''
  // Not every browser takes 'self' for web sockets, too.
  const live = origin.replace(/^http/, 'ws')
  return [
    ...RULES,
    `connect-src 'self' ${live}${oneTap}`,
    `img-src 'self' ${own} data:`,
    // What was just recorded, before it is sent, is a blob.
    `media-src 'self' blob: ${anywhere}`,
  ].join('; ')
}

/** The built forum. */
export interface Pages {
  /** What an address means: others that mean the same are the same page. */
  address(path: string): PageAddress
  /** Serves its files and pages. */
  routes(about: PagesOptions): Router
}

export interface PagesOptions {
  /** Tells which domain a page is of. */
  requestDomains: ServedDomains
  /** The forum's origin, of its default domain. */
  own: string
  call: LocalCall
  logger: Logger
  /** Lets a page be rendered, as much as its reader may have; files are free. */
  limit: RequestHandler
  /** Whom visitors can sign in as; null where this is no demonstration. */
  demo: DemoSignIn | null
}

/** Reads the built forum: its files, and the program that renders every other path. Throws when it is not built. */
export async function loadPages(folder: string): Promise<Pages> {
  const template = readTemplate(join(folder, 'dist/index.html'))
  const screens: ScreenFiles = JSON.parse(readFileSync(join(folder, 'dist/screens.json'), 'utf8'))
  const entry = pathToFileURL(join(folder, 'dist-ssr/entry-server.js')).href
  const { renderPage, pageAddress }: { renderPage: RenderPage; pageAddress: Pages['address'] } = await import(entry)
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
      const show = page({ ...options, template, renderPage, pageAddress, screens })
      router.use(formWithoutScript)
      // Without a pattern: an address that can't be decoded gets its page too.
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
  const { template, renderPage, pageAddress, screens, logger, requestDomains, own, call, demo } = about
  return async (request: Request, response: Response) => {
    const domain = requestDomains.of(request)
    const only = requestDomains.onlyCommunity(request)
    const made = recordTags(async (name, input) =>
      call(name, await requestDomains.completed(name, input, request), only),
    )
    const config = { ...domain.config, ...(demo && { demo }) }
    const render = (path: string) => renderPage({ ...domain, config, path, call: made.call, screens })
    const { path } = pageAddress(request.originalUrl)
    const found = await render(path)
    // Whoever is led on keeps what they came with.
    const isLedOn = found.location !== undefined && path !== request.originalUrl
    const rendered = isLedOn ? await render(request.originalUrl) : found
    if (rendered.error !== undefined) {
      logger.error({ err: rendered.error, requestId: response.locals.requestId, path: request.path }, 'page failed')
    }
    if (rendered.location !== undefined) {
      // Kept, a redirect to a new name would meet the one back when the old name returns.
      response.set('Cache-Control', CHECKED).redirect(rendered.status, rendered.location)
      return
    }
    shareWithVisitors(response, made.tags)
    response
      .status(rendered.status)
      .set({ 'Content-Security-Policy': policyOf(domain, own), 'Permissions-Policy': PAGE_PERMISSIONS })
      .set('Cache-Control', rendered.status < 400 ? CHECKED : 'no-store')
      .type('html')
      .send(template(rendered))
  }
}

/**
 * Forms are sent by scripts; one that a browser sends by itself has none. What was typed is not read: the browser is led
 * back to the page, which says that it needs its scripts.
 */
const formWithoutScript: RequestHandler = (request, response, next) => {
  const isForm = request.method === 'POST' && request.is(FORMS)
  if (!isForm || !isOwnPath(request.originalUrl)) return next()
  response.set('Cache-Control', 'no-store').redirect(303, request.originalUrl)
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Notes what the calls of one page were answered from, so that the page is made anew when that changes. */
function recordTags(call: LocalCall): { call: LocalCall; tags: string[] } {
  const tags: string[] = []
  return {
    tags,
    async call(name, input) {
      const payload = await call(name, input)
      tags.push(...(tagsOfAnswer(name, { payload, input }) ?? []))
      return payload
    },
  }
}

/** True for a path that the forum renders rather than a file or call. */
export function isPagePath(path: string): boolean {
  return !/^\/(api|embed|media\/proxy|socket\.io)(\/|$)|\.\w+$/.test(path)
}

type Template = (page: RenderedPage) => string

function readTemplate(file: string): Template {
  const [beforeRoot, afterRoot] = split(readFileSync(file, 'utf8'), MARKS.root)
  const [beforeHead, afterHead] = split(afterRoot, MARKS.head)
  const [beforeBody, afterBody] = split(afterHead, MARKS.body)
  const [beforeState, afterState] = split(afterBody, MARKS.state)
  return ({ root, head, body, state }) =>
    `${beforeRoot}${root}${beforeHead}${head}${beforeBody}${body}${beforeState}<script type="application/json" id="stoa-state">${state}</script>${afterState}`
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`The page template lacks ${mark}.`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
