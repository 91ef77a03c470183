import http from 'node:http'
import https from 'node:https'
import { httpUrl } from '@stoa/contract'
import { useAgent } from 'request-filtering-agent'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 5
const HTML_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

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
}

/**
 * The guarded fetcher: http and https only; the address that is really connected to is checked, at each of at most five
 * redirects; HTML only, unpacked, 2 MB, ten seconds altogether.
 * `isTrusted` lets origins on this machine through, for development.
 */
export function createFetcher({
  isTrusted = async () => false,
  timeoutMs = TIMEOUT_MS,
}: {
  isTrusted?: (origin: string) => Promise<boolean>
  /** For tests. Default ten seconds. */
  timeoutMs?: number
} = {}): Fetcher {
  return {
    async fetchPage(address) {
      const signal = AbortSignal.timeout(timeoutMs)
      let url = address
      for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
        const target = httpUrl(url)
        if (!target) throw new FetchRefused('Only http and https addresses are read.')
        const trusted = LOOPBACK.test(target.hostname) && (await isTrusted(target.origin))
        const response = await request(target, { trusted, signal })
        const location = redirectOf(response)
        if (location === null) return { url: target.href, html: await readHtml(response) }
        response.destroy()
        if (!URL.canParse(location, target)) throw new FetchRefused('The redirect leads nowhere.')
        url = new URL(location, target).href
      }
      throw new FetchRefused('There are too many redirects.')
    },
  }
}

function request(url: URL, about: { trusted: boolean; signal: AbortSignal }): Promise<http.IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const options = {
      // Checks the resolved address when the connection is made, so that a name can't change its mind in between.
      ...(about.trusted ? {} : { agent: useAgent(url.href) }),
      signal: about.signal,
      headers: {
        accept: 'text/html, application/xhtml+xml',
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

async function readHtml(response: http.IncomingMessage): Promise<string> {
  const { statusCode = 0, headers } = response
  const type = headers['content-type'] ?? ''
  const problem =
    statusCode < 200 || statusCode >= 300
      ? `The page answers ${statusCode}.`
      : !HTML_TYPES.test(type)
        ? 'The page is not HTML.'
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
