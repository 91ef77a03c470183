import { createHash } from 'node:crypto'
import type { ArticleRef } from '@stoa/contract'
import type { RegisteredHosts } from '../../people/partner-origins/index.ts'
import { canonicalUrl, identityOf, withoutHtmlExtension } from './canonical-url.ts'
import type { AliasRow } from './repository.ts'

const URL_MAX_LENGTH = 2000
const ID_PREFIX = 'id:'

/** A normalized reference to an article. */
export interface ArticleIdentity {
  /** The decisive address, used for display and fetching. */
  url: string
  /** Address of the requesting page. */
  page: string
  /** Name by the publisher's id; null without an id. */
  id: string | null
  /** Names by address, the decisive one first. */
  addresses: string[]
  /** Names of an address without a canonical link, if its ambiguous parameters identify it. They only find threads. */
  exact: string[]
  /** Names of the canonical link without the ambiguous parameters, by which older threads are found. */
  former: string[]
}

/** Host (with port) of an address up to the maximum length; null for anything else. */
export function hostOf(address: string): string | null {
  const url = canonicalUrl(address)
  return url !== null && url.length <= URL_MAX_LENGTH ? new URL(url).host : null
}

/**
 * Normalizes a reference. A canonical address counts only on a registered host. Null if the page's host isn't
 * registered either.
 */
export function identify(ref: ArticleRef, registeredHosts: RegisteredHosts): ArticleIdentity | null {
  const isRegistered = (address: string) => registeredHosts.has(hostOf(address) ?? '')
  if (!isRegistered(ref.url)) return null
  const addresses = [ref.canonicalUrl, ref.url].filter((address) => address !== undefined).filter(isRegistered)
  const [link] = ref.canonicalUrl === undefined ? [] : addresses
  const canonicalUrls = addresses.flatMap((address) => canonicalUrl(address, link) ?? [])
  const namesOf = (urls: (string | null)[]) => [
    ...new Set(urls.flatMap((url) => (url === null ? [] : formsOf(url, registeredHosts).map(identityOf)))),
  ]
  const own = namesOf(canonicalUrls)
  const others = (url: string | null) => namesOf([url]).filter((name) => !own.includes(name))
  return {
    url: canonicalUrls[0] ?? ref.url,
    page: canonicalUrls.at(-1) ?? ref.url,
    id: ref.id === undefined ? null : idName(ref.id),
    addresses: own,
    exact: link === undefined ? others(canonicalUrl(ref.url, ref.url)) : [],
    former: link === undefined ? [] : others(canonicalUrl(link)),
  }
}

/** A canonical address, first normalized for its site, then unchanged. */
export function formsOf(canonical: string, registeredHosts: RegisteredHosts): string[] {
  const { ignoresHtml = false } = registeredHosts.get(new URL(canonical).host) ?? {}
  return ignoresHtml ? [...new Set([withoutHtmlExtension(canonical), canonical])] : [canonical]
}

/** All names in a request, the decisive one first. */
export function namesOf({ id, addresses }: ArticleIdentity): string[] {
  return id === null ? addresses : [id, ...addresses]
}

/** The name of a publisher's id. */
export function idName(id: string): string {
  return ID_PREFIX + id.trim().normalize('NFC')
}

export function isIdName(name: string): boolean {
  return name.startsWith(ID_PREFIX)
}

export function aliasHash(alias: string): string {
  return createHash('sha256').update(alias).digest('hex')
}

export function aliasRow(
  alias: string,
  article: { communityId: string; articleId: string; isConfirmed: boolean },
): AliasRow {
  return {
    community_id: article.communityId,
    alias_hash: aliasHash(alias),
    alias,
    article_id: article.articleId,
    is_confirmed: Number(article.isConfirmed),
  }
}
