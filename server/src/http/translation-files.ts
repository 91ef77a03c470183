import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import type { TextPart } from '../platform/languages/catalogues.ts'
import type { ServedDomain, ServedDomains } from './served-domains.ts'

const compress = promisify(brotliCompress)

/** Compressed files of all domains: a few for each language. */
const FILES_MAX = 200
const PATH = /^\/([\w-]{2,35})\/(reader|member|admin|errors|widget)\.json$/
const OWN = /^\/([\w-]{2,35})\.json$/
const FOR_EVER = 'public, max-age=31536000, immutable'
const CHECKED = 'public, max-age=60, stale-while-revalidate=600'

/**
 * Serves the forum's texts. `/lang/{language}/{part}.json?v=` has what browsers load, for widgets also from other sites.
 * Browsers keep the address that includes the version for ever, and look again for others. `/lang/{language}.json` has
 * the texts that a file gives the installation.
 */
export function translationFiles(tenants: Pick<ServedDomains, 'of' | 'inLanguage'>): RequestHandler {
  const compressed = new LRUCache<string, Promise<Buffer>>({ max: FILES_MAX })

  function bytesOf(domain: ServedDomain, { href, part }: { href: string; part: TextPart }): Promise<Buffer> {
    // The address has a hash of the texts.
    const known = compressed.get(href)
    if (known) return known
    const made = compress(domain.translations?.part(part) ?? '{}')
    compressed.set(href, made)
    return made
  }

  return async (request, response, next) => {
    const domain = tenants.of(request)
    const { languages } = domain.config
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
    const [, ownTag = ''] = OWN.exec(request.path) ?? []
    if (domain.fileTexts.has(ownTag) || languages.includes(ownTag)) {
      response.set('Cache-Control', CHECKED).json(domain.fileTexts.get(ownTag) ?? {})
      return
    }
    const [, tag = '', part = 'reader'] = PATH.exec(request.path) ?? []
    if (!languages.includes(tag)) return next()
    const localized = tenants.inLanguage(domain, tag)
    const href = localized.translations?.hrefs[part as TextPart] ?? ''
    response
      .set('Cache-Control', request.originalUrl === href ? FOR_EVER : CHECKED)
      .vary('Accept-Encoding')
      .type('json')
    if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      response.send(localized.translations?.part(part as TextPart) ?? '{}')
      return
    }
    response.set('Content-Encoding', 'br').send(await bytesOf(localized, { href, part: part as TextPart }))
  }
}
