import { communityPath } from '@stoa/contract'
import type { Request, RequestHandler, Response, Router } from 'express'
import { LRUCache } from 'lru-cache'
import { SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { CallOfDomain } from '../local-call.ts'
import type { ServedDomains } from '../served-domains.ts'

/** Parts of the site map, as listed by the posts domain. */
export interface SitemapSource {
  sitemapParts(onlyCommunity: string | null): Promise<SitemapPart[]>
  sitemapEntries(part: SitemapPart, onlyCommunity: string | null): Promise<{ path: string; changedAt: number }[]>
}

interface SitemapPart {
  kind: 'story' | 'community'
  from: number
  /** Null: the last part, which is still growing. */
  to: number | null
}

const PART = /^posts-(story|community)-(\d{1,15})(?:-(\d{1,15}))?\.xml$/
/** No part has this name. */
const INDEX = ''
const COMMUNITIES = 'communities.xml'
/** How long a map is cached in memory, and the limit of all: making one reads up to 20,000 posts. */
const KEPT_MS = 5 * MINUTE_MS
const KEPT_BYTES = 32 * 1024 * 1024
const HOUR_S = 60 * 60
/** Pages that are useless as search results. */
const NOT_CRAWLED = [
  '/api/',
  '/bbs/login',
  '/bbs/singup',
  '/bbs/my-',
  '/bbs/messages',
  '/bbs/notifications',
  '/bbs/*/posts/create',
]

/** `/robots.txt`, `/sitemap.xml` and its parts, which are up to five minutes old. */
export function siteMap(about: {
  clock: Clock
  tenants: Pick<ServedDomains, 'of' | 'onlyCommunity' | 'cacheKey'>
  posts: SitemapSource
  call: CallOfDomain
  limit: RequestHandler
}): Router {
  const { clock, tenants, posts, call, limit } = about
  const router = createRouter()
  const keep = `public, max-age=${HOUR_S}`
  const maps = new LRUCache<string, Buffer, { name: string; request: Request }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (map) => map.length,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: clock,
    // Concurrent requests share it. Failures aren't cached.
    fetchMethod: (_key, _former, { context: { name, request } }) => make(name, request),
  })

  async function communities(request: Request): Promise<{ url: string }[]> {
    const entries: { url: string }[] = []
    let cursor: string | undefined
    do {
      const page = await call(request, 'communityList', { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
      entries.push(...page.items.map((community) => ({ url: communityPath(community) })))
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    return entries
  }

  async function entriesOf(name: string, request: Request) {
    if (name === COMMUNITIES) return communities(request)
    const [, kind, from, to] = PART.exec(name) ?? []
    if (kind === undefined) throw new DomainError('NOT_FOUND')
    const part = { kind: kind as SitemapPart['kind'], from: Number(from), to: to === undefined ? null : Number(to) }
    const entries = await posts.sitemapEntries(part, tenants.onlyCommunity(request))
    return entries.map(({ path, changedAt }) => ({ url: path, lastmod: new Date(changedAt).toISOString() }))
  }

  async function make(name: string, request: Request): Promise<Buffer> {
    const { origin } = tenants.of(request)
    if (name === INDEX) return indexOf(await posts.sitemapParts(tenants.onlyCommunity(request)), origin)
    const entries = await entriesOf(name, request)
    return entries.length === 0 ? EMPTY : mapOf(entries, origin)
  }

  async function send(name: string, request: Request, response: Response): Promise<void> {
    const map = await maps.fetch(`${tenants.cacheKey(request)} ${name}`, { context: { name, request } })
    response.set('Cache-Control', keep).type('application/xml').send(map)
  }

  router.get('/robots.txt', (request, response) => {
    const { origin } = tenants.of(request)
    const lines = [
      'User-agent: *',
      ...NOT_CRAWLED.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${origin}/sitemap.xml`,
    ]
    response
      .set('Cache-Control', keep)
      .type('text/plain')
      .send(`${lines.join('\n')}\n`)
  })

  router.get('/sitemap.xml', limit, (request, response) => send(INDEX, request, response))
  router.get('/sitemaps/:name', limit, (request, response) => send(String(request.params.name), request, response))

  router.all(['/robots.txt', '/sitemap.xml', '/sitemaps/:name'], onlyRead)
  return router
}

function indexOf(parts: SitemapPart[], origin: string): Promise<Buffer> {
  const index = new SitemapIndexStream()
  for (const name of [COMMUNITIES, ...parts.map(nameOf)]) index.write({ url: `${origin}/sitemaps/${name}` })
  index.end()
  return streamToPromise(index)
}

function mapOf(entries: SitemapItemLoose[], hostname: string): Promise<Buffer> {
  const map = new SitemapStream({ hostname, xmlns: { news: false, xhtml: false, image: false, video: false } })
  for (const entry of entries) map.write(entry)
  map.end()
  return streamToPromise(map)
}

/** The library fails without entries. */
const EMPTY = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
)

function nameOf({ kind, from, to }: SitemapPart): string {
  return `posts-${kind}-${from}${to === null ? '' : `-${to}`}.xml`
}
