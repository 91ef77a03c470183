import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { ViewerFacts } from '@stoa/contract'
import { createFreshCache, type Loaded } from '../platform/cache/fresh-cache.ts'
import type { Exchange } from '../platform/calls/context.ts'
import type { Clock } from '../platform/clock.ts'
import { isDomainError } from '../platform/domain-error.ts'
import { accepts, COMPRESSED_FROM, isKnown } from './cached-response.ts'
import type { ReadKeys } from './read-keys.ts'

const KEPT_BYTES = 32 * 1024 * 1024
/** Roughly the memory a page takes: its payload, the JSON, and a compressed form. */
const sizeOf = ({ beginning }: SharedPage) => beginning.length * 4 + 2048

/** A page that everybody gets alike. Holds nothing of any viewer. */
interface SharedPage {
  payload: object
  /** JSON of the response up to where the facts go. */
  beginning: Buffer
  tag: string
  /** Made when somebody takes it. */
  compressed: Promise<Buffer> | null
}

/** How a call makes its shared page and one person's facts. */
export interface SharedRead {
  /** Of the response, beside those that the page asks for. */
  headers: string[]
  load(): Promise<Loaded<object>>
  /** The person's own facts about what the page shows. */
  factsOf(payload: object): Promise<ViewerFacts>
}

export interface SignedInReads {
  /** Responds with the shared page and the person's facts; false when visitors get no such page. */
  respond(exchange: Exchange, read: SharedRead): Promise<boolean>
  /** Forgets every page made of one of these. */
  drop(tags: Iterable<string>): void
}

/**
 * The page that everybody gets is kept as finished bytes, like what visitors read; the person's own facts are read from the
 * database for each request and put behind it. So nothing of a viewer is ever kept, and what a person has just done shows
 * in the next read through any process.
 */
export function createSignedInReads(about: { clock: Clock; keys: ReadKeys; onHit: () => void }): SignedInReads {
  const { clock, keys, onHit } = about
  const pages = createFreshCache<SharedPage>({ clock, max: KEPT_BYTES, sizeOf })

  async function find(key: string, load: SharedRead['load']): Promise<SharedPage | null> {
    let isLoaded = false
    const loadPage = async () => {
      isLoaded = true
      const { value, tags } = await load()
      return { value: pageOf(value), tags }
    }
    const page = await pages.get(key, loadPage).catch(onlyForSome)
    if (page && !isLoaded) onHit()
    return page
  }

  return {
    async respond(exchange, { headers, load, factsOf }) {
      const found = keys.of(exchange.request)
      const page = found && (await find(found.key, load))
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
  return { payload, beginning, tag, compressed: null }
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
  const beginning = isCompressed ? await compressed(page) : page.beginning
  const end = isCompressed ? storedEnd(facts) : facts
  if (response.destroyed) return
  const vary = isLong ? 'Authorization, Origin, Accept-Encoding' : 'Authorization, Origin'
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'private, no-cache')
  headers.push('Vary', vary, 'ETag', etag)
  if (isKnown(request, etag)) {
    response.writeHead(304, headers).end()
    return
  }
  if (isCompressed) headers.push('Content-Encoding', 'br')
  response.writeHead(200, [...headers, 'Content-Length', String(beginning.length + end.length)])
  // Not put together: copying a page for each reader costs more than everything else here.
  response.cork()
  response.write(beginning)
  response.end(end)
}

function compressed(page: SharedPage): Promise<Buffer> {
  page.compressed ??= compressedBeginning(page.beginning)
  return page.compressed
}

/** What a visitor is refused may be this person's to see. */
function onlyForSome(error: unknown): null {
  if (isDomainError(error)) return null
  throw error
}

/** A stored block holds at most this much: its length has 16 bits here (RFC 7932, section 9.2). */
const BLOCK_MAX = 65_536
/** The last block, empty. */
const END = Buffer.from([0b11])

/** Compresses the beginning of a stream that ends on a whole byte, so that `stored` can go on behind it. */
export function compressedBeginning(bytes: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  return promisify(brotliCompress)(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, params })
}

/**
 * The end of a stream, as it is. Costs nothing, and because it is compressed together with nothing, the length of an
 * answer tells nothing about it (BREACH).
 */
export function storedEnd(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < bytes.length; start += BLOCK_MAX) {
    const block = bytes.subarray(start, start + BLOCK_MAX)
    const head = Buffer.alloc(3)
    // From the lowest bit: not the last, length of four digits (00), length - 1, uncompressed.
    head.writeUIntLE(((block.length - 1) << 3) | (1 << 19), 0, 3)
    parts.push(head, block)
  }
  return Buffer.concat([...parts, END])
}
