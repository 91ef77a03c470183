import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallName, Me, ViewerFacts } from '@stoa/contract'
import type { Clock } from '../lib/clock.ts'
import { isDomainError } from '../lib/domain-error.ts'
import { createFreshCache, type Loaded } from '../lib/fresh-cache.ts'
import { compressedBeginning, storedEnd } from './brotli-parts.ts'
import { accepts, COMPRESSED_FROM, type Exchange, isKnown } from './kept-answer.ts'
import type { Gates } from './mount.ts'
import { KEY_MAX_LENGTH } from './read-cache.ts'
import type { RequestDomains } from './request-domain.ts'
import type { AnswerLog } from './request-log.ts'

const KEPT_BYTES = 32 * 1024 * 1024
/** Roughly the memory a page takes, by the length of its text: with a compressed form, and what its facts are asked by. */
const sizeOf = ({ beginning }: KeptPage) => beginning.length * 4 + 2048

/** A page that everybody gets alike, and the way to what one person gets beside it. Holds nothing of any viewer. */
export interface SharedPage {
  name: CallName
  payload: object
  /** Whether this person gets the page that everybody gets. */
  isFor(viewer: Me): boolean
  /** The person's own facts about what the page shows. */
  factsOf(viewer: Me): Promise<ViewerFacts>
}

interface KeptPage extends Omit<SharedPage, 'payload'> {
  /** JSON of the answer up to where the facts go. */
  beginning: Buffer
  tag: string
  /** Made when somebody takes it. */
  compressed: Promise<Buffer> | null
}

export interface PersonalReads {
  /** Answers a signed-in person's read of a known page; passes everything else on. */
  handle(request: IncomingMessage, response: ServerResponse, pass: () => void): void
  /** Answers from the framework, and keeps the page for `handle`; false when this is no page for visitors. */
  answer(exchange: Exchange & { url: string }, viewer: Me, load: () => Promise<Loaded<SharedPage>>): Promise<boolean>
  /** Forgets every page made of one of these. */
  drop(tags: Iterable<string>): void
}

interface Dependencies {
  clock: Clock
  gates: Pick<Gates, 'recognises' | 'authenticate' | 'rateLimit'>
  /** Of every answer. */
  headers: Record<string, string>
  log: AnswerLog
  requestDomains: Pick<RequestDomains, 'cacheKey'>
}

/**
 * Signed-in reading. The page that everybody gets is kept as finished bytes, like what visitors read; the person's own
 * facts are read from the database for each request and put behind it. So nothing of a viewer is ever kept, and what a
 * person has just done shows in the next read through any process.
 */
export function createPersonalReads({ clock, gates, headers, log, requestDomains }: Dependencies): PersonalReads {
  const pages = createFreshCache<KeptPage>({ clock, max: KEPT_BYTES, sizeOf })
  const sent = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-cache',
  }).flat()

  const keyOf = (request: IncomingMessage, url = '') => requestDomains.cacheKey(request) + url

  async function send(page: KeptPage, viewer: Me, { request, response, requestId }: Exchange): Promise<void> {
    const facts = Buffer.from(`${JSON.stringify(await page.factsOf(viewer))}}}`)
    const isLong = page.beginning.length >= COMPRESSED_FROM
    const isCompressed = isLong && accepts(request, 'br')
    const tag = createHash('sha1').update(facts).digest('base64url')
    const etag = `"${page.tag}-${tag}${isCompressed ? '-br' : ''}"`
    const all = [...sent, 'Vary', isLong ? 'Authorization, Origin, Accept-Encoding' : 'Authorization, Origin']
    all.push('ETag', etag, 'X-Request-Id', requestId)
    if (isKnown(request, etag)) {
      response.writeHead(304, all).end()
      return
    }
    if (isCompressed) all.push('Content-Encoding', 'br')
    const beginning = isCompressed ? await compressed(page) : page.beginning
    const end = isCompressed ? storedEnd(facts) : facts
    if (response.destroyed) return
    response.writeHead(200, [...all, 'Content-Length', String(beginning.length + end.length)])
    // Not put together: copying a page for each reader costs more than everything else here.
    response.cork()
    response.write(beginning)
    response.end(end)
  }

  /** The gates of the framework, in front of it; false when it has to look itself. */
  async function serve(page: KeptPage, exchange: Exchange): Promise<boolean> {
    const caller = await gates.authenticate(page.name, exchange.request)
    if (!caller || !page.isFor(caller.viewer)) return false
    await gates.rateLimit(page.name, exchange.request)
    await send(page, caller.viewer, exchange)
    return true
  }

  return {
    handle(request, response, pass) {
      const page =
        request.method === 'GET' && gates.recognises(request) ? pages.peek(keyOf(request, request.url)) : undefined
      if (!page) {
        pass()
        return
      }
      const start = performance.now()
      const requestId = randomUUID()
      serve(page, { request, response, requestId }).then(
        (isServed) => {
          if (!isServed) pass()
          else log({ requestId, call: page.name, method: 'GET', status: response.statusCode, start })
        },
        // Whatever the reason, the framework comes to it too and says it in its way.
        pass,
      )
    },
    async answer({ url, ...exchange }, viewer, load) {
      if (url.length > KEY_MAX_LENGTH) return false
      const page = await pages.get(keyOf(exchange.request, url), async () => keep(await load())).catch(onlyForSome)
      if (page) await send(page, viewer, exchange)
      return page !== null
    },
    drop: pages.drop,
  }
}

function compressed(page: KeptPage): Promise<Buffer> {
  page.compressed ??= compressedBeginning(page.beginning)
  return page.compressed
}

function keep({ value: { payload, ...page }, tags }: Loaded<SharedPage>): Loaded<KeptPage> {
  const json = JSON.stringify({ status: 'success', payload })
  const beginning = Buffer.from(`${json.slice(0, -2)},"viewerFacts":`)
  const tag = createHash('sha1').update(beginning).digest('base64url')
  return { value: { ...page, beginning, tag, compressed: null }, tags }
}

/** What a visitor is refused may be this person's to see. */
function onlyForSome(error: unknown): null {
  if (isDomainError(error)) return null
  throw error
}
