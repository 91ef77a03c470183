import type { ArticleRef } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import { identityOf } from './canonical-url.ts'
import type { ArticleClaims } from './claims.ts'
import { type ArticleIdentity, aliasHash, hostOf, identify, namesOf } from './identity.ts'
import { articleRepository, type KnownArticle } from './repository.ts'

/** The article that a request refers to. */
export interface FoundArticle extends KnownArticle {
  /** Whether only its page can confirm the request's claims. */
  isInDoubt: boolean
}

/** Resolves references to articles with a constant number of queries. */
export function createArticleResolver(about: {
  database: Database
  partnerOrigins: OriginService
  claims: ArticleClaims
}) {
  const { database, partnerOrigins, claims } = about
  const read = (tx?: Transaction) => articleRepository(database.from(tx))

  /**
   * Identities in the order of the references; null for sites that the community hasn't registered. Throws
   * ORIGIN_NOT_REGISTERED if the requesting page is on such a site, regardless of the article.
   */
  async function identities(
    communityId: string,
    { refs, site }: { refs: ArticleRef[]; site: string },
    tx?: Transaction,
  ): Promise<(ArticleIdentity | null)[]> {
    const addresses = refs.flatMap((ref) => [ref.url, ref.canonicalUrl ?? ref.url])
    const hosts = [site, ...addresses].flatMap((address) => hostOf(address) ?? [])
    const registered = await partnerOrigins.registeredHosts(communityId, hosts, tx)
    if (site !== '' && !registered.has(hostOf(site) ?? '')) throw new DomainError('ORIGIN_NOT_REGISTERED')
    return refs.map((ref) => identify(ref, registered))
  }

  /** Articles with their posts, in the order of the identities; null if there is no thread. */
  async function articles(
    communityId: string,
    articleIdentities: (ArticleIdentity | null)[],
    tx?: Transaction,
  ): Promise<(FoundArticle | null)[]> {
    const all = articleIdentities.filter((one) => one !== null)
    const byName = await read(tx).byNames(communityId, [...new Set(all.flatMap(foundBy).map(aliasHash))])
    // Unknown ids on pages that have a thread.
    const strangers = all
      .filter(({ id }) => id !== null && !byName.has(aliasHash(id)))
      .flatMap((one) => articleAtAddress(one, { byName })?.id ?? [])
    const [withIds, isApart] =
      strangers.length === 0
        ? [new Set<string>(), () => false]
        : await Promise.all([read(tx).withIds(strangers), claims.apart(strangers, tx)])
    return articleIdentities.map((one) => {
      const article = one && chooseArticle(one, { byName, withIds, isApart })
      return article && { ...article, isInDoubt: needsConfirmation(one, article, { byName }) }
    })
  }

  return {
    identities,
    async identity(
      communityId: string,
      ref: ArticleRef,
      { site = '', tx }: { site?: string; tx?: Transaction | undefined } = {},
    ): Promise<ArticleIdentity> {
      const [identity] = await identities(communityId, { refs: [ref], site }, tx)
      if (!identity) throw new DomainError('ORIGIN_NOT_REGISTERED', [{ field: 'url', message: originOf(ref.url) }])
      return identity
    },
    articles,
    async article(communityId: string, identity: ArticleIdentity, tx?: Transaction): Promise<FoundArticle | null> {
      const [foundArticle = null] = await articles(communityId, [identity], tx)
      return foundArticle
    },
    /** The article with this name. */
    async articleByName(communityId: string, name: string): Promise<KnownArticle | null> {
      const hash = aliasHash(name)
      return (await read().byNames(communityId, [hash])).get(hash) ?? null
    },
  }
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : address)

/** Names found for some requests. */
export interface KnownNames {
  /** Articles by hash of the name. */
  byName: ReadonlyMap<string, KnownArticle>
  /** Articles with a publisher's id. */
  withIds: ReadonlySet<string>
  /** Whether an id is known not to belong to an article. */
  isApart(articleId: string, idHash: string): boolean
}

/**
 * Chooses the article of a request: by the publisher's id, else the canonical address, else the page's. An id is only a
 * claim until the article's page confirms it. So
 * - an unconfirmed id doesn't take a page away from the thread at its address, unless it was claimed at that address;
 * - an unused id leads to the thread at the address, until the page turns out to have another id or several:
 *   publishers may add ids to pages with threads.
 */
export function chooseArticle(identity: ArticleIdentity, knownNames: KnownNames): KnownArticle | null {
  const atAddress = articleAtAddress(identity, knownNames)
  if (identity.id === null) return atAddress
  const byId = knownNames.byName.get(aliasHash(identity.id)) ?? null
  if (byId === null) {
    if (atAddress === null || knownNames.withIds.has(atAddress.id)) return null
    return knownNames.isApart(atAddress.id, aliasHash(identity.id)) ? null : atAddress
  }
  const isElsewhere =
    atAddress !== null && atAddress.id !== byId.id && !identity.addresses.includes(identityOf(byId.url))
  return !byId.isConfirmed && isElsewhere ? atAddress : byId
}

/** All names by which the request may find its article. */
const foundBy = (identity: ArticleIdentity) => [...namesOf(identity), ...identity.exact, ...identity.former]

/** The article at the first known address of the request. */
function articleAtAddress(
  { addresses, exact, former }: ArticleIdentity,
  { byName }: Pick<KnownNames, 'byName'>,
): KnownArticle | null {
  const find = (names: string[]) => names.flatMap((name) => byName.get(aliasHash(name)) ?? [])
  const [article = null] = [...find(exact), ...find(addresses), ...find(former).filter(({ isExact }) => !isExact)]
  return article
}

/**
 * Whether the request contains claims that only the page can confirm: an unconfirmed id, a canonical address that isn't
 * the article's, or an address of another article.
 */
export function needsConfirmation(
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
