import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { ViewerFacts } from '@stoa/contract'
import { createFreshCache, type Loaded } from '../../platform/cache/fresh-cache.ts'
import { memoize } from '../../platform/cache/memoize.ts'
import type { Exchange } from '../../platform/calls/context.ts'
import type { Clock } from '../../platform/clock.ts'
import { isDomainError } from '../../platform/domain-error.ts'
import { accepts, COMPRESSED_FROM, isUnchanged } from './cached-response.ts'
import type { ReadKeys } from './read-keys.ts'

const KEPT_BYTES = 32 * 1024 * 1024
/** Approximate memory use of a page: payload, JSON and a compressed form. */
const sizeOf = ({ beginning }: SharedPage) => beginning.length * 4 + 2048

/** A page shared by everyone. Holds nothing about viewers. */
interface SharedPage {
  payload: object
  /** The response's JSON up to the facts. */
  beginning: Buffer
  tag: string
  /** The compressed beginning. */
  compressed(): Promise<Buffer>
}

/** How a call makes its shared page and a person's facts. */
export interface SharedRead {
  /** Response headers besides the page's own. */
  headers: string[]
  load(): Promise<Loaded<object>>
  /** Waits for the turn of the reader's network if the page isn't cached, so that nobody waits for another's. */
  admit(): Promise<void>
  /** The person's own facts about what the page shows. */
  factsOf(payload: object): Promise<ViewerFacts>
}

export interface SignedInReads {
  /** Sends the shared page with the person's facts; false if visitors can't see the page. */
  respond(exchange: Exchange, read: SharedRead): Promise<boolean>
  /** Invalidates every page with one of these tags. */
  drop(tags: Iterable<string>): void
}

/**
 * Caches the shared page as finished bytes, like visitors' reads; the person's facts are read from the database for
 * each request and appended. So nothing about a viewer is cached, and their changes show in the next read from any
 * process.
 */
export function createSignedInReads(about: { clock: Clock; keys: ReadKeys; onHit: () => void }): SignedInReads {
  const { clock, keys, onHit } = about
  const pages = createFreshCache<SharedPage>({ clock, max: KEPT_BYTES, sizeOf })

  async function find(key: string, { admit, load }: Pick<SharedRead, 'admit' | 'load'>): Promise<SharedPage | null> {
    let isLoaded = false
    const loadPage = async () => {
      isLoaded = true
      const { value, tags } = await load()
      return { value: pageOf(value), tags }
    }
    if (pages.peek(key) === undefined) await admit()
    const page = await pages.get(key, loadPage).catch(nullIfRefused)
    if (page && !isLoaded) onHit()
    return page
  }

  return {
    async respond(exchange, { headers, admit, load, factsOf }) {
      const readKey = keys.of(exchange.request)
      const page = readKey && (await find(readKey.key, { admit, load }))
      if (!page) return false
      await send(exchange, { page, headers, facts: await factsOf(page.payload) })
      return true
    },
    drop: pages.drop,
  }
}

function pageOf(payload: object): SharedPage {
  const json = JSON.stringify({ status: 'success', payload })
  const beginning = Buffer.from(`${json.slice(0, -2)},"viewerFacts":`)
  const tag = createHash('sha1').update(beginning).digest('base64url')
  return { payload, beginning, tag, compressed: memoize(() => compressedBeginning(beginning)) }
}

async function send(
  { request, response }: Exchange,
  about: { page: SharedPage; headers: string[]; facts: ViewerFacts },
): Promise<void> {
  const { page, headers } = about
  const facts = Buffer.from(`${JSON.stringify(about.facts)}}}`)
  const isLong = page.beginning.length >= COMPRESSED_FROM
  const isCompressed = isLong && accepts(request, 'br')
  const tag = createHash('sha1').update(facts).digest('base64url')
  const etag = `"${page.tag}-${tag}${isCompressed ? '-br' : ''}"`
  const beginning = isCompressed ? await page.compressed() : page.beginning
  const end = isCompressed ? storedEnd(facts) : facts
  if (response.destroyed) return
  const vary = isLong ? 'Authorization, Origin, Accept-Encoding' : 'Authorization, Origin'
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'private, no-cache')
  headers.push('Vary', vary, 'ETag', etag)
  if (isUnchanged(request, etag)) {
    response.writeHead(304, headers).end()
    return
  }
  if (isCompressed) headers.push('Content-Encoding', 'br')
  response.writeHead(200, [...headers, 'Content-Length', String(beginning.length + end.length)])
  // Not concatenated: copying the page for each reader would cost more than everything else here.
  response.cork()
  response.write(beginning)
  response.end(end)
}

/** Turns a refusal into null: the person can see the page although visitors can't. */
function nullIfRefused(error: unknown): null {
  if (isDomainError(error)) return null
  throw error
}

/** Maximum size of a stored block: its length has 16 bits here (RFC 7932, section 9.2). */
const BLOCK_MAX = 65_536
/** The last block, empty. */
const END = Buffer.from([0b11])

/** Compresses the beginning of a stream up to a byte boundary, so that `stored` blocks can follow. */
export function compressedBeginning(bytes: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  return promisify(brotliCompress)(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, params })
}

/**
 * The end of a stream, uncompressed. It is cheap, and since it isn't compressed with secrets, the length of a response
 * reveals nothing (BREACH).
 */
export function storedEnd(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < bytes.length; start += BLOCK_MAX) {
    const block = bytes.subarray(start, start + BLOCK_MAX)
    const head = Buffer.alloc(3)
    // From the lowest bit: not last, four-nibble length (00), length - 1, uncompressed.
    head.writeUIntLE(((block.length - 1) << 3) | (1 << 19), 0, 3)
    parts.push(head, block)
  }
  return Buffer.concat([...parts, END])
}
