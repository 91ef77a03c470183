import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { RequestHandler, Response } from 'express'
import express from 'express'
import { DAY_MS } from '../../platform/clock.ts'

const HASHED = /[-.][\w-]{8,}\.\w+$/
const YEAR_SECONDS = 31_536_000

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Serves a built folder. Files with a content hash in their name are cached for a year, others are revalidated each
 * time. Browsers that accept Brotli get the `.br` file the build made beside a file.
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
    const cached = compressed.get(path)
    if (cached !== undefined) return cached
    const hasFile = TYPES[extname(path)] !== undefined && existsSync(`${join(folder, normalize(path))}.br`)
    // Unknown paths are not cached, so the number of files bounds the map.
    if (hasFile) compressed.set(path, hasFile)
    return hasFile
  }
  return (request, response, next) => {
    if (TYPES[extname(request.path)]) response.vary('Accept-Encoding')
    const originalUrl = request.url
    if (request.acceptsEncodings('br') === 'br' && hasBrotli(request.path))
      request.url = request.url.replace(request.path, `${request.path}.br`)
    serve(request, response, (error) => {
      request.url = originalUrl
      if (isUnsatisfiable(error)) refuse(response, error)
      else next(error)
    })
  }
}

interface Unsatisfiable {
  status: number
  headers?: Record<string, string>
}

/** The range can't be satisfied, or a precondition failed. */
function isUnsatisfiable(error: unknown): error is Unsatisfiable {
  return error instanceof Error && 'status' in error && (error.status === 412 || error.status === 416)
}

/** Removes the file's headers: a refusal must not be cached like the file. */
function refuse(response: Response, { status, headers = {} }: Unsatisfiable): void {
  for (const name of ['Content-Encoding', 'Content-Type', 'ETag', 'Last-Modified']) response.removeHeader(name)
  response
    .status(status)
    .set({ ...headers, 'Cache-Control': 'no-store' })
    .end()
}

/** How long a page may stay open after an upgrade and still load parts of its build. */
const KEPT_MS = 30 * DAY_MS
/** Scripts of one build, also compressed. */
const HASHED_SCRIPT = /-[\w-]{8}\.js(?:\.br)?$/
/** Modification time that marks files of the current build. */
const CURRENT = new Date(0)

/**
 * Copies this build's scripts to a folder that survives upgrades, and removes those of builds replaced long ago. A
 * file's modification time says when it was replaced.
 */
export async function keepEmbedFiles(about: { folder: string; formerFolder: string; now: number }): Promise<void> {
  const { folder, formerFolder, now } = about
  await mkdir(formerFolder, { recursive: true, mode: 0o700 })
  const there = new Set(await readdir(formerFolder))
  const current = new Set((await readdir(folder)).filter((name) => HASHED_SCRIPT.test(name)))
  for (const name of current) {
    const file = join(formerFolder, name)
    if (!there.has(name)) {
      // Another server may be starting with the same folder.
      const half = `${file}.${process.pid}`
      await copyFile(join(folder, name), half)
      await rename(half, file)
    }
    await utimes(file, CURRENT, CURRENT)
  }
  for (const name of there) {
    if (current.has(name)) continue
    const file = join(formerFolder, name)
    const { mtimeMs } = await stat(file)
    if (mtimeMs === 0) await utimes(file, new Date(now), new Date(now))
    else if (now - mtimeMs > KEPT_MS) await rm(file, { force: true })
  }
}

/**
 * Serves the widget's files and those of former builds, also under `/embed-<number>/`: browsers don't retry a script
 * that hangs or failed, so the loader requests a copy there.
 */
export function embedFiles({
  folder,
  formerFolder,
}: {
  folder: string
  formerFolder: string | null
}): RequestHandler[] {
  const strip: RequestHandler = (request, _response, next) => {
    request.url = request.url.replace(/^\/embed-\d{1,9}(?=\/[\w.-]+$)/, '')
    next()
  }
  return [
    strip,
    assets(folder, { crossOrigin: true }),
    ...(formerFolder === null ? [] : [assets(formerFolder, { crossOrigin: true })]),
  ]
}

const FRAME =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stoa</title><script type="module" src="/frame.js"></script></html>'

/**
 * `/embed/frame?origin=`: the hidden page that holds a widget's session. Only the registered origin it names may frame
 * it.
 */
export const embedFrame: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').type('html').send(FRAME)
}
