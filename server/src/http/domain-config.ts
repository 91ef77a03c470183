import type { RequestHandler } from 'express'
import type { DomainConfig } from '../domains/domains/domain-config.ts'

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
