import { PICTURE_PROXY_PATH } from '@stoa/contract'
import type { Request, Response, Router } from 'express'
import { isDomainError } from '../platform/domain-error.ts'
import { FetchBusy } from '../platform/fetcher/fetch-pool.ts'
import { FetchRefused } from '../platform/fetcher/fetcher.ts'
import type { RateLimits } from '../platform/limits/rate-limits.ts'
import { addressBuckets } from '../platform/security/address.ts'
import { createRouter } from './express.ts'

const BUSY_FOR_S = 5

/** A picture on the disk. */
interface KeptPicture {
  /** Its name in the folder. */
  name: string
  type: string
}

interface Pictures {
  folder: string
  ttlMs: number
  /** The picture of an address if it is on the disk, else null. */
  find(address: string): Promise<KeptPicture | null>
  /** `network`: of who waits for it. */
  fetch(address: string, about: { network: string }): Promise<KeptPicture>
}

export interface PictureProxyDependencies {
  /** Opens an address that the forum has signed; null for any other. */
  media: { open(signature: string, encoded: string): string | null }
  pictures: Pictures
  rateLimits: Pick<RateLimits, 'count'>
}

/**
 * Pictures hosted elsewhere, so that readers' browsers ask no host but the forum. Only addresses that the forum has signed
 * are fetched: the proxy is nobody else's tool.
 */
export function pictureProxy(about: PictureProxyDependencies): Router {
  const { media, pictures, rateLimits } = about
  const router = createRouter()

  async function load(request: Request, address: string): Promise<KeptPicture> {
    const known = await pictures.find(address)
    if (known) return known
    // Only what has to be fetched counts: a page of known pictures is as free as its other files.
    const visitor = request.ip ?? ''
    await rateLimits.count('picture', { userId: null, address: visitor })
    return pictures.fetch(address, { network: addressBuckets(visitor).at(-1)?.prefix ?? '' })
  }

  function send(response: Response, { name, type }: KeptPicture): void {
    response.set({
      'Content-Type': type,
      'Cache-Control': `public, max-age=${pictures.ttlMs / 1000}, immutable`,
      // Opened by itself it is a document of the forum's origin.
      'Content-Security-Policy': "sandbox; default-src 'none'",
    })
    const options = { root: pictures.folder, cacheControl: false, lastModified: false, acceptRanges: false }
    response.sendFile(name, options, (error) => {
      if (!error || response.headersSent) return
      // It was swept away this very moment.
      response.removeHeader('Content-Type')
      response.status(502).set('Cache-Control', 'no-store').end()
    })
  }

  router.get(`${PICTURE_PROXY_PATH}/:signature/:encoded`, async (request, response) => {
    // Widgets show them on pages of other sites. A failure is no reason to stay without a picture.
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
