import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { CallOfDomain } from './local-call.ts'

const PATH = '/main-menu.json'

/**
 * Serves `/main-menu.json`: the menu of the request's domain as visitors see it. With the hash that it names, the
 * address is immutable; with an outdated one, the menu is checked each time.
 */
export function mainMenuFile(call: CallOfDomain): RequestHandler {
  return async (request, response) => {
    const { items } = await call(request, 'menuShow', {})
    const version = createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 12)
    const { v } = request.query
    const caching =
      v === undefined
        ? 'public, max-age=60, stale-while-revalidate=600'
        : v === version
          ? 'public, max-age=31536000, immutable'
          : 'no-cache'
    response
      .set('Cache-Control', caching)
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json({ href: `${PATH}?v=${version}`, items })
  }
}
