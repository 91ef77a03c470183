import type { RequestHandler } from 'express'
import type { ServedDomain, ServedDomains } from './served-domains.ts'

/** Answers `/config.json`: how the request's domain presents itself. Readable from every origin, as widgets need it. */
export function domainConfigFile(requestDomains: Pick<ServedDomains, 'of'>): RequestHandler {
  return (request, response) => {
    response
      .set('Cache-Control', 'public, max-age=60, stale-while-revalidate=600')
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(requestDomains.of(request).config)
  }
}

/** Answers `/lang/{language}.json`: the forum's own words in a domain's language. Its address names the version, so it is kept. */
export function translationsFile(domains: readonly Pick<ServedDomain, 'translations'>[]): RequestHandler {
  const texts = new Map(
    domains.flatMap(({ translations }) =>
      translations ? [[translations.href.split('?')[0], translations.texts]] : [],
    ),
  )
  return (request, response, next) => {
    const found = texts.get(request.baseUrl + request.path)
    if (found) response.set('Cache-Control', 'public, max-age=31536000, immutable').json(found)
    else next()
  }
}
