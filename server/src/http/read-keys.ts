import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { calls } from '@stoa/contract'
import { callSchemas } from '@stoa/contract/schemas'
import { LRUCache } from 'lru-cache'
import { cachedCalls, isRendered } from './cache-tags.ts'
import { decodeFields, patternOf, splitUrl } from './call-routes.ts'
import { isPagePath, type PageAddress } from './pages.ts'
import type { ServedDomains } from './served-domains.ts'

/** Longer keys are not kept: nobody asks for them twice. The longest are those of a page with many widgets. */
const KEY_MAX_LENGTH = 8000
/** Addresses whose key is remembered, and the longest of them. */
const REMEMBERED = 5000
const REMEMBERED_LENGTH = 500

/** What has to be rendered when it is not in memory, which costs a hundred times what reading does. */
export type Rendered = 'page' | 'fragment'

/** What a read is of, however its address was written. */
export interface ReadKey {
  key: string
  /** Null: nothing, it is an answer in JSON. */
  rendered: Rendered | null
}

export interface ReadKeys {
  /** Null for what is not kept. */
  of(request: IncomingMessage): ReadKey | null
}

interface AddressKey extends ReadKey {
  /** Whether the answer depends on the page that asks. */
  isOfSite: boolean
}

/**
 * Keys of what is kept for readers. They are made of what an address means: of a call its input as the schema reads it, of a
 * page what its screen reads. Unknown parameters, another order or a value beyond a limit make no other key, so that
 * nobody has a page made anew by inventing some.
 */
export function createReadKeys(about: {
  requestDomains: Pick<ServedDomains, 'cacheKey'>
  /** Null: there are no pages. */
  pageAddress: ((path: string) => PageAddress) | null
}): ReadKeys {
  const { requestDomains, pageAddress } = about
  const remembered = new LRUCache<string, { found: AddressKey | null }>({ max: REMEMBERED })

  function find(url: string): AddressKey | null {
    const { path, query } = splitUrl(url)
    if (pageAddress && isPagePath(path)) return { key: pageAddress(url).path, rendered: 'page', isOfSite: false }
    return keyOfCall(path, query)
  }

  /** Nothing that a visitor writes into an address may end the process: what can't be judged is left to the framework. */
  function findSafely(url: string): AddressKey | null {
    try {
      return find(url)
    } catch {
      return null
    }
  }

  function remember(url: string): AddressKey | null {
    const known = remembered.get(url)
    if (known) return known.found
    const found = findSafely(url)
    if (url.length <= REMEMBERED_LENGTH) remembered.set(url, { found })
    return found
  }

  return {
    of(request) {
      const { url = '' } = request
      const found = remember(url)
      if (found === null || found.key.length > KEY_MAX_LENGTH) return null
      // A page of a site that the community has not registered is refused, whatever another site was just answered.
      const site = found.isOfSite ? `\n${request.headers.origin ?? ''}` : ''
      return { key: requestDomains.cacheKey(request) + found.key + site, rendered: found.rendered }
    },
  }
}

const patterns = cachedCalls.map((name) => ({
  name,
  pattern: patternOf(calls[name]),
  rendered: isRendered(name) ? ('fragment' as const) : null,
  isOfSite: calls[name].path.startsWith('/articles/'),
}))

function keyOfCall(path: string, query: string): AddressKey | null {
  for (const { name, pattern, rendered, isOfSite } of patterns) {
    const found = pattern.exec(path)
    if (!found) continue
    const input = callSchemas[name].input.safeParse({ ...parse(query), ...decodeFields(found.groups ?? {}) })
    // What is refused is not kept.
    return input.success ? { key: `${name}\n${JSON.stringify(input.data)}`, rendered, isOfSite } : null
  }
  return null
}
