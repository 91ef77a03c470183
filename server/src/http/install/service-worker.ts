import type { Request, RequestHandler, Router } from 'express'
import { createRouter, onlyRead } from '../express.ts'

/** Replaces an installed worker: removes its caches and itself. Open pages stay as they are. */
const NO_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('stoa-')).map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
)
`

/** Of the worker's own requests. */
const POLICY = "default-src 'none'; connect-src 'self'"

/** Serves `/sw.js`; `code` null: none is wanted, and installed ones go. */
export function serviceWorker({ code }: { code: ((request: Request) => string) | null }): Router {
  const send: RequestHandler = (request, response) => {
    response
      .set({
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': POLICY,
        'Service-Worker-Allowed': '/',
        'Content-Type': 'text/javascript; charset=utf-8',
      })
      .send(code ? code(request) : NO_WORKER)
  }
  return createRouter().get('/sw.js', send).all('/sw.js', onlyRead)
}
