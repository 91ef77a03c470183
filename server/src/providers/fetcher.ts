import { type LookupAddress, lookup as lookUp } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { httpUrl } from '@stoa/contract'
import { useAgent } from 'request-filtering-agent'
import { isLoopback } from '../lib/loopback.ts'
import { createTurns } from '../lib/turns.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 5
/** Pages that are read at the same time, each with up to two megabytes in memory. */
const AT_ONCE = 8
const HTML_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i
const JSON_TYPES = /^application\/([\w.-]+\+)?json\b/i
/** The ports that web sites stand at; of others only pages of registered sites are read. */
const WEB_PORTS = new Set(['', '80', '443'])

/** A page as it was read. */
export interface FetchedPage {
  /** Where the redirects led. */
  url: string
  /** The first 2 MB. */
  html: string
}

/** Why a page was not read. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
}

/** Reads pages that users name, without becoming a tool against the network that the server stands in. */
export interface Fetcher {
  /** Throws FetchRefused, or the network's error. */
  fetchPage(address: string): Promise<FetchedPage>
  /** JSON that stands at exactly this address. Throws as `fetchPage`. */
  fetchJson(address: string): Promise<unknown>
}

/** Addresses that the agent lets through: IPv4 written as IPv6 in the old way, what nobody has been given, and a cloud's own. */
const DENIED = new BlockList()
DENIED.addSubnet('::', 96, 'ipv6')
DENIED.addSubnet('4000::', 2, 'ipv6')
DENIED.addSubnet('8000::', 1, 'ipv6')
DENIED.addAddress('168.63.129.16', 'ipv4')

interface FetcherOptions {
  /** Lets origins on this machine through, for development. Default: none. */
  isTrusted?: (origin: string) => Promise<boolean>
  /** Lets origins with other ports than those of the web through. Default: none. */
  isRegistered?: (origin: string) => Promise<boolean>
  /** For tests. Default ten seconds. */
  timeoutMs?: number
  /** For tests. Default: the system's. */
  lookup?: LookupFunction
}

/**
 * The guarded fetcher: http and https only, at their ports; the address that is really connected to is checked, at each of
 * at most five redirects; HTML only, unpacked, 2 MB, ten seconds altogether, a few pages at a time.
 */
export function createFetcher({
  isTrusted = async () => false,
  isRegistered = async () => false,
  timeoutMs = TIMEOUT_MS,
  lookup = lookUp as LookupFunction,
}: FetcherOptions = {}): Fetcher {
  const inTurn = createTurns({ runningMax: AT_ONCE })
  return {
    fetchPage: (address) => inTurn(() => fetchPage(address)),
    fetchJson: (address) => inTurn(() => fetchJson(address)),
  }

  async function fetchJson(address: string): Promise<unknown> {
    const response = await ask(address, { accept: 'application/json', signal: AbortSignal.timeout(timeoutMs) })
    return JSON.parse(await readText(response.answer, JSON_TYPES))
  }

  /** Asks one address, if it may be asked. */
  async function ask(address: string, { accept, signal }: { accept: string; signal: AbortSignal }) {
    const target = httpUrl(address)
    if (!target) throw new FetchRefused('Only http and https addresses are read.')
    const trusted = isLoopback(target.hostname) && (await isTrusted(target.origin))
    if (!trusted && !WEB_PORTS.has(target.port) && !(await isRegistered(target.origin)))
      throw new FetchRefused('Only the ports 80 and 443 are read.')
    return { target, answer: await request(target, { trusted, signal, accept, lookup: checked(lookup) }) }
  }

  async function fetchPage(address: string): Promise<FetchedPage> {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = address
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const { target, answer: response } = await ask(url, { accept: 'text/html, application/xhtml+xml', signal })
      const location = redirectOf(response)
      if (location === null) return { url: target.href, html: await readText(response, HTML_TYPES) }
      response.destroy()
      if (!URL.canParse(location, target)) throw new FetchRefused('The redirect leads nowhere.')
      url = new URL(location, target).href
    }
    throw new FetchRefused('There are too many redirects.')
  }
}

/** Refuses addresses at the moment at which they are connected to; the agent looks at the answer once more. */
function checked(lookup: LookupFunction): LookupFunction {
  return (name, options, done) => {
    lookup(name, options, (error, found, family) => {
      const addresses: LookupAddress[] = Array.isArray(found) ? found : [{ address: found, family: family ?? 4 }]
      const denied = error ? undefined : addresses.find(({ address }) => isDenied(address))
      if (denied) done(notAllowed(denied.address), found, family)
      else done(error, found, family)
    })
  }
}

function isDenied(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && DENIED.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

function notAllowed(address: string): FetchRefused {
  return new FetchRefused(`The address ${address} is not allowed.`)
}

interface RequestOptions {
  trusted: boolean
  signal: AbortSignal
  accept: string
  lookup: LookupFunction
}

function request(url: URL, about: RequestOptions): Promise<http.IncomingMessage> {
  // Looked up is a name only.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isDenied(host)) throw notAllowed(host)
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const options = {
      // Checks the resolved address when the connection is made, so that a name can't change its mind in between.
      ...(about.trusted ? {} : { agent: useAgent(url.href), lookup: about.lookup }),
      signal: about.signal,
      headers: {
        accept: about.accept,
        'accept-encoding': 'identity',
        'user-agent': 'Mozilla/5.0 (compatible; Stoa)',
      },
    }
    client.get(url, options, resolve).once('error', reject)
  })
}

function redirectOf({ statusCode = 0, headers }: http.IncomingMessage): string | null {
  return statusCode >= 300 && statusCode < 400 && headers.location ? headers.location : null
}

async function readText(response: http.IncomingMessage, types: RegExp): Promise<string> {
  const { statusCode = 0, headers } = response
  const type = headers['content-type'] ?? ''
  const problem =
    statusCode < 200 || statusCode >= 300
      ? `The page answers ${statusCode}.`
      : !types.test(type)
        ? `The page is ${type || 'of no type'}.`
        : // We ask for plain bytes; packed ones may unpack to anything.
          (headers['content-encoding'] ?? 'identity') !== 'identity'
          ? 'The page is packed.'
          : null
  if (problem !== null) {
    response.destroy()
    throw new FetchRefused(problem)
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_BYTES) break
  }
  response.destroy()
  return decode(Buffer.concat(chunks).subarray(0, MAX_BYTES), type)
}

function decode(bytes: Buffer, type: string): string {
  const declared = /charset=["']?([\w-]+)/i
  const label = declared.exec(type)?.[1] ?? declared.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}
