import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Express } from 'express'
import type { ReadCache } from './cache/read-cache.ts'
import type { Health, Readiness } from './health.ts'
import type { OpenBodies } from './open-bodies.ts'
import type { Pipeline } from './pipeline.ts'

/** Dispatches requests: probes, cached visitor reads, calls through their pipeline, everything else through Express. */
export function createHttpListener(app: {
  express: Express
  readCache: ReadCache
  pipeline: Pick<Pipeline, 'handle'>
  openBodies: OpenBodies
  mapAddress: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void
  enterPreview: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void
  warnOfProxy: (request: IncomingMessage) => void
  admitHost: (request: IncomingMessage, response: ServerResponse) => boolean
  readiness: Readiness
  health: Health
}): RequestListener {
  const {
    express,
    readCache,
    pipeline,
    openBodies,
    enterPreview,
    mapAddress,
    warnOfProxy,
    admitHost,
    readiness,
    health,
  } = app
  return (request, response) => {
    if (!readiness.accepting) response.setHeader('Connection', 'close')
    if (health.handle(request, response)) return
    warnOfProxy(request)
    if (!admitHost(request, response)) return
    if (!openBodies.admit(request, response)) return
    enterPreview(request, response, () =>
      mapAddress(request, response, () =>
        readCache.handle(request, response, () => pipeline.handle(request, response, () => express(request, response))),
      ),
    )
  }
}
