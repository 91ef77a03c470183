import { existsSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'

const HASHED = /[-.][\w-]{8,}\.\w+$/
const YEAR_SECONDS = 31_536_000

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Static files of a built folder. Files with a content hash in their name are kept for a year, others are checked each time.
 * A `.br` file beside a file, made by the build, is what browsers get that accept Brotli.
 */
export function assets(folder: string, { crossOrigin = false }: { crossOrigin?: boolean } = {}): RequestHandler {
  const serve = express.static(folder, {
    index: false,
    setHeaders(response, path) {
      const plain = path.replace(/\.br$/, '')
      response.set(
        'Cache-Control',
        HASHED.test(plain) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=0, must-revalidate',
      )
      response.set('X-Content-Type-Options', 'nosniff')
      if (crossOrigin)
        response.set('Access-Control-Allow-Origin', '*').set('Cross-Origin-Resource-Policy', 'cross-origin')
      const type = TYPES[extname(plain)]
      if (type) response.set('Content-Type', type)
      if (path !== plain) response.set('Content-Encoding', 'br')
    },
  })
  const compressed = new Map<string, boolean>()
  const hasBrotli = (path: string) => {
    const known = compressed.get(path)
    if (known !== undefined) return known
    const found = TYPES[extname(path)] !== undefined && existsSync(`${join(folder, normalize(path))}.br`)
    // Bounded by the files there are: unknown paths are not remembered.
    if (found) compressed.set(path, found)
    return found
  }
  return (request, response, next) => {
    if (TYPES[extname(request.path)]) response.vary('Accept-Encoding')
    const asked = request.url
    if (request.acceptsEncodings('br') === 'br' && hasBrotli(request.path))
      request.url = request.url.replace(request.path, `${request.path}.br`)
    serve(request, response, (error) => {
      request.url = asked
      if (isUnmet(error)) refuse(response, error)
      else next(error)
    })
  }
}

interface Unmet {
  status: number
  headers?: Record<string, string>
}

/** The client asks for a part that the file does not have, or for a version that it is not. */
function isUnmet(error: unknown): error is Unmet {
  return error instanceof Error && 'status' in error && (error.status === 412 || error.status === 416)
}

/** Without what was said of the file: a refusal must not be kept for as long as it. */
function refuse(response: Response, { status, headers = {} }: Unmet): void {
  for (const name of ['Content-Encoding', 'Content-Type', 'ETag', 'Last-Modified']) response.removeHeader(name)
  response
    .status(status)
    .set({ ...headers, 'Cache-Control': 'no-store' })
    .end()
}
