import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createFreshCache, type Loaded } from '../platform/cache/fresh-cache.ts'
import type { Clock } from '../platform/clock.ts'
import { type CachedResponse, cacheResponse, sendCached, sizeOfAnswer, tagsOfShared } from './cached-response.ts'
import type { ReadKeys, Rendered } from './read-keys.ts'
import type { RenderBudget } from './render-budget.ts'

const KEPT_BYTES = 64 * 1024 * 1024

export interface ReadCache {
  /** Answers a visitor's read from memory; passes everything else on, and keeps what comes back with tags. */
  handle(request: IncomingMessage, response: ServerResponse, pass: () => void): void
  /** Forgets every answer made of one of these. */
  drop(tags: Iterable<string>): void
}

/** Lets a request pass that has to be rendered, when there is room for it. */
export type AdmitRendering = (rendered: Rendered, request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A load whose answer turned out not to be one that is kept. */
const notKept = new Error('The answer is not kept.')

/**
 * Finished bytes of what visitors read most, answered before the framework is entered. Events drop what they change
 * before the writer has its answer; whatever happens an answer is never older than a second. Answers from here do not
 * count against the rate limit: they cost less than counting.
 */
export function createReadCache(about: {
  clock: Clock
  onHit: () => void
  keys: ReadKeys
  admitRendering: AdmitRendering
  networkOf: RenderBudget['networkOf']
}): ReadCache {
  const { clock, onHit, keys, admitRendering, networkOf } = about
  const cache = createFreshCache<CachedResponse>({ clock, max: KEPT_BYTES, sizeOf: sizeOfAnswer })

  function sendKnown(key: string, { request, response }: Asked): boolean {
    const known = cache.peek(key)
    if (!known) return false
    onHit()
    sendCached(known, { request, response, requestId: randomUUID() })
    return true
  }

  /** Joins those who wait for the same answer, or has the framework make it. Resolves once it has been made. */
  function load(key: string, { request, response, pass }: Asked): Promise<void> {
    let leads = false
    const lead = () => {
      leads = true
      return capture(response, pass)
    }
    const restore = askForAll(request)
    return cache.get(key, lead).then(
      (answer) => {
        restore()
        const requestId = String(response.getHeader('x-request-id') ?? randomUUID())
        for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name)
        sendCached(answer, { request, response, requestId })
      },
      () => {
        // The leader has been answered already; who waited for it asks for itself.
        if (leads) return
        restore()
        pass()
      },
    )
  }

  /** What is being rendered, or waits for its turn, by the network that asks for it. */
  const underWay = new Map<string, Promise<void>>()

  async function render(rendered: Rendered, key: string, asked: Asked): Promise<void> {
    try {
      await admitRendering(rendered, asked.request, asked.response)
    } catch {
      asked.pass()
      return
    }
    if (!sendKnown(key, asked)) await load(key, asked)
  }

  /**
   * Each network waits for its own turn before it joins others: nobody waits for the turn of somebody who asks for much.
   * Many readers of one network who open the same page take one turn together.
   */
  function takeTurn(rendered: Rendered, key: string, asked: Asked): void {
    const turn = `${networkOf(asked.request)}\n${key}`
    const first = underWay.get(turn)
    if (first) {
      const goOn = () => {
        if (!asked.response.destroyed && !sendKnown(key, asked)) void render(rendered, key, asked)
      }
      first.then(goOn, goOn)
      return
    }
    const mine = render(rendered, key, asked).finally(() => underWay.delete(turn))
    underWay.set(turn, mine)
  }

  return {
    handle(request, response, pass) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const found = isRead && request.headers.authorization === undefined ? keys.of(request) : null
      if (found === null) {
        pass()
        return
      }
      const { key, rendered } = found
      const asked = { request, response, pass }
      if (sendKnown(key, asked)) return
      if (rendered === null) void load(key, asked)
      else takeTurn(rendered, key, asked)
    },
    drop: cache.drop,
  }
}

interface Asked {
  request: IncomingMessage
  response: ServerResponse
  pass(): void
}

/** The framework must give the whole answer for it to be kept, not 304 and not its head alone. Returns the way to undo that. */
function askForAll(request: IncomingMessage): () => void {
  const { headers, method } = request
  const known = headers['if-none-match']
  delete headers['if-none-match']
  delete headers['if-modified-since']
  // Node sends no body in answer to HEAD, whatever the framework gives.
  request.method = 'GET'
  return () => {
    if (method !== undefined) request.method = method
    if (known !== undefined) headers['if-none-match'] = known
  }
}

/** Runs the framework and takes its answer off it when that may be kept; rejects after any other answer, which goes out as it is. */
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
