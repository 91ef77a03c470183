import type { ArticleRef } from '@stoa/contract'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { OriginService } from '../communities/origins.ts'
import { articleAtAddress, chooseArticle, isInDoubt } from './choose-article.ts'
import type { ArticleClaims } from './claims.ts'
import { type ArticleIdentity, aliasHash, hostOf, identify, namesOf } from './identity.ts'
import { articleRepository, type KnownArticle } from './repository.ts'

/** An article that a request means. */
export interface FoundArticle extends KnownArticle {
  /** The request says something of it that only its page can settle. */
  isInDoubt: boolean
}

/** Finds out which articles requests mean. A constant number of queries, however many are asked for. */
export function createArticleResolver(about: { database: Database; origins: OriginService; claims: ArticleClaims }) {
  const { database, origins, claims } = about
  const read = (tx?: Transaction) => articleRepository(database.from(tx))

  /**
   * Identities in the order of the references; null for those on sites that the community has not registered.
   * Throws ORIGIN_NOT_REGISTERED for a page of such a site, whatever article it asks for.
   */
  async function identities(
    communityId: string,
    { refs, site }: { refs: ArticleRef[]; site: string },
    tx?: Transaction,
  ): Promise<(ArticleIdentity | null)[]> {
    const addresses = refs.flatMap((ref) => [ref.url, ref.canonicalUrl ?? ref.url])
    const hosts = [site, ...addresses].flatMap((address) => hostOf(address) ?? [])
    const registered = await origins.registeredHosts(communityId, hosts, tx)
    if (site !== '' && !registered.has(hostOf(site) ?? '')) throw new DomainError('ORIGIN_NOT_REGISTERED')
    return refs.map((ref) => identify(ref, registered))
  }

  /** Articles with their posts, in the order of the identities; null where nobody has said anything yet. */
  async function articles(
    communityId: string,
    wanted: (ArticleIdentity | null)[],
    tx?: Transaction,
  ): Promise<(FoundArticle | null)[]> {
    const all = wanted.filter((one) => one !== null)
    const byName = await read(tx).byNames(communityId, [...new Set(all.flatMap(namesOf).map(aliasHash))])
    // Ids that nobody has used yet, of pages that have a thread.
    const strangers = all
      .filter(({ id }) => id !== null && !byName.has(aliasHash(id)))
      .flatMap((one) => articleAtAddress(one, { byName })?.id ?? [])
    const [withIds, isApart] =
      strangers.length === 0
        ? [new Set<string>(), () => false]
        : await Promise.all([read(tx).withIds(strangers), claims.apart(strangers, tx)])
    return wanted.map((one) => {
      const article = one && chooseArticle(one, { byName, withIds, isApart })
      return article && { ...article, isInDoubt: isInDoubt(one, article, { byName }) }
    })
  }

  return {
    identities,
    async identity(
      communityId: string,
      ref: ArticleRef,
      { site = '', tx }: { site?: string; tx?: Transaction | undefined } = {},
    ): Promise<ArticleIdentity> {
      const [found] = await identities(communityId, { refs: [ref], site }, tx)
      if (!found) throw new DomainError('ORIGIN_NOT_REGISTERED')
      return found
    },
    articles,
    async article(communityId: string, wanted: ArticleIdentity, tx?: Transaction): Promise<FoundArticle | null> {
      const [found = null] = await articles(communityId, [wanted], tx)
      return found
    },
    /** The article that has this name. */
    async named(communityId: string, name: string): Promise<KnownArticle | null> {
      const hash = aliasHash(name)
      return (await read().byNames(communityId, [hash])).get(hash) ?? null
    },
  }
}
