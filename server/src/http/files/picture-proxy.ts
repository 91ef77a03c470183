import { PICTURE_PROXY_PATH } from '@stoa/contract'
import type { Request, Response, Router } from 'express'
import { isDomainError } from '../../platform/domain-error.ts'
import { FetchBusy } from '../../platform/fetcher/fetch-pool.ts'
import { FetchRefused } from '../../platform/fetcher/fetcher.ts'
import type { RateLimits } from '../../platform/limits/rate-limits.ts'
import { addressBuckets } from '../../platform/security/address.ts'
import { createRouter } from '../express.ts'

const BUSY_FOR_S = 5

/** A cached picture. */
interface KeptPicture {
  /** File name in the folder. */
  name: string
  type: string
}

interface Pictures {
  folder: string
  ttlMs: number
  /** The picture of an address if it is cached, else null. */
  find(address: string): Promise<KeptPicture | null>
  /** `network`: of the reader who waits for it. */
  fetch(address: string, about: { network: string }): Promise<KeptPicture>
}

export interface PictureProxyDependencies {
  /** Decodes an address signed by the forum; null for any other. */
  media: { open(signature: string, encoded: string): string | null }
  pictures: Pictures
  rateLimits: Pick<RateLimits, 'count'>
}

/**
 * Proxies external pictures, so that readers' browsers contact only the forum. Fetches only addresses signed by the
 * forum, so others can't misuse it.
 */
export function pictureProxy(about: PictureProxyDependencies): Router {
  const { media, pictures, rateLimits } = about
  const router = createRouter()

  async function load(request: Request, address: string): Promise<KeptPicture> {
    const cached = await pictures.find(address)
    if (cached) return cached
    // Only fetches count: known pictures are as free as other files.
    const visitor = request.ip ?? ''
    await rateLimits.count('picture', { userId: null, address: visitor })
    return pictures.fetch(address, { network: addressBuckets(visitor).at(-1)?.prefix ?? '' })
  }

  function send(response: Response, { name, type }: KeptPicture): void {
    response.set({
      'Content-Type': type,
      'Cache-Control': `public, max-age=${pictures.ttlMs / 1000}, immutable`,
      // Opened directly, it is a document of the forum's origin.
      'Content-Security-Policy': "sandbox; default-src 'none'",
    })
    const options = { root: pictures.folder, cacheControl: false, lastModified: false, acceptRanges: false }
    response.sendFile(name, options, (error) => {
      if (!error || response.headersSent) return
      // It was removed in the meantime.
      response.removeHeader('Content-Type')
      response.status(502).set('Cache-Control', 'no-store').end()
    })
  }

  router.get(`${PICTURE_PROXY_PATH}/:signature/:encoded`, async (request, response) => {
    // Widgets show them on other sites. Failures must not be cached.
    response.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-store' })
    const address = media.open(String(request.params.signature), String(request.params.encoded))
    if (address === null) {
      response.status(404).end()
      return
    }
    try {
      send(response, await load(request, address))
    } catch (error) {
      if (isDomainError(error)) throw error
      if (error instanceof FetchBusy) response.status(503).set('Retry-After', String(BUSY_FOR_S)).end()
      else response.status(error instanceof FetchRefused ? 404 : 502).end()
    }
  })
  return router
}
