import {
  type ArticleRef,
  type CallOutput,
  COMMENTS_FIRST_PAGE_SIZE,
  type CommentSort,
  isPublicPost,
} from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Ids } from '../../lib/ids.ts'
import type { CommentService } from '../comments/service.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
import type { PostService } from '../posts/service.ts'
import { titleFromUrl } from './canonical-url.ts'
import { type ArticleIdentity, aliasHash, aliasRow, hostOf, identify } from './identity.ts'
import type { OriginService } from './origins.ts'
import type { ArticleReader } from './page-reading.ts'
import { articleRepository, type KnownArticle } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  origins: OriginService
  communities: CommunityService
  posts: PostService
  comments: CommentService
  pages: ArticleReader
}

export interface ThreadQuery {
  community: string
  id?: string | undefined
  url: string
  canonical?: string | undefined
  sort?: CommentSort | undefined
  limit?: number | undefined
  /** Origin of a page of another site that asks, empty for the forum's own and for programs. */
  site: string
}

export type ArticleService = ReturnType<typeof createArticleService>

/** Partners' articles: which page is which, and the post that stands for each in the forum. */
export function createArticleService(dependencies: Dependencies) {
  const { database, clock, ids, origins, communities, posts, comments, pages } = dependencies
  const read = () => articleRepository(database.read)

  /**
   * Identities in the order of the references; null for those on sites that the community has not registered.
   * Throws ORIGIN_NOT_REGISTERED for a page of such a site, whatever article it asks for.
   */
  async function identities(
    communityId: string,
    { refs, site }: { refs: ArticleRef[]; site: string },
  ): Promise<(ArticleIdentity | null)[]> {
    const addresses = refs.flatMap((ref) => [ref.url, ref.canonicalUrl ?? ref.url])
    const hosts = [site, ...addresses].flatMap((address) => hostOf(address) ?? [])
    const registered = await origins.registeredHosts(communityId, hosts)
    if (site !== '' && !registered.has(hostOf(site) ?? '')) throw new DomainError('ORIGIN_NOT_REGISTERED')
    return refs.map((ref) => identify(ref, registered))
  }

  async function identity(communityId: string, ref: ArticleRef, site = ''): Promise<ArticleIdentity> {
    const [found] = await identities(communityId, { refs: [ref], site })
    if (!found) throw new DomainError('ORIGIN_NOT_REGISTERED')
    return found
  }

  /** Articles with their posts, in the order of the identities; null where nobody has said anything yet. */
  async function knownArticles(
    communityId: string,
    wanted: (ArticleIdentity | null)[],
  ): Promise<(KnownArticle | null)[]> {
    const hashes = wanted.map((one) => one?.aliases.map(aliasHash) ?? [])
    const all = hashes.flat()
    const known = all.length === 0 ? new Map<string, KnownArticle>() : await read().postsByAlias(communityId, all)
    return hashes.map((own) => own.flatMap((hash) => known.get(hash) ?? [])[0] ?? null)
  }

  async function postIds(communityId: string, wanted: (ArticleIdentity | null)[]): Promise<(string | null)[]> {
    return (await knownArticles(communityId, wanted)).map((article) => article?.postId ?? null)
  }

  /** Makes the article and its post; null when somebody else has just made them. */
  async function create(unit: Unit, community: CommunityFacts, article: ArticleIdentity): Promise<string | null> {
    const repository = articleRepository(unit.connection)
    const id = ids.next()
    const [alias = ''] = article.aliases
    try {
      // The key of this row decides between two first comments at one moment: the later one waits here.
      await repository.insertAlias(aliasRow(alias, { communityId: community.id, articleId: id }))
    } catch (error) {
      if (database.dialect.isUniqueViolation(error)) return null
      throw error
    }
    const postId = ids.next()
    const { url } = article
    const row = {
      id,
      community_id: community.id,
      url,
      title: '',
      image: null,
      post_id: postId,
      created_at: clock.now(),
    }
    await repository.insert(row)
    await posts.createForArticle(unit, {
      id: postId,
      communityId: community.id,
      articleId: id,
      title: titleFromUrl(article.url),
    })
    unit.afterCommit(() => pages.readLater(id))
    return postId
  }

  async function resolveOrCreate(unit: Unit, community: CommunityFacts, article: ArticleIdentity): Promise<string> {
    for (;;) {
      const [known] = await postIds(community.id, [article])
      const postId = known ?? (await create(unit, community, article))
      if (postId !== null) return postId
    }
  }

  return {
    /** An article by an address of it; `known` is null as long as nobody has said anything. */
    async find(tokenName: string, url: string) {
      const community = await communities.require(tokenName)
      const article = await identity(community.id, { url })
      const [known = null] = await knownArticles(community.id, [article])
      return { communityId: community.id, identity: article, known }
    },
    /** Addresses by article id. */
    async urlsById(articleIds: string[]): Promise<Map<string, string>> {
      const rows = await read().byIds([...new Set(articleIds)])
      return new Map(rows.map((row) => [row.id, row.url]))
    },
    /** Everything for a widget's first view, as everybody may see it. Creates nothing. */
    async thread({ community: name, sort, limit, ...query }: ThreadQuery): Promise<CallOutput<'articleThread'>> {
      const { id: communityId, tokenName, title, urlSlug } = await communities.require(name)
      const { id, url, canonical, site } = query
      const article = await identity(communityId, { id, url, canonicalUrl: canonical }, site)
      const [postId] = await postIds(communityId, [article])
      const post = postId ? ((await posts.summariesById([postId])).get(postId) ?? null) : null
      const isShown = post !== null && isPublicPost(post.status)
      return {
        articleUrl: article.url,
        community: { tokenName, title, urlSlug },
        post: isShown ? post : null,
        comments: isShown
          ? await comments.firstPage({ postId: post.id, sort, limit: limit ?? COMMENTS_FIRST_PAGE_SIZE })
          : { items: [], cursor: null, hasMore: false },
      }
    },
    /** Comment counts in the order of the references; refused when none of them is the community's. */
    async counts(query: { community: string; refs: ArticleRef[]; site: string }): Promise<number[]> {
      const { id } = await communities.require(query.community)
      const wanted = await identities(id, query)
      if (wanted.every((one) => one === null)) throw new DomainError('ORIGIN_NOT_REGISTERED')
      const found = await postIds(id, wanted)
      const facts = await posts.factsById(found.flatMap((postId) => postId ?? []))
      return found.map((postId) => {
        const post = facts.get(postId ?? '')
        return post && isPublicPost(post.status) ? post.numComments : 0
      })
    },
    /**
     * Does some work on the named post, or on the post of an article. That one is made by the first work that succeeds:
     * both are one transaction, so a refused comment leaves no trace. With `creates` false an unknown article is POST_NOT_FOUND.
     */
    async onPost<Result>(
      target: {
        tokenName?: string | undefined
        postId?: string | undefined
        article?: ArticleRef | undefined
        creates?: boolean
      },
      work: (postId: string) => Promise<Result>,
    ): Promise<Result> {
      if (!target.article) return work(target.postId ?? '')
      const community = await communities.require(target.tokenName ?? '')
      const article = await identity(community.id, target.article)
      const [known] = await postIds(community.id, [article])
      if (known) return work(known)
      if (target.creates === false) throw new DomainError('POST_NOT_FOUND')
      return database.transaction(async (unit) => work(await resolveOrCreate(unit, community, article)))
    },
  }
}
