import { identityOf } from './canonical-url.ts'
import { type ArticleIdentity, aliasHash } from './identity.ts'
import type { KnownArticle } from './repository.ts'

/** What is known of the names in some requests. */
export interface KnownNames {
  /** Articles by the hash of a name. */
  byName: ReadonlyMap<string, KnownArticle>
  /** Articles that have an id of their publisher's. */
  withIds: ReadonlySet<string>
  /** Whether an id was found not to be the one of an article. */
  isApart(articleId: string, idHash: string): boolean
}

/**
 * Decides which article a request means: by the publisher's id, else by the canonical address, else by the page's. An
 * address names itself; an id is only a claim until the article's page is seen to bear it. So
 * - an unconfirmed id does not take a page away from the thread at its address, unless it was claimed at that address;
 * - an id that nobody has used leads to the thread at the address, until the page turns out to bear another or several:
 *   a publisher may give ids to pages that have their threads already.
 */
export function chooseArticle(identity: ArticleIdentity, known: KnownNames): KnownArticle | null {
  const atAddress = articleAtAddress(identity, known)
  if (identity.id === null) return atAddress
  const byId = known.byName.get(aliasHash(identity.id)) ?? null
  if (byId === null) {
    if (atAddress === null || known.withIds.has(atAddress.id)) return null
    return known.isApart(atAddress.id, aliasHash(identity.id)) ? null : atAddress
  }
  const isElsewhere =
    atAddress !== null && atAddress.id !== byId.id && !identity.addresses.includes(identityOf(byId.url))
  return !byId.isConfirmed && isElsewhere ? atAddress : byId
}

/** The article at the first of the request's addresses that has one. */
export function articleAtAddress(
  { addresses }: ArticleIdentity,
  { byName }: Pick<KnownNames, 'byName'>,
): KnownArticle | null {
  return addresses.map((name) => byName.get(aliasHash(name))).find((article) => article !== undefined) ?? null
}

/**
 * Whether the request says something of the article that only the page itself can settle: an id that is not confirmed, a
 * canonical address that is not the article's, or an address that is another one's.
 */
export function isInDoubt(
  identity: ArticleIdentity,
  article: KnownArticle,
  { byName }: Pick<KnownNames, 'byName'>,
): boolean {
  const { id, addresses } = identity
  const owner = (name: string) => byName.get(aliasHash(name))
  const isSettled = id === null || (owner(id)?.id === article.id && owner(id)?.isConfirmed)
  const [canonical = ''] = addresses
  const isLedByPage =
    addresses.length > 1 && owner(canonical) === undefined && owner(addresses[1] ?? '')?.id === article.id
  return !isSettled || isLedByPage || addresses.some((name) => (owner(name)?.id ?? article.id) !== article.id)
}
