import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { calls } from '@stoa/contract'
import type { Clock } from '../lib/clock.ts'
import { createFreshCache, type Loaded } from '../lib/fresh-cache.ts'
import { cachedCalls } from './cache-tags.ts'
import { type KeptAnswer, keepAnswer, sendKept, sizeOfAnswer } from './kept-answer.ts'
import type { RequestDomains } from './request-domain.ts'

const KEPT_BYTES = 64 * 1024 * 1024
/** Longer addresses are not kept: nobody asks for them twice. */
export const KEY_MAX_LENGTH = 2000

/** What a handler says about its answer, in `response.locals`: with tags it may be kept for every visitor. */
export interface CacheLocals {
  cacheTags?: readonly string[] | undefined
}

export interface ReadCache {
  /** Answers a visitor's read from memory; passes everything else on, and keeps what comes back with tags. */
  handle(request: IncomingMessage, response: ServerResponse, pass: () => void): void
  /** Forgets every answer made of one of these. */
  drop(tags: Iterable<string>): void
  /** Keeps answers of these paths too (without query). */
  alsoKeep(isKept: (path: string) => boolean): void
}

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
  requestDomains: Pick<RequestDomains, 'cacheKey'>
}): ReadCache {
  const { clock, onHit, requestDomains } = about
  const cache = createFreshCache<KeptAnswer>({ clock, max: KEPT_BYTES, sizeOf: sizeOfAnswer })
  const rules = [isCachedCall]

  function keyOf(request: IncomingMessage): string | null {
    const { method, url = '', headers } = request
    if (method !== 'GET' || headers.authorization !== undefined || url.length > KEY_MAX_LENGTH) return null
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    if (!rules.some((rule) => rule(path))) return null
    // A page of a site that the community has not registered is refused, whatever another site was just answered.
    const key = requestDomains.cacheKey(request) + url
    return path.startsWith('/api/articles/') ? `${key}\n${headers.origin ?? ''}` : key
  }

  return {
    handle(request, response, pass) {
      const key = keyOf(request)
      if (key === null) {
        pass()
        return
      }
      const known = cache.peek(key)
      if (known) {
        onHit()
        sendKept(known, { request, response, requestId: randomUUID() })
        return
      }
      let leads = false
      const lead = () => {
        leads = true
        return capture(response, pass)
      }
      const restore = hideConditions(request)
      cache.get(key, lead).then(
        (answer) => {
          restore()
          const requestId = String(response.getHeader('x-request-id') ?? randomUUID())
          for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name)
          sendKept(answer, { request, response, requestId })
        },
        () => {
          // The leader has been answered already; who waited for it asks for itself.
          if (leads) return
          restore()
          pass()
        },
      )
    },
    drop: cache.drop,
    alsoKeep: (isKept) => void rules.push(isKept),
  }
}

const cachedPaths = new RegExp(
  `^/api(?:${cachedCalls.map((name) => calls[name].path.replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})$`,
)

function isCachedCall(path: string): boolean {
  return cachedPaths.test(path)
}

/** The framework must give the whole answer, not 304, for it to be kept. Returns the way to undo that. */
function hideConditions({ headers }: IncomingMessage): () => void {
  const known = headers['if-none-match']
  delete headers['if-none-match']
  delete headers['if-modified-since']
  return () => {
    if (known !== undefined) headers['if-none-match'] = known
  }
}

/** Runs the framework and takes its answer off it when that may be kept; rejects after any other answer, which goes out as it is. */
function capture(response: ServerResponse, run: () => void): Promise<Loaded<KeptAnswer>> {
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
      resolve({ value: keepAnswer(bytes, response.getHeaders()), tags })
      return response
    }) as typeof response.end
    run()
  })
}

function keptTags(response: ServerResponse & { locals?: CacheLocals }): readonly string[] | null {
  const isPlain = response.statusCode === 200 && !response.headersSent && !response.hasHeader('set-cookie')
  return (isPlain && response.locals?.cacheTags) || null
}
