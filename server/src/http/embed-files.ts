import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { DAY_MS } from '../platform/clock.ts'
import { assets } from './assets.ts'

/** A page may stay open this long after an upgrade and still load what its former build has not loaded yet. */
const KEPT_MS = 30 * DAY_MS
/** Scripts that belong to one build, also compressed. */
const HASHED = /-[\w-]{8}\.js(?:\.br)?$/
/** Stands for the time at which a file has become one of a former build: it has not. */
const CURRENT = new Date(0)

/**
 * Copies this build's scripts into a folder that outlives an upgrade, and removes those of builds that were replaced long
 * ago. A file's time of change says when it was replaced.
 */
export async function keepEmbedFiles(about: { folder: string; kept: string; now: number }): Promise<void> {
  const { folder, kept, now } = about
  await mkdir(kept, { recursive: true, mode: 0o700 })
  const there = new Set(await readdir(kept))
  const current = new Set((await readdir(folder)).filter((name) => HASHED.test(name)))
  for (const name of current) {
    const file = join(kept, name)
    if (!there.has(name)) {
      // Another server may be starting on the same folder.
      const half = `${file}.${process.pid}`
      await copyFile(join(folder, name), half)
      await rename(half, file)
    }
    await utimes(file, CURRENT, CURRENT)
  }
  for (const name of there) {
    if (current.has(name)) continue
    const file = join(kept, name)
    const { mtimeMs } = await stat(file)
    if (mtimeMs === 0) await utimes(file, new Date(now), new Date(now))
    else if (now - mtimeMs > KEPT_MS) await rm(file, { force: true })
  }
}

/**
 * The widget's files, then those of former builds. Under `/embed-<number>/` they are there once more: browsers don't ask
 * again for a script that hangs or has failed, and the widget's loader then asks for a copy.
 */
export function embedFiles({ folder, kept }: { folder: string; kept: string | null }): RequestHandler[] {
  const strip: RequestHandler = (request, _response, next) => {
    request.url = request.url.replace(/^\/embed-\d{1,9}(?=\/[\w.-]+$)/, '')
    next()
  }
  return [strip, assets(folder, { crossOrigin: true }), ...(kept === null ? [] : [assets(kept, { crossOrigin: true })])]
}

const FRAME =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stoa</title><script type="module" src="/frame.js"></script></html>'

/** `/embed/frame?origin=`: the hidden page that keeps a widget's session. Its headers let only the registered origin that it names show it. */
export const embedFrame: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').type('html').send(FRAME)
}
