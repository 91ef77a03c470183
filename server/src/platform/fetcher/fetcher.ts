import { type LookupAddress, lookup as lookUp } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { httpUrl } from '@stoa/contract'
import { useAgent } from 'request-filtering-agent'
import { isLoopback } from '../security/address.ts'
import { createFetchPool, type PoolLimits } from './fetch-pool.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 5
/** Each page may take up to 2 MB of memory. */
const LIMITS: PoolLimits = { running: 8, runningPerHost: 8, waiting: 500 }
const HTML_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i
const JSON_TYPES = /^application\/([\w.-]+\+)?json\b/i
/** Standard web ports. Other ports are allowed on registered sites only. */
export const WEB_PORTS: ReadonlySet<string> = new Set(['', '80', '443'])

/** A fetched page. */
export interface FetchedPage {
  /** The address after redirects. */
  url: string
  /** The first 2 MB. */
  html: string
}

/** Why a page was not read. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
  /** What isn't allowed. Null: something else was wrong. */
  readonly refused: 'port' | 'address' | null
  constructor(message: string, refused: FetchRefused['refused'] = null) {
    super(message)
    this.refused = refused
  }
}

/** What a fetch counts against. */
export interface FetchFor {
  /** Counts against this user's share. Default: nobody's. */
  userId?: string
  /** Counts against this network's share. Default: nobody's. */
  network?: string
}

/** Fetches pages named by users without giving them access to the server's own network. */
export interface Fetcher {
  /** Throws FetchRefused, FetchBusy if the pool is full, or the network's error. */
  fetchPage(address: string, about?: FetchFor): Promise<FetchedPage>
  /** JSON at exactly this address, without redirects. Throws like `fetchPage`. */
  fetchJson(address: string): Promise<unknown>
  /**
   * Streams the content at an address, following redirects; aborted after ten seconds. `findCached` is called when a slot is
   * free: if it returns a value, nothing is fetched. Throws like `fetchPage`.
   */
  fetchStream<Result>(
    address: string,
    about: FetchFor & { accept: string; findCached?: () => Promise<Result | null> },
    read: (bytes: AsyncIterable<Buffer>) => Promise<Result>,
  ): Promise<Result>
  /** Posts to exactly this address, without redirects, and returns the status. Throws like `fetchPage`. */
  post(address: string, about: FetchFor & Posted): Promise<Reply>
  /** For a clean stop: running fetches may end, waiting ones are refused. */
  close(): void
}

/** What is posted. */
interface Posted {
  headers: Record<string, string>
  body: Buffer
  /** Bytes of the response that are read. Default: none. */
  keptBytes?: number
}

/** The beginning of a response. */
interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  /** As much of the body as is kept, as text. */
  beginning: string
}

/** Unsafe addresses the agent would allow: deprecated IPv4-in-IPv6 forms, unassigned ranges, and cloud metadata. */
const DENIED = new BlockList()
DENIED.addSubnet('::', 96, 'ipv6')
DENIED.addSubnet('4000::', 2, 'ipv6')
DENIED.addSubnet('8000::', 1, 'ipv6')
DENIED.addAddress('168.63.129.16', 'ipv4')

export interface FetcherOptions {
  /** Concurrency limits. Default: eight pages. */
  limits?: PoolLimits
  /** Allows origins on this machine, for development. Default: none. */
  isTrusted?: (origin: string) => Promise<boolean>
  /** Allows origins with other ports than 80 and 443. Default: none. */
  isRegistered?: (origin: string) => Promise<boolean>
  /** For tests. Default: ten seconds. */
  timeoutMs?: number
  /** For tests. Default: the system's. */
  lookup?: LookupFunction
}

/**
 * Guarded fetcher: http and https on standard ports; checks the address actually connected to, at each of at most five
 * redirects; ten seconds in total. Pages must be HTML and are cut at 2 MB, before and after decompression; other
 * compressed responses are refused.
 */
export function createFetcher({
  limits = LIMITS,
  isTrusted = async () => false,
  isRegistered = async () => false,
  timeoutMs = TIMEOUT_MS,
  lookup = lookUp as LookupFunction,
}: FetcherOptions = {}): Fetcher {
  const pool = createFetchPool(limits)
  // Invalid addresses are refused when requested.
  const hostOf = (address: string) => httpUrl(address)?.host ?? ''
  const inTurn = <Result>(address: string, { userId = '', network = '' }: FetchFor, work: () => Promise<Result>) =>
    pool.run({ host: hostOf(address), userId, network }, work)
  return {
    close: pool.close,
    fetchPage: (address, about = {}) => inTurn(address, about, () => fetchPage(address)),
    fetchJson: (address) => inTurn(address, {}, () => fetchJson(address)),
    post: (address, { headers, body, keptBytes = 0, ...about }) =>
      inTurn(address, about, async () => {
        const signal = AbortSignal.timeout(timeoutMs)
        const { response } = await ask(address, { accept: '*/*', posted: { headers, body }, signal })
        const { statusCode: status = 0 } = response
        const beginning = keptBytes > 0 ? await beginningOf(response, keptBytes) : ''
        response.destroy()
        return { status, headers: response.headers, beginning }
      }),
    fetchStream: (address, about, read) =>
      inTurn(address, about, async () => {
        const cached = await about.findCached?.()
        if (cached) return cached
        const { response } = await follow(address, { accept: about.accept })
        refuseUnlessPlain(response)
        try {
          return await read(response as AsyncIterable<Buffer>)
        } finally {
          response.destroy()
        }
      }),
  }

  async function fetchJson(address: string): Promise<unknown> {
    const { response } = await ask(address, {
      accept: 'application/json',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return JSON.parse(await readText(response, JSON_TYPES))
  }

  /** Requests one address, if allowed. */
  async function ask(address: string, { signal, ...about }: Accepted & { signal: AbortSignal }) {
    const target = httpUrl(address)
    if (!target) throw new FetchRefused('Only http and https addresses are read.')
    const trusted = isLoopback(target.hostname) && (await isTrusted(target.origin))
    if (!trusted && !WEB_PORTS.has(target.port) && !(await isRegistered(target.origin)))
      throw new FetchRefused('Only the ports 80 and 443 are read.', 'port')
    return { target, response: await request(target, { ...about, trusted, signal, lookup: checked(lookup) }) }
  }

  /** Requests an address and follows its redirects. */
  async function follow(address: string, accepted: Accepted) {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = address
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const redirectStep = await ask(url, { ...accepted, signal })
      const location = redirectOf(redirectStep.response)
      if (location === null) return redirectStep
      redirectStep.response.destroy()
      if (!URL.canParse(location, redirectStep.target)) throw new FetchRefused('The redirect leads nowhere.')
      url = new URL(location, redirectStep.target).href
    }
    throw new FetchRefused('There are too many redirects.')
  }

  async function fetchPage(address: string): Promise<FetchedPage> {
    const { target, response } = await follow(address, {
      accept: 'text/html, application/xhtml+xml',
      encodings: Object.keys(DECOMPRESSORS).join(', '),
    })
    return { url: target.href, html: await readText(response, HTML_TYPES) }
  }
}

/** Refuses addresses when they are connected to; the agent checks the answer again. */
function checked(lookup: LookupFunction): LookupFunction {
  return (name, options, callback) => {
    lookup(name, options, (error, resolved, family) => {
      const addresses: LookupAddress[] = Array.isArray(resolved)
        ? resolved
        : [{ address: resolved, family: family ?? 4 }]
      const denied = error ? undefined : addresses.find(({ address }) => isDenied(address))
      if (denied) callback(notAllowed(denied.address), resolved, family)
      else callback(error, resolved, family)
    })
  }
}

function isDenied(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && DENIED.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

function notAllowed(address: string): FetchRefused {
  return new FetchRefused(`The address ${address} is not allowed.`, 'address')
}

/** What a request accepts. */
interface Accepted {
  accept: string
  /** Content encodings. Default: plain bytes only. */
  encodings?: string
  /** Default: nothing is posted. */
  posted?: Posted
}

interface RequestOptions extends Accepted {
  trusted: boolean
  signal: AbortSignal
  lookup: LookupFunction
}

function request(url: URL, about: RequestOptions): Promise<http.IncomingMessage> {
  // Only names are looked up.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isDenied(host)) throw notAllowed(host)
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const options = {
      // Checks the resolved address on connecting, so that DNS can't change in between.
      ...(about.trusted ? {} : { agent: useAgent(url.href), lookup: about.lookup }),
      signal: about.signal,
      method: about.posted ? 'POST' : 'GET',
      headers: {
        ...about.posted?.headers,
        accept: about.accept,
        'accept-encoding': about.encodings ?? 'identity',
        'user-agent': 'Mozilla/5.0 (compatible; Stoa)',
      },
    }
    client.request(url, options, resolve).once('error', reject).end(about.posted?.body)
  })
}

function redirectOf({ statusCode = 0, headers }: http.IncomingMessage): string | null {
  return statusCode >= 300 && statusCode < 400 && headers.location ? headers.location : null
}

/** Refuses failures and compressed responses: plain bytes were requested, and others may decompress to any size. */
function refuseUnlessPlain(response: http.IncomingMessage): void {
  if (decompressorOf(response) === null) return
  response.destroy()
  throw new FetchRefused('The answer is packed.')
}

/** By content encoding. Some servers compress pages even for clients that ask for plain bytes. */
const DECOMPRESSORS = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate }

/** What decompresses a response; null if it is plain. Refuses failures and unknown encodings. */
function decompressorOf(response: http.IncomingMessage): (() => Transform) | null {
  const { statusCode = 0, headers } = response
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase().replace(/^x-/, '')
  const isFine = statusCode >= 200 && statusCode < 300
  if (isFine && encoding === 'identity') return null
  if (isFine && Object.hasOwn(DECOMPRESSORS, encoding)) return DECOMPRESSORS[encoding as keyof typeof DECOMPRESSORS]
  response.destroy()
  throw new FetchRefused(isFine ? 'The answer is packed.' : `The site answers ${statusCode}.`)
}

async function readText(response: http.IncomingMessage, types: RegExp): Promise<string> {
  const decompressor = decompressorOf(response)
  const type = response.headers['content-type'] ?? ''
  if (!types.test(type)) {
    response.destroy()
    throw new FetchRefused(`The page is ${type || 'of no type'}.`)
  }
  const chunks: Buffer[] = []
  const body = Readable.from(firstBytes(response), { objectMode: false })
  // Decompresses only what is read: no page takes more memory than a plain one.
  const plain = decompressor ? body.pipe(decompressor()) : body
  body.once('error', (error) => plain.destroy(error))
  try {
    for await (const chunk of firstBytes(plain)) chunks.push(chunk)
  } catch (error) {
    // A compressed page may be cut in the middle.
    if (!decompressor || chunks.length === 0 || response.errored) throw error
  } finally {
    plain.destroy()
    response.destroy()
  }
  return decode(Buffer.concat(chunks).subarray(0, MAX_BYTES), type)
}

/** The first bytes of any response as text; of one that ends too early, what came. */
async function beginningOf(response: http.IncomingMessage, bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length >= bytes) break
    }
  } catch {
    // The status says what matters.
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes))
}

/** Up to 2 MB, and the rest of a chunk. */
async function* firstBytes(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of stream) {
    yield chunk
    length += chunk.length
    if (length >= MAX_BYTES) return
  }
}

/** Browsers look for the encoding in the first 1024 bytes; many pages have it later. */
const DECLARATION_BYTES = 8192
/** By first bytes. */
const BYTE_ORDER_MARKS = { efbbbf: 'utf-8', fffe: 'utf-16le', feff: 'utf-16be' }

/** Decodes a page by its byte order mark, else its header, else its own declaration (HTML, "determining the encoding"). */
function decode(bytes: Buffer, type: string): string {
  const start = bytes.subarray(0, DECLARATION_BYTES)
  const hex = start.toString('hex', 0, 3)
  const marked = Object.entries(BYTE_ORDER_MARKS).find(([mark]) => hex.startsWith(mark))?.[1]
  const inHeader = /charset\s*=[\s"']*([\w:-]+)/i.exec(type)?.[1]
  const label = marked ?? inHeader ?? declaredIn(start.toString('latin1')) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

/** The encoding that a page declares. If it could be read, it isn't UTF-16. */
function declaredIn(html: string): string | undefined {
  const [, xml, meta] =
    /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w:-]+)|<meta[^>]{0,200}charset\s*=[\s"']*([\w:-]+)/i.exec(html) ?? []
  const label = xml ?? meta
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

/** One guarded fetcher per purpose, each with its own slots, so that a slow one holds up no other. */
export interface Fetchers {
  /** Proofs of a domain's hosts: their admin waits for them. */
  domains: Fetcher
  /** Publishers' public keys: readers wait for them to sign in. */
  keys: Fetcher
  /** Partners' article pages. */
  articles: Fetcher
  /** Pages linked in posts. */
  links: Fetcher
  /** Externally hosted pictures. */
  pictures: Fetcher
  /** Push services, which few hosts offer to everybody. */
  push: Fetcher
  /** Targets of webhooks. */
  webhooks: Fetcher
}

export function createFetchers(options: Omit<FetcherOptions, 'limits'>): Fetchers {
  const fetcher = (limits: NonNullable<FetcherOptions['limits']>) => createFetcher({ ...options, limits })
  return {
    domains: fetcher({ running: 4, runningPerHost: 1, waiting: 50 }),
    keys: fetcher({ running: 8, runningPerHost: 1, waiting: 100 }),
    articles: fetcher({ running: 6, runningPerHost: 2, waiting: 500 }),
    // Ten posts with ten links each may wait: a member's hourly limit.
    links: fetcher({ running: 8, runningPerHost: 2, runningPerUser: 2, waiting: 500, waitingPerUser: 100 }),
    pictures: fetcher({
      running: 16,
      runningPerHost: 4,
      runningPerUser: 2,
      runningPerNetwork: 4,
      // A browser requests all pictures of a page at once.
      waiting: 200,
      waitingPerUser: 10,
      waitingPerNetwork: 60,
      waitingMs: 10_000,
    }),
    push: fetcher({ running: 32, runningPerHost: 16, waiting: 500 }),
    webhooks: fetcher({ running: 16, runningPerHost: 4, waiting: 100 }),
  }
}

const SERVICE_TIMEOUT_MS = 8000
const SERVICE_MAX_BYTES = 1024 * 1024
/** Statuses of responses without a body. */
const EMPTY = new Set([101, 204, 205, 304])

/** A request to a server chosen by the operator. */
export interface BoundedRequest {
  method?: string
  headers?: Record<string, string> | Headers
  body?: BodyInit | null | undefined
}

/** Requests a server chosen by the operator: eight seconds and 1 MB in total, no redirects. */
export async function fetchBounded(url: string, { method = 'GET', headers = {}, body = null }: BoundedRequest = {}) {
  const signal = AbortSignal.timeout(SERVICE_TIMEOUT_MS)
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > SERVICE_MAX_BYTES) throw new Error(`${new URL(url).host} sent more than a megabyte.`)
    chunks.push(chunk)
  }
  const { status } = response
  return new Response(EMPTY.has(status) ? null : new Blob(chunks), { status, headers: response.headers })
}
