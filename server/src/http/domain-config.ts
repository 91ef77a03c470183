import type { RequestHandler } from 'express'
import type { DomainConfig, Translations } from '../domains/domains/domain-config.ts'

/** Answers `/config.json`: how this installation presents itself. Readable from every origin, as widgets need it. */
export function domainConfigFile(config: DomainConfig): RequestHandler {
  return (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=60, stale-while-revalidate=600')
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(config)
  }
}

/** Answers `/lang/{language}.json`: the forum's own words in its language. Its address names the version, so it is kept. */
export function translationsFile(translations: Translations | null): RequestHandler {
  const [path] = translations?.href.split('?') ?? []
  return (request, response, next) => {
    if (!translations || request.baseUrl + request.path !== path) {
      next()
      return
    }
    response.set('Cache-Control', 'public, max-age=31536000, immutable').json(translations.texts)
  }
}
