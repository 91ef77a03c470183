import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createFreshCache, type Loaded } from '../../platform/cache/fresh-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { type CachedResponse, cacheResponse, sendCached, sizeOfResponse, tagsOfShared } from './cached-response.ts'
import type { ReadKeys, Rendered } from './read-keys.ts'
import type { RenderBudget } from './render-budget.ts'

const KEPT_BYTES = 64 * 1024 * 1024

export interface ReadCache {
  /** Serves a visitor's read from memory; passes everything else on and caches responses with tags. */
  handle(request: IncomingMessage, response: ServerResponse, pass: () => void): void
  /** Invalidates every response with one of these tags. */
  drop(tags: Iterable<string>): void
}

/** Admits a request that needs rendering when the budget allows. */
export type AdmitRendering = (rendered: Rendered, request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The load produced an uncacheable response. */
const notKept = new Error('The answer is not kept.')

/**
 * Finished responses to visitors' most frequent reads, served before the framework. Events invalidate what they change
 * before the writer gets its response, and no response is older than a second. Cached responses don't count against the
 * rate limit: they cost less than counting.
 */
export function createReadCache(about: {
  clock: Clock
  onHit: () => void
  keys: ReadKeys
  admitRendering: AdmitRendering
  networkOf: RenderBudget['networkOf']
}): ReadCache {
  const { clock, onHit, keys, admitRendering, networkOf } = about
  const cache = createFreshCache<CachedResponse>({ clock, max: KEPT_BYTES, sizeOf: sizeOfResponse })

  function sendFromCache(key: string, { request, response }: PassedRequest): boolean {
    const cachedResponse = cache.peek(key)
    if (!cachedResponse) return false
    onHit()
    sendCached(cachedResponse, { request, response, requestId: randomUUID() })
    return true
  }

  /** Joins a load of the same response, or starts one. Resolves when it is done. */
  function load(key: string, { request, response, pass }: PassedRequest): Promise<void> {
    let leads = false
    const lead = () => {
      leads = true
      return capture(response, pass)
    }
    const restore = askForAll(request)
    return cache.get(key, lead).then(
      (cached) => {
        restore()
        const requestId = String(response.getHeader('x-request-id') ?? randomUUID())
        for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name)
        sendCached(cached, { request, response, requestId })
      },
      () => {
        // The leader has its response; the others make their own request.
        if (leads) return
        restore()
        pass()
      },
    )
  }

  /** Renderings in progress or waiting, by network. */
  const underWay = new Map<string, Promise<void>>()

  async function render(rendered: Rendered, key: string, passedRequest: PassedRequest): Promise<void> {
    try {
      await admitRendering(rendered, passedRequest.request, passedRequest.response)
    } catch {
      passedRequest.pass()
      return
    }
    if (!sendFromCache(key, passedRequest)) await load(key, passedRequest)
  }

  /**
   * Each network waits for its own turn before it joins others, so nobody waits for a heavy user's turn. Readers of one
   * network who open the same page share a turn.
   */
  function takeTurn(rendered: Rendered, key: string, passedRequest: PassedRequest): void {
    const turn = `${networkOf(passedRequest.request)}\n${key}`
    const first = underWay.get(turn)
    if (first) {
      const goOn = () => {
        if (!passedRequest.response.destroyed && !sendFromCache(key, passedRequest))
          void render(rendered, key, passedRequest)
      }
      first.then(goOn, goOn)
      return
    }
    const mine = render(rendered, key, passedRequest).finally(() => underWay.delete(turn))
    underWay.set(turn, mine)
  }

  return {
    handle(request, response, pass) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const readKey = isRead && request.headers.authorization === undefined ? keys.of(request) : null
      if (readKey === null) {
        pass()
        return
      }
      const { key, rendered } = readKey
      const passedRequest = { request, response, pass }
      if (sendFromCache(key, passedRequest)) return
      if (rendered === null) void load(key, passedRequest)
      else takeTurn(rendered, key, passedRequest)
    },
    drop: cache.drop,
  }
}

interface PassedRequest {
  request: IncomingMessage
  response: ServerResponse
  pass(): void
}

/**
 * Makes the framework send a full response, not 304 or headers only, so that it can be cached. Returns a function that
 * undoes it.
 */
function askForAll(request: IncomingMessage): () => void {
  const { headers, method } = request
  const ifNoneMatch = headers['if-none-match']
  delete headers['if-none-match']
  delete headers['if-modified-since']
  // Node never sends a body in response to HEAD.
  request.method = 'GET'
  return () => {
    if (method !== undefined) request.method = method
    if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch
  }
}

/**
 * Runs the framework and captures its response if it is cacheable; any other response is sent as is, and the promise
 * rejects.
 */
function capture(response: ServerResponse, run: () => void): Promise<Loaded<CachedResponse>> {
  return new Promise((resolve, reject) => {
    const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse
    response.once('close', () => reject(notKept))
    response.end = ((...parameters: unknown[]) => {
      response.end = end as typeof response.end
      const [body, encoding] = parameters
      const tags = keptTags(response)
      if (tags === null || !(typeof body === 'string' || Buffer.isBuffer(body))) {
        end(...parameters)
        reject(notKept)
        return response
      }
      const bytes = typeof body === 'string' ? Buffer.from(body, encoding as BufferEncoding) : body
      resolve({ value: cacheResponse(bytes, response.getHeaders()), tags })
      return response
    }) as typeof response.end
    run()
  })
}

function keptTags(response: ServerResponse): readonly string[] | null {
  const isPlain = response.statusCode === 200 && !response.headersSent && !response.hasHeader('set-cookie')
  return isPlain ? tagsOfShared(response) : null
}
