import { createHash } from 'node:crypto'
import { SHORT_LINKS_PATH, shortCode } from '@stoa/contract'
import type { Request, RequestHandler, Router } from 'express'
import { isbot } from 'isbot'
import { directionOf, wordsIn } from '../../platform/languages/words.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { ServedDomain, ServedDomains } from '../served-domains.ts'
import { escapeHtml } from './post-html.ts'

/** Finds where short links of a request's domain lead, and counts their views. */
export interface ShortLinks {
  find(request: Request, code: string): Promise<{ location: string; isRestricted: boolean; views: number } | null>
  view(request: Request, about: { code: string; address: string; agent: string }): Promise<void>
}

interface Dependencies {
  tenants: Pick<ServedDomains, 'localized'>
  shortLinks: ShortLinks
  limit: RequestHandler
  logger: Logger
}

/** English texts of the page that says where a link leads. */
const shortLinkMessages = {
  'shortLink.title': 'Short link',
  'shortLink.target': 'This short link leads to',
  'shortLink.views': '{count, plural, one {It was opened once.} other {It was opened # times.}}',
} as const

const STYLE =
  'body{margin:0;padding:48px 16px;background:#f6f6f4;color:#1d1d1b;font:16px/1.5 system-ui,sans-serif}main{max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:12px;overflow-wrap:anywhere}h1{margin:0 0 16px;font-size:20px}p{margin:0 0 16px}p:last-child{margin:0;color:#5c5c57}a{color:#1f5fbf}a:focus-visible{outline:3px solid #1d1d1b;outline-offset:2px}@media(prefers-color-scheme:dark){body{background:#1b1b1a;color:#efefec}main{background:#262624}a{color:#9dbdf5}p:last-child{color:#b5b5ae}a:focus-visible{outline-color:#efefec}}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const READS = new Set(['GET', 'HEAD'])
const CACHED = 'private, max-age=60'
/** What a link adds to its target. */
const QUERY_MAX_LENGTH = 1000

/**
 * `/s/{code}` leads to the target of a short link, for a minute from the browser's cache. Its query is added to the
 * target's: names that the target has keep the target's values. `/s/{code}+` shows where it leads. Anything else under
 * `/s/` isn't found, and neither is a link whose target is gone.
 */
export function shortLinkRoutes(about: Dependencies): Router {
  const { tenants, shortLinks, limit, logger } = about
  const router = createRouter()
  const path = `${SHORT_LINKS_PATH}:code`
  router.get(path, limit, async (request, response, next) => {
    const typed = String(request.params.code)
    const isPreview = typed.endsWith('+')
    const code = shortCode(isPreview ? typed.slice(0, -1) : typed)
    const link = code === null ? null : await shortLinks.find(request, code)
    if (code === null || link === null || (isPreview && link.isRestricted)) return next()
    response.set('X-Robots-Tag', 'noindex')
    if (isPreview) {
      const domain = tenants.localized(request)
      response
        .set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' })
        .type('html')
        .send(preview(new URL(link.location, domain.origin).href, { domain, views: link.views }))
      return
    }
    if (isCounted(request)) {
      const visitor = { address: request.ip ?? '', agent: request.get('user-agent') ?? '' }
      // A reader who can't be counted is led on all the same.
      await shortLinks
        .view(request, { code, ...visitor })
        .catch((err: unknown) => logger.error({ err }, 'a view of a short link was not counted'))
    }
    const location = link.isRestricted ? link.location : withQuery(link.location, request)
    response.set('Cache-Control', CACHED).redirect(302, location)
  })
  router.all(path, (request, response, next) =>
    READS.has(request.method) ? next() : onlyRead(request, response, next),
  )
  return router
}

/** Bots, probes and pages that a browser loads ahead aren't views. */
function isCounted(request: Request): boolean {
  const agent = request.get('user-agent') ?? ''
  const purpose = request.get('sec-purpose') ?? request.get('purpose') ?? ''
  return request.method === 'GET' && agent !== '' && !isbot(agent) && !/prefetch|prerender|preview/.test(purpose)
}

function withQuery(location: string, { originalUrl }: Request): string {
  const at = originalUrl.indexOf('?')
  const query = at < 0 ? '' : originalUrl.slice(at + 1)
  if (query === '' || query.length > QUERY_MAX_LENGTH) return location
  const base = 'https://own.invalid'
  const target = new URL(location, base)
  const own = new Set(target.searchParams.keys())
  for (const [name, value] of new URLSearchParams(query)) if (!own.has(name)) target.searchParams.append(name, value)
  return target.origin === base ? target.pathname + target.search + target.hash : target.href
}

function preview(address: string, { domain, views }: { domain: ServedDomain; views: number }): string {
  const t = wordsIn(domain, shortLinkMessages)
  const { domainDisplayName, language } = domain.config
  const link = escapeHtml(address)
  return `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(t('shortLink.title'))} · ${escapeHtml(domainDisplayName)}</title><style>${STYLE}</style><main><h1>${escapeHtml(t('shortLink.target'))}</h1><p><a href="${link}" rel="nofollow"><bdi dir="ltr">${link}</bdi></a></p><p>${escapeHtml(t('shortLink.views', { count: views }))}</p></main></html>`
}
