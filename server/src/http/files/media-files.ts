import { pipeline } from 'node:stream/promises'
import { ID } from '@stoa/contract'
import type { Request, Response, Router } from 'express'
import type { ByteRange, Storage } from '../../platform/storage/storage.ts'
import { createRouter, onlyRead } from '../express.ts'

export interface MediaFileDependencies {
  storage: Pick<Storage, 'size' | 'read' | 'open'>
  /** The content type of a file; null: nothing is served under this name. */
  typeOfFile(name: string): string | null
}

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Opened directly, a file is a document of the forum's origin.
  'Content-Security-Policy': "sandbox; default-src 'none'",
  // Widgets show them on other sites and fetch captions with CORS.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Accept-Ranges': 'bytes',
}

/** Smaller versions of a picture, which also exist as AVIF. */
const SMALLER = /^(\d{2,4})\.webp$/

/**
 * Serves uploads at `/media/{id}/{name}`. They are immutable and never pages. Browsers that accept AVIF get it for
 * `{width}.webp`.
 */
export function mediaFiles({ storage, typeOfFile }: MediaFileDependencies): Router {
  const router = createRouter()

  function sendNotFound(response: Response): void {
    response.status(404).set('Cache-Control', 'no-store').end()
  }

  async function send(request: Request, response: Response): Promise<void> {
    const id = String(request.params.id)
    const requestedName = String(request.params.name)
    if (!ID.test(id) || typeOfFile(requestedName) === null) return sendNotFound(response)
    const isNegotiated = SMALLER.test(requestedName)
    if (isNegotiated) response.set('Vary', 'Accept')
    let name = isNegotiated && takesAvif(request) ? requestedName.replace(SMALLER, '$1.avif') : requestedName
    let size = await storage.size(id, name)
    if (size === null && name !== requestedName) {
      name = requestedName
      size = await storage.size(id, name)
    }
    if (size === null) return sendNotFound(response)
    const etag = `"${id}-${name}"`
    response.set({ ...HEADERS, 'Content-Type': typeOfFile(name) ?? '', ETag: etag })
    if (request.get('If-None-Match')?.includes(etag)) {
      response.status(304).end()
      return
    }
    const range = rangeOf(request, { size, etag })
    if (range === 'unmet') {
      response.removeHeader('Content-Type')
      response
        .status(416)
        .set({ 'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store' })
        .end()
      return
    }
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`)
    response.set('Content-Length', String(end - start + 1))
    if (request.method === 'HEAD' || size === 0) {
      response.end()
      return
    }
    // A client that disconnects is no error; a truncated file aborts the connection.
    await pipeline(await storage.read(id, name, { start, end }), response).catch(() => response.destroy())
  }

  const path = '/media/:id/:name'
  router.get(path, (request, response, next) => {
    // The demonstration's own files and proxied pictures have other ids.
    if (ID.test(String(request.params.id))) return send(request, response)
    next()
  })
  router.all('/media/:id/:name', (request, response, next) => {
    if (ID.test(String(request.params.id))) onlyRead(request, response, next)
    else next()
  })
  return router
}

/** The requested range; null: the whole file. Multiple ranges get the whole file, as RFC 9110 allows. */
function rangeOf(request: Request, { size, etag }: { size: number; etag: string }): ByteRange | 'unmet' | null {
  const condition = request.get('If-Range')
  if (condition !== undefined && condition !== etag) return null
  const ranges = request.range(size, { combine: true })
  if (ranges === -1) return 'unmet'
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}

/** Whether AVIF is accepted explicitly: clients that accept anything, such as link preview bots, may not support it. */
function takesAvif(request: Request): boolean {
  const offers = (request.get('Accept') ?? '').split(',').map((offer) => offer.split(';').map((part) => part.trim()))
  return offers.some(([type, ...rest]) => type === 'image/avif' && !rest.some((part) => /^q=0(?:\.0*)?$/.test(part)))
}
