import { createHash } from 'node:crypto'
import type { ArticleRef } from '@stoa/contract'
import { canonicalUrl, identityOf } from './canonical-url.ts'
import type { AliasRow } from './repository.ts'

const URL_MAX_LENGTH = 2000

/** What a request says of an article, made comparable. */
export interface ArticleIdentity {
  /** The address that counts, to be shown and fetched. */
  url: string
  /** Names of the article, the one that counts first. */
  aliases: string[]
}

/** Host (with port) of an address that is no longer than is kept; null for anything else. */
export function hostOf(address: string): string | null {
  const url = canonicalUrl(address)
  return url !== null && url.length <= URL_MAX_LENGTH ? new URL(url).host : null
}

/**
 * Decides which article is meant: the publisher's own id, else the canonical address, else the page's.
 * A canonical address counts only on a host of the publisher; null when not even the page's is.
 */
export function identify(ref: ArticleRef, registeredHosts: ReadonlySet<string>): ArticleIdentity | null {
  const isRegistered = (address: string) => registeredHosts.has(hostOf(address) ?? '')
  if (!isRegistered(ref.url)) return null
  const addresses = [ref.canonicalUrl, ref.url].filter((address) => address !== undefined).filter(isRegistered)
  const known = addresses.flatMap((address) => canonicalUrl(address) ?? [])
  const own = ref.id === undefined ? [] : [`id:${ref.id.trim().normalize('NFC')}`]
  return { url: known[0] ?? ref.url, aliases: [...new Set([...own, ...known.map(identityOf)])] }
}

export function aliasHash(alias: string): string {
  return createHash('sha256').update(alias).digest('hex')
}

export function aliasRow(alias: string, article: { communityId: string; articleId: string }): AliasRow {
  return {
    community_id: article.communityId,
    alias_hash: aliasHash(alias),
    alias,
    article_id: article.articleId,
  }
}
