import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { memoize } from '../../platform/cache/memoize.ts'

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}
type Encoding = keyof typeof compressors

/** Compressing fewer bytes gains nothing. */
export const COMPRESSED_FROM = 1400
/** Headers of one response, or that depend on the form of the body. */
const NOT_KEPT = new Set(['x-request-id', 'date', 'connection', 'content-length', 'etag', 'vary', 'transfer-encoding'])

/** A request with its response and the id used in logs. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
}

const shared = new WeakMap<ServerResponse, readonly string[]>()

/** Allows the response to be cached for visitors until one of these tags is dropped. */
export function shareWithVisitors(response: ServerResponse, tags: readonly string[]): void {
  shared.set(response, tags)
}

/** Null if the response must not be cached. */
export function tagsOfShared(response: ServerResponse): readonly string[] | null {
  return shared.get(response) ?? null
}

/** Headers that decide about the language of a page. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie'
const isInLanguage = ({ vary = '' }: OutgoingHttpHeaders) => String(vary).includes('Accept-Language')

interface Form {
  body: Buffer
  etag: string
  /** Alternating names and values, as `writeHead` takes them without copying. */
  headers: string[]
}

/** A finished response in the encodings that clients accept. */
export interface CachedResponse {
  plain: Form
  compressed: Record<Encoding, () => Promise<Form>>
}

/** Caches a response's body and headers; the strong ETag is of these bytes. */
export function cacheResponse(body: Buffer, headers: OutgoingHttpHeaders): CachedResponse {
  const storedHeaders = Object.entries(headers)
    .filter(([name]) => !NOT_KEPT.has(name.toLowerCase()))
    .flatMap(([name, value]) => [name, String(value)])
  const tag = createHash('sha1').update(body).digest('base64url')
  const basics = body.length < COMPRESSED_FROM ? 'Authorization, Origin' : 'Authorization, Origin, Accept-Encoding'
  const vary = isInLanguage(headers) ? `${basics}, ${LANGUAGE_HEADERS}` : basics
  const plain = form({ body, tag, headers: [...storedHeaders, 'Vary', vary] })
  return {
    plain,
    compressed: { br: memoize(() => compress(plain, 'br')), gzip: memoize(() => compress(plain, 'gzip')) },
  }
}

function form({ body, tag, headers }: { body: Buffer; tag: string; headers: string[] }): Form {
  const etag = `"${tag}"`
  return { body, etag, headers: [...headers, 'ETag', etag, 'Content-Length', String(body.length)] }
}

/** Approximate memory use, including a compressed form. */
export function sizeOfResponse({ plain }: CachedResponse): number {
  return plain.body.length * 2 + 2048
}

/** Sends the response in the best encoding for the client, or 304 if it has it. */
export function sendCached(cached: CachedResponse, exchange: Exchange): void {
  const encoding = cached.plain.body.length < COMPRESSED_FROM ? null : bestEncoding(exchange.request)
  if (encoding === null) {
    write(cached.plain, exchange)
    return
  }
  cached.compressed[encoding]().then(
    (compressed) => write(compressed, exchange),
    () => write(cached.plain, exchange),
  )
}

async function compress({ body, etag, headers }: Form, encoding: Encoding): Promise<Form> {
  return form({
    body: await compressors[encoding](body),
    tag: `${etag.slice(1, -1)}-${encoding}`,
    headers: [...headers.slice(0, -4), 'Content-Encoding', encoding],
  })
}

function bestEncoding(request: IncomingMessage): Encoding | null {
  if (accepts(request, 'br')) return 'br'
  return accepts(request, 'gzip') ? 'gzip' : null
}

const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

/** Whether the client accepts the encoding. */
export function accepts({ headers }: IncomingMessage, encoding: Encoding): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && ACCEPTED[encoding].test(accepted)
}

function write({ body, etag, headers }: Form, { request, response, requestId }: Exchange): void {
  if (response.destroyed) return
  if (isUnchanged(request, etag)) {
    response.writeHead(304, [...headers.slice(0, -2), 'X-Request-Id', requestId])
    response.end()
    return
  }
  response.writeHead(200, [...headers, 'X-Request-Id', requestId])
  response.end(body)
}

/** Whether the client has the response with this ETag. */
export function isUnchanged({ headers }: IncomingMessage, etag: string): boolean {
  const clientTags = headers['if-none-match']
  if (clientTags === undefined) return false
  return (
    clientTags === etag ||
    clientTags === '*' ||
    clientTags.split(',').some((item) => item.trim().replace(/^W\//, '') === etag)
  )
}
