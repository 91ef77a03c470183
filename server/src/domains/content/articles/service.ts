import {
  type ArticleRef,
  type CallOutput,
  type CallParsedInput,
  COMMENTS_FIRST_PAGE_SIZE,
  type CommentSort,
  isPublicPost,
  type Me,
  type Post,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityFacts, CommunityService } from '../../people/communities/index.ts'
import type { MediaAddresses } from '../../people/media/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { Domain, DomainService } from '../../people/tenants/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'
import { titleFromUrl } from './canonical-url.ts'
import type { ArticleClaims } from './claims.ts'
import { type ArticleIdentity, aliasRow, idName, isIdName, namesOf } from './identity.ts'
import type { ArticleReader } from './page-reader.ts'
import { articleRepository } from './repository.ts'
import { createArticleResolver, type FoundArticle } from './resolver.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'ids'> {
  partnerOrigins: OriginService
  communities: CommunityService
  domains: Pick<DomainService, 'hasMoney'>
  media: Pick<MediaAddresses, 'picture'>
  posts: PostService
  comments: CommentService
  pages: ArticleReader
  claims: ArticleClaims
}

/** Work on a post, optionally in a transaction. */
type WorkOnPost<Result> = (postId: string, tx: Transaction | undefined) => Promise<Result>

interface NewArticle {
  id: string
  postId: string
  communityId: string
  url: string
}

/** A page's article. */
interface PageQuery {
  community: string
  id?: string | undefined
  url: string
  canonical?: string | undefined
  /** Origin of the requesting page on another site. Empty for the forum's own pages and for programs. */
  site: string
  /** The forum's domain. Default: one without money. */
  domain?: Domain
}

export interface ThreadQuery extends PageQuery {
  sort?: CommentSort | undefined
  limit?: number | undefined
}

export type ArticleService = ReturnType<typeof createArticleService>

/** Identifies partners' articles and creates the posts that represent them in the forum. */
export function createArticleService(dependencies: Dependencies) {
  const { database, clock, events, ids, partnerOrigins, communities, domains, media, posts, comments, pages } =
    dependencies
  const resolver = createArticleResolver(dependencies)

  /** Creates the article and its post. Null if a concurrent request has just created them. */
  async function create(tx: Transaction, community: CommunityFacts, article: ArticleIdentity): Promise<string | null> {
    const repository = articleRepository(tx.connection)
    const id = ids.next()
    const [name = ''] = namesOf(article)
    const isConfirmed = article.id === null
    try {
      // The unique key of this row decides between concurrent first comments. The later one waits here.
      await repository.insertAlias(aliasRow(name, { communityId: community.id, articleId: id, isConfirmed }))
    } catch (error) {
      if (database.dialect.isUniqueViolation(error)) return null
      throw error
    }
    const about = { id, postId: ids.next(), communityId: community.id, url: article.url }
    await insert(tx, about)
    const { tokenName } = community
    events.publish(tx, {
      name: 'article.opened',
      payload: { tokenName, postId: about.postId, articleUrl: about.url },
    })
    tx.afterCommit(() => pages.readLater(id, article))
    return about.postId
  }

  async function insert(tx: Transaction, { id, postId, communityId, url }: NewArticle): Promise<void> {
    await articleRepository(tx.connection).insert({
      id,
      community_id: communityId,
      url,
      title: '',
      image: null,
      post_id: postId,
      created_at: clock.now(),
      is_exact: 1,
    })
    const title = titleFromUrl(url)
    await posts.createForArticle(tx, { id: postId, communityId, articleId: id, title })
  }

  /** Does the work and has the requesting page read, since visitors' claims aren't trusted. */
  async function workInDoubt<Result>(
    foundArticle: FoundArticle,
    { article, work }: { article: ArticleIdentity; work: WorkOnPost<Result> },
    tx: Transaction | undefined,
  ): Promise<Result> {
    return database.transaction(async (tx) => {
      const result = await work(foundArticle.postId, tx)
      tx.afterCommit(() => pages.checkLater(foundArticle.id, article))
      return result
    }, tx)
  }

  async function resolveOrCreate(
    tx: Transaction,
    community: CommunityFacts,
    article: ArticleIdentity,
  ): Promise<string> {
    for (;;) {
      const existingArticle = await resolver.article(community.id, article, tx)
      const postId = existingArticle?.postId ?? (await create(tx, community, article))
      if (postId !== null) return postId
    }
  }

  /** The community of a page's article, the article, and its post if it has one. */
  async function findForPage({ community: name, id, url, canonical, site }: PageQuery) {
    const community = await communities.require(name)
    const article = await resolver.identity(community.id, { id, url, canonicalUrl: canonical }, { site })
    return { community, article, postId: (await resolver.article(community.id, article))?.postId }
  }

  async function shownPost(query: PageQuery) {
    const { community: of, article, postId } = await findForPage(query)
    const { tokenName, title, urlSlug, anonymousComments, membersOnly, archived, logo } = of
    const post = postId ? ((await posts.summariesById([postId])).get(postId) ?? null) : null
    return {
      articleUrl: article.url,
      community: {
        tokenName,
        title,
        urlSlug,
        anonymousComments,
        ...(membersOnly && { membersOnly }),
        ...(archived && { archived }),
        ...(query.domain && domains.hasMoney(query.domain, tokenName) && { money: true }),
        ...(logo && { logoImageURI: logo }),
      },
      post: post && isPublicPost(post.status) ? post : null,
      ...(post && !isPublicPost(post.status) ? { isHidden: true } : {}),
    }
  }

  return {
    /** Finds an article by address or `id:<the publisher's id>`; `storedArticle` is null if it has no thread. */
    async find(tokenName: string, name: string) {
      const community = await communities.require(tokenName)
      const isStoredName = name.startsWith('//')
      const identity = isIdName(name) || isStoredName ? null : await resolver.identity(community.id, { url: name })
      const storedArticle = identity
        ? await resolver.article(community.id, identity)
        : await resolver.articleByName(community.id, isStoredName ? name : idName(name.slice('id:'.length)))
      return { communityId: community.id, identity, storedArticle }
    },
    /** The address of the article with a publisher's id. Throws POST_NOT_FOUND if it has no public thread. */
    async address({ community, id }: CallParsedInput<'articleAddress'>): Promise<CallOutput<'articleAddress'>> {
      const article = await resolver.articleByName((await communities.require(community)).id, idName(id))
      const post = article && (await posts.summariesById([article.postId])).get(article.postId)
      if (!article || !post || !isPublicPost(post.status)) throw new DomainError('POST_NOT_FOUND')
      return { articleUrl: article.url }
    },
    /**
     * A registered site, with its community if that is the only one. `onlyCommunity`: token name of the only community
     * considered; null for all.
     */
    async site(origin: string, onlyCommunity: string | null): Promise<CallOutput<'articleSite'>> {
      const onlyId = onlyCommunity === null ? null : await communities.idOf(onlyCommunity)
      const registeredBy = (await partnerOrigins.communitiesOf(origin)).toSorted()
      const communityIds = registeredBy.filter((id) => onlyId === null || id === onlyId)
      const [communityId] = communityIds
      if (communityId === undefined) throw new DomainError('ORIGIN_NOT_REGISTERED')
      const [site] = await partnerOrigins.sitesOf([{ communityId, url: origin }])
      const about = communityIds.length === 1 && (await communities.factsById(communityIds)).get(communityId)
      return {
        site: { name: site?.name ?? '', iconUrl: media.picture(site?.icon ?? '') },
        community: about ? { tokenName: about.tokenName, title: about.title, logoImageURI: about.logo } : null,
      }
    },
    /** Creates an article and its post at an address, for an operator, who adds its names afterward. */
    async begin(tx: Transaction, { communityId, url }: { communityId: string; url: string }): Promise<NewArticle> {
      const about = { id: ids.next(), postId: ids.next(), communityId, url }
      await insert(tx, about)
      return about
    },
    /** All public data for a widget's first view. Creates nothing. */
    async thread({ sort, limit, ...query }: ThreadQuery): Promise<CallOutput<'articleThread'>> {
      const about = await shownPost(query)
      return {
        ...about,
        comments: about.post
          ? await comments.firstPage({ postId: about.post.id, sort, limit: limit ?? COMMENTS_FIRST_PAGE_SIZE })
          : { items: [], cursor: null, hasMore: false },
      }
    },
    /** The thread's post without comments. */
    post: shownPost,
    /** The thread's post as the viewer sees it, also while it is hidden. */
    async postFor(viewer: Me, query: PageQuery): Promise<Post> {
      const { postId = '', community } = await findForPage(query)
      const here = (await posts.viewersOf(viewer, [postId]))(postId)
      return posts.get(here, { idOrSlug: postId, tokenName: community.tokenName })
    },
    /** Comment counts and posts in the order of the references. Throws if none of the articles is the community's. */
    async counts(query: {
      community: string
      refs: ArticleRef[]
      site: string
    }): Promise<{ counts: number[]; postIds: (string | null)[] }> {
      const { id } = await communities.require(query.community)
      const articleIdentities = await resolver.identities(id, query)
      if (articleIdentities.every((one) => one === null)) throw new DomainError('ORIGIN_NOT_REGISTERED')
      const articlePostIds = (await resolver.articles(id, articleIdentities)).map((article) => article?.postId ?? null)
      const facts = await posts.factsById(articlePostIds.flatMap((postId) => postId ?? []))
      const entries = articlePostIds.map((postId) => {
        const post = facts.get(postId ?? '')
        return post && isPublicPost(post.status) ? { postId, count: post.numComments } : { postId: null, count: 0 }
      })
      return { counts: entries.map(({ count }) => count), postIds: entries.map(({ postId }) => postId) }
    },
    /**
     * Runs work on the given post, or on an article's post. The first work that succeeds creates that post in its
     * transaction, so a refused comment leaves no trace. With `creates` false, an unknown article throws
     * POST_NOT_FOUND.
     */
    async onPost<Result>(
      target: {
        tokenName?: string | undefined
        postId?: string | undefined
        article?: ArticleRef | undefined
        creates?: boolean
      },
      work: WorkOnPost<Result>,
      tx?: Transaction,
    ): Promise<Result> {
      if (!target.article) return work(target.postId ?? '', tx)
      const community = await communities.require(target.tokenName ?? '', tx)
      const article = await resolver.identity(community.id, target.article, { tx })
      const existingArticle = await resolver.article(community.id, article, tx)
      if (existingArticle?.isInDoubt) return workInDoubt(existingArticle, { article, work }, tx)
      if (existingArticle) return work(existingArticle.postId, tx)
      if (target.creates === false) throw new DomainError('POST_NOT_FOUND')
      return database.transaction(async (tx) => work(await resolveOrCreate(tx, community, article), tx), tx)
    },
  }
}
