import { pipeline } from 'node:stream/promises'
import { errors, ID, type Me } from '@stoa/contract'
import type { Request, Response, Router } from 'express'
import { isDomainError } from '../../platform/domain-error.ts'
import type { ByteRange, Storage } from '../../platform/storage/storage.ts'
import { createRouter, onlyRead } from '../express.ts'
import type { Gates } from '../gates.ts'

export interface MediaFileDependencies {
  storage: Pick<Storage, 'size' | 'read' | 'open'>
  /** The content type of a file; null: nothing is served under this name. */
  typeOfFile(name: string): string | null
  fileAccesses: {
    /** Who may load the files of an upload; null: there is no such upload. */
    of(id: string): Promise<{ isRemoved: boolean; isPublic: boolean; isFor(viewer: Me): boolean } | null>
  }
  /** The person signed in in the browser of a request without a token, or null. */
  browserViewer(request: Request): Promise<Me | null>
}

const HEADERS = {
  // Opened directly, a file is a document of the forum's origin.
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Accept-Ranges': 'bytes',
}
const PUBLIC_HEADERS = {
  // Files never change, but what shows them may be hidden. Browsers ask again after this time, mostly for a 304.
  'Cache-Control': 'public, max-age=300, must-revalidate',
  // Widgets show them on other sites and fetch captions with CORS.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}
const PRIVATE_HEADERS = { 'Cache-Control': 'private, no-cache', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** Shown instead of a picture that moderators have removed. */
const REMOVED_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180"><rect width="320" height="180" fill="#8884"/><g fill="none" stroke="#888" stroke-width="6"><rect x="124" y="58" width="72" height="64" rx="8"/><path d="m116 134 88-88"/></g></svg>'

/** Smaller versions of a picture, which also exist as AVIF. */
const SMALLER = /^(\d{2,4})\.webp$/

/**
 * Serves uploads at `/media/{id}/{name}`. They are immutable and never pages. Browsers that accept AVIF get it for
 * `{width}.webp`. What no public content shows is only for those who may see it.
 */
export function mediaFiles(dependencies: MediaFileDependencies & { gates: Pick<Gates, 'authenticate'> }): Router {
  const { storage, typeOfFile, fileAccesses, browserViewer, gates } = dependencies
  const router = createRouter()

  function sendNotFound(response: Response): void {
    for (const name of Object.keys({ ...HEADERS, ...PUBLIC_HEADERS })) response.removeHeader(name)
    response.status(404).set('Cache-Control', 'no-store').end()
  }

  function sendRemoved(response: Response, type: string): void {
    response.status(410).set({ ...HEADERS, ...PUBLIC_HEADERS, 'Cache-Control': 'no-store' })
    if (type.startsWith('image/')) response.type('svg').end(REMOVED_PICTURE)
    else response.end()
  }

  /**
   * Pictures are requested without a token, but on the forum with its cookies. A refused token counts as none, so that
   * the response doesn't tell whether a private file exists.
   */
  async function viewerOf(request: Request): Promise<Me | null> {
    const caller = await gates.authenticate('mediaGet', request).catch(unlessRefused)
    return caller?.viewer ?? browserViewer(request)
  }

  async function send(request: Request, response: Response): Promise<void> {
    const id = String(request.params.id)
    const requestedName = String(request.params.name)
    const type = typeOfFile(requestedName)
    if (!ID.test(id) || type === null) return sendNotFound(response)
    const access = await fileAccesses.of(id)
    if (!access) return sendNotFound(response)
    if (!access.isPublic) {
      const viewer = await viewerOf(request)
      if (!viewer || !access.isFor(viewer)) return sendNotFound(response)
    }
    if (access.isRemoved) return sendRemoved(response, type)
    const isNegotiated = SMALLER.test(requestedName)
    if (isNegotiated) response.set('Vary', 'Accept')
    let name = isNegotiated && takesAvif(request) ? requestedName.replace(SMALLER, '$1.avif') : requestedName
    response.set({ ...HEADERS, ...(access.isPublic ? PUBLIC_HEADERS : PRIVATE_HEADERS) })
    // Who names a file's tag has received it: there is no need to ask the storage.
    const known = [name, requestedName].map((one) => etagOf(id, one)).find((etag) => isKnown(request, etag))
    if (known !== undefined) {
      response.set('ETag', known).status(304).end()
      return
    }
    let size = await storage.size(id, name)
    if (size === null && name !== requestedName) {
      name = requestedName
      size = await storage.size(id, name)
    }
    if (size === null) return sendNotFound(response)
    const etag = etagOf(id, name)
    response.set({ 'Content-Type': typeOfFile(name) ?? '', ETag: etag })
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

function unlessRefused(error: unknown): null {
  if (isDomainError(error) && errors[error.code].status < 500) return null
  throw error
}

const etagOf = (id: string, name: string) => `"${id}-${name}"`
const isKnown = (request: Request, etag: string) => request.get('If-None-Match')?.includes(etag) ?? false

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
