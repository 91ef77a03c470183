import type { IncomingMessage, ServerResponse } from 'node:http'
import { communityPath, type InCommunity, RESERVED_WORDS } from '@stoa/contract'
import { LRUCache } from 'lru-cache'
import { underUrlMapping } from '../platform/url-mapping.ts'
import { splitUrl } from './call-routes.ts'
import type { ServedDomain, ServedDomains } from './served-domains.ts'

interface Dependencies {
  tenants: Pick<ServedDomains, 'of'>
  /** By token name, slug or a former slug; throws if there is none. */
  communities: { require(name: string): Promise<InCommunity> }
  /** Headers of every response. */
  headers: Record<string, string>
}

/** How an address of a community may be read. */
interface Reading {
  prefix: string
  name: string
  /** Begins with a slash, or is empty. */
  rest: string
}

const UNMAPPED = '/bbs'
/** Kept, redirects of a mapping and those of a later one could lead in circles. */
const CHECKED = 'public, max-age=0, must-revalidate'
/** Cached pages shouldn't wait for a query. */
const KNOWN_MS = 1000
const shown = new WeakMap<object, string>()

/** The path that a request asked for, given its path without a mapping. */
export function mappedPath(request: object, path: string): string {
  const prefix = shown.get(request)
  return prefix !== undefined && path.startsWith(`${UNMAPPED}/`) ? prefix + path.slice(UNMAPPED.length) : path
}

/**
 * Serves communities at the addresses that the domain maps them to. Further in, a request has the address without a
 * mapping; its former addresses redirect to the present one, path and query kept.
 */
export function createUrlMapping({ tenants, communities, headers }: Dependencies) {
  const named = new LRUCache<string, InCommunity>({ max: 1000, ttl: KNOWN_MS })

  async function find(readings: Reading[]): Promise<(Reading & { community: InCommunity }) | null> {
    for (const reading of readings) {
      const community = named.get(reading.name) ?? (await communities.require(reading.name).catch(() => null))
      if (!community) continue
      named.set(reading.name, community)
      return { ...reading, community }
    }
    return null
  }

  async function enter(
    { request, response, pass }: { request: IncomingMessage; response: ServerResponse; pass: () => void },
    readings: Reading[],
  ): Promise<void> {
    const found = await find(readings)
    if (!found) return pass()
    const { prefix, name, rest, community } = found
    const { url = '' } = request
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
    const home = communityPath(community)
    if (home.slice(0, home.lastIndexOf('/')) !== prefix) {
      response.writeHead(308, { ...headers, Location: home + rest + query, 'Cache-Control': CHECKED }).end()
      return
    }
    if (prefix !== UNMAPPED) {
      request.url = `${UNMAPPED}/${encodeURIComponent(name)}${rest}${query}`
      shown.set(request, prefix)
    }
    pass()
  }

  return (request: IncomingMessage, response: ServerResponse, pass: () => void): void => {
    const domain = tenants.of(request)
    const { urlMapping } = domain.config
    const prefixes = prefixesOf(domain)
    if (prefixes.length === 0) return pass()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const readings = isRead ? readingsOf(splitUrl(request.url ?? '').path, prefixes) : []
    underUrlMapping(urlMapping, () => {
      if (readings.length === 0) pass()
      else void enter({ request, response, pass }, readings).catch(pass)
    })
  }
}

const known = new WeakMap<ServedDomain, readonly string[]>()

/** What addresses of a domain's communities begin with, or did once; the longest first. Empty: it has no mapping. */
function prefixesOf(domain: ServedDomain): readonly string[] {
  const made = known.get(domain)
  if (made) return made
  const mapped = new Set([...Object.values(domain.config.urlMapping), ...domain.formerPrefixes])
  const prefixes = mapped.size === 0 ? [] : [...mapped, UNMAPPED].sort((one, other) => other.length - one.length)
  known.set(domain, prefixes)
  return prefixes
}

function readingsOf(path: string, prefixes: readonly string[]): Reading[] {
  return prefixes.flatMap((prefix) => {
    if (!path.startsWith(`${prefix}/`)) return []
    const [, encoded = '', rest = ''] = /^([^/]+)(\/.*)?$/s.exec(path.slice(prefix.length + 1)) ?? []
    const name = decoded(encoded)
    return name === '' || RESERVED_WORDS.has(name.toLowerCase()) ? [] : [{ prefix, name, rest }]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
