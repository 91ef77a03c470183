import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { isId, PAGE_SIZE } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { LRUCache } from 'lru-cache'
import { decodeFields, patternOf, splitUrl } from '../call-routes.ts'
import { isPagePath, type PageAddress } from '../pages.ts'
import type { ServedDomain, ServedDomains } from '../served-domains.ts'
import { cachedCalls, isRendered } from './cache-tags.ts'

/** Longer keys are not cached: they are unlikely to repeat. The longest belong to pages with many widgets. */
const KEY_MAX_LENGTH = 8000
/** Number and maximum length of addresses whose key is remembered. */
const REMEMBERED = 5000
const REMEMBERED_LENGTH = 500

/**
 * Reads that cost much on a miss: pages, with feeds, and fragments about a hundred times as much as a plain read, lists longer than
 * usual several times as much.
 */
export type Rendered = 'page' | 'fragment' | 'list'

/** Identifies a read, regardless of how its address is spelled. */
export interface ReadKey {
  key: string
  /** Null: a JSON response that costs little. */
  rendered: Rendered | null
}

export interface ReadKeys {
  /** Null if it isn't cached. */
  of(request: IncomingMessage): ReadKey | null
}

interface AddressKey extends ReadKey {
  /** Whether the response depends on the requesting page. */
  isOfSite: boolean
  /** Whether it depends on the reader's language. */
  isInLanguage: boolean
  /** The language of the page around a widget, as it names it. Null: it doesn't matter. */
  pageLanguage: string | null
}

const PLAIN = { isOfSite: false, isInLanguage: false, pageLanguage: null }

/**
 * Cache keys of reads, made from the meaning of an address: a call's parsed input, or the parameters a page reads.
 * Unknown parameters, their order or out-of-range values make no new key, so nobody can force renderings by inventing
 * them.
 */
export function createReadKeys(about: {
  tenants: Pick<ServedDomains, 'cacheKey' | 'isPreview' | 'localeOfPage'> & {
    localized(request: IncomingMessage): Pick<ServedDomain, 'cacheKey'>
  }
  /** Null: no pages are served. */
  pageAddress: ((path: string) => PageAddress) | null
}): ReadKeys {
  const { tenants, pageAddress } = about
  const remembered = new LRUCache<string, { addressKey: AddressKey | null }>({ max: REMEMBERED })

  function find(url: string): AddressKey | null {
    const { path, query } = splitUrl(url)
    if (pageAddress && isPagePath(path))
      return { ...PLAIN, key: pageAddress(url).path, rendered: 'page', isInLanguage: true }
    if (FEED.test(path)) return { ...PLAIN, key: path + topicOf(path, query), rendered: 'page' }
    return keyOfCall(path, query)
  }

  /** No address may crash the process: what can't be parsed is left to the framework. */
  function findSafely(url: string): AddressKey | null {
    try {
      return find(url)
    } catch {
      return null
    }
  }

  function remember(url: string): AddressKey | null {
    const cachedEntry = remembered.get(url)
    if (cachedEntry) return cachedEntry.addressKey
    const addressKey = findSafely(url)
    if (url.length <= REMEMBERED_LENGTH) remembered.set(url, { addressKey })
    return addressKey
  }

  return {
    of(request) {
      if (tenants.isPreview(request)) return null
      const { url = '' } = request
      const addressKey = remember(url)
      if (addressKey === null || addressKey.key.length > KEY_MAX_LENGTH) return null
      // Unregistered sites are refused, even if another site's response is cached.
      const site = addressKey.isOfSite ? `\n${request.headers.origin ?? ''}` : ''
      // Pages are in the reader's language, calls in none.
      const cacheKey = addressKey.isInLanguage ? tenants.localized(request).cacheKey : tenants.cacheKey(request)
      // Pages of other languages than the domain's share one response.
      const { pageLanguage } = addressKey
      const locale = pageLanguage === null ? '' : `\n${tenants.localeOfPage(request, pageLanguage)}`
      return { key: cacheKey + addressKey.key + locale + site, rendered: addressKey.rendered }
    },
  }
}

const FEED = /^\/(?:(?:bbs|author)\/[^/]+\/)?feed\.atom$/

/** Of communities' feeds there is one for each topic. */
function topicOf(path: string, query: string): string {
  const { flair } = parse(query)
  return path.startsWith('/bbs/') && typeof flair === 'string' && isId(flair) ? `?flair=${flair}` : ''
}

const patterns = cachedCalls.map((name) => ({
  name,
  pattern: patternOf(calls[name]),
  rendered: isRendered(name) ? ('fragment' as const) : null,
  isOfSite: calls[name].path.startsWith('/articles/'),
}))

function keyOfCall(path: string, query: string): AddressKey | null {
  for (const { name, pattern, rendered, isOfSite } of patterns) {
    const match = pattern.exec(path)
    if (!match) continue
    const input = calls[name].input.safeParse({ ...parse(query), ...decodeFields(match.groups ?? {}) })
    // Refusals are not cached.
    if (!input.success) return null
    const { locale = '', ...meaning } = input.data as { locale?: string }
    return {
      ...PLAIN,
      key: `${name}\n${JSON.stringify(meaning)}`,
      rendered: rendered ?? (isLongList(input.data) ? 'list' : null),
      isOfSite,
      pageLanguage: rendered === 'fragment' ? locale : null,
    }
  }
  return null
}

/** Whether a call's parsed input requests a longer list than usual. There are many such lists: one for each length. */
export function isLongList(input: object): boolean {
  return 'limit' in input && typeof input.limit === 'number' && input.limit > PAGE_SIZE
}
