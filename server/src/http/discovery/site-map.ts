import { communityPath } from '@stoa/contract'
import type { Request, RequestHandler, Router } from 'express'
import { SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap'
import { DomainError } from '../../platform/domain-error.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { CallOfDomain } from '../pages.ts'
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
const COMMUNITIES = 'communities.xml'
const HOUR_S = 60 * 60
/** Pages that are useless as search results. */
const NOT_CRAWLED = ['/api/', '/bbs/login', '/bbs/singup', '/bbs/my-', '/bbs/notifications', '/bbs/*/posts/create']

/** `/robots.txt`, `/sitemap.xml` and its parts. */
export function siteMap(about: {
  tenants: Pick<ServedDomains, 'of' | 'onlyCommunity'>
  posts: SitemapSource
  call: CallOfDomain
  limit: RequestHandler
}): Router {
  const { tenants, posts, call, limit } = about
  const router = createRouter()
  const keep = `public, max-age=${HOUR_S}`

  async function communities(request: Request): Promise<{ url: string }[]> {
    const found: { url: string }[] = []
    let cursor: string | undefined
    do {
      const page = await call(request, 'communityList', { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
      found.push(...page.items.map((community) => ({ url: communityPath(community) })))
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    return found
  }

  async function entriesOf(name: string, request: Request) {
    if (name === COMMUNITIES) return communities(request)
    const [, kind, from, to] = PART.exec(name) ?? []
    if (kind === undefined) throw new DomainError('NOT_FOUND')
    const part = { kind: kind as SitemapPart['kind'], from: Number(from), to: to === undefined ? null : Number(to) }
    const entries = await posts.sitemapEntries(part, tenants.onlyCommunity(request))
    return entries.map(({ path, changedAt }) => ({ url: path, lastmod: new Date(changedAt).toISOString() }))
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

  router.get('/sitemap.xml', limit, async (request, response) => {
    const { origin } = tenants.of(request)
    const parts = await posts.sitemapParts(tenants.onlyCommunity(request))
    const index = new SitemapIndexStream()
    for (const name of [COMMUNITIES, ...parts.map(nameOf)]) index.write({ url: `${origin}/sitemaps/${name}` })
    index.end()
    response
      .set('Cache-Control', keep)
      .type('application/xml')
      .send(await streamToPromise(index))
  })

  router.get('/sitemaps/:name', limit, async (request, response) => {
    const { origin } = tenants.of(request)
    const entries = await entriesOf(String(request.params.name), request)
    response
      .set('Cache-Control', keep)
      .type('application/xml')
      .send(entries.length === 0 ? EMPTY : await mapOf(entries, origin))
  })

  router.all(['/robots.txt', '/sitemap.xml', '/sitemaps/:name'], onlyRead)
  return router
}

function mapOf(entries: SitemapItemLoose[], hostname: string): Promise<Buffer> {
  const map = new SitemapStream({ hostname, xmlns: { news: false, xhtml: false, image: false, video: false } })
  for (const entry of entries) map.write(entry)
  map.end()
  return streamToPromise(map)
}

/** The library fails without entries. */
const EMPTY = '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'

function nameOf({ kind, from, to }: SitemapPart): string {
  return `posts-${kind}-${from}${to === null ? '' : `-${to}`}.xml`
}
