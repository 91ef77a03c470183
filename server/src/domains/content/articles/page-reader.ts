import { LRUCache } from 'lru-cache'
import { HOUR_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Fetcher } from '../../../platform/fetcher/fetcher.ts'
import type { PageMetadata } from '../../../platform/fetcher/page-metadata.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { PostService } from '../posts/index.ts'
import { canonicalUrl, identityOf } from './canonical-url.ts'
import type { ArticleClaims } from './claims.ts'
import { type ArticleIdentity, aliasHash, aliasRow, formsOf, hostOf, idName } from './identity.ts'
import { type ArticleRow, articleRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'background'> {
  fetcher: Pick<Fetcher, 'fetchPage'>
  communities: CommunityService
  partnerOrigins: OriginService
  posts: PostService
  claims: ArticleClaims
}

/** A page to read. */
interface Reading {
  articleId: string
  url: string
  /** Name by the id in the request; null without an id. */
  id: string | null
  /** Whether to update title and picture, too. */
  describes: boolean
}

/** What a page says about itself, in article names. */
interface PageWord {
  metadata: PageMetadata
  /** Addresses on registered sites: the canonical one first, the requested one last. */
  addresses: string[]
  /** The page, if it is on the registered site that was asked; null after a redirect to another one. */
  page: string | null
  ids: string[]
}

/** Result of verifying a claim. */
interface ClaimVerdict {
  /** Confirmed names of the article. */
  names: string[]
  /** Whether the article is at this page. */
  settlesUrl: boolean
  /** Ids of other articles on this page. */
  apart: string[]
  /** Why the claimed id isn't, or isn't certainly, the article's; null if it is. */
  refusal: 'refused' | 'unconfirmed' | null
}

export type ArticleReader = ReturnType<typeof createArticleReader>

/** How long a page isn't read again for the same article. */
const AGAIN_MS = HOUR_MS
const REMEMBERED_MAX = 5000
/** Maximum number of ids considered per page. */
const APART_MAX = 100

/** Loaded with the first page, since it includes an HTML parser. */
const loadReaders = () =>
  Promise.all([import('../../../platform/fetcher/page-metadata.ts'), import('./page-articles.ts')])

/** Reads the pages of articles for titles and names, since visitors' claims aren't trusted. */
export function createArticleReader(dependencies: Dependencies) {
  const { database, clock, background, fetcher, communities, partnerOrigins, posts, claims } = dependencies
  const lastRead = new LRUCache<string, number>({ max: REMEMBERED_MAX })

  async function wordOf(article: ArticleRow, url: string): Promise<PageWord> {
    const page = await fetcher.fetchPage(url)
    const [{ readPageMetadata }, { readArticleIds }] = await loadReaders()
    const metadata = await readPageMetadata(page.html, page.url)
    const claimedUrls = [metadata.canonicalUrl ?? page.url, page.url, url].flatMap(
      (address) => canonicalUrl(address, metadata.canonicalUrl ?? undefined) ?? [],
    )
    const hosts = claimedUrls.flatMap((address) => hostOf(address) ?? [])
    const registered = await partnerOrigins.registeredHosts(article.community_id, hosts)
    const here = claimedUrls.filter((address) => registered.has(hostOf(address) ?? ''))
    const community = (await communities.factsById([article.community_id])).get(article.community_id)
    const names = new Set([community?.tokenName ?? '', community?.urlSlug ?? ''].map((name) => name.toLowerCase()))
    return {
      metadata,
      // The page's own address first, as the other form may not exist.
      addresses: [...new Set(here.flatMap((address) => formsOf(address, registered).toReversed()))],
      page: hostOf(page.url) === hostOf(url) && registered.has(hostOf(page.url) ?? '') ? page.url : null,
      ids: (await readArticleIds(page.html, names)).map(idName),
    }
  }

  async function read({ articleId, url, id, describes }: Reading): Promise<void> {
    const article = await articleRepository(database.read).byId(articleId)
    if (!article) return
    const word = await wordOf(article, url)
    await database.transaction(async (tx) => {
      const nameRows = await articleRepository(tx.connection).namesOf(articleId)
      const isConfirmed = nameRows.some((row) => row.alias === id && row.is_confirmed === 1)
      const { names, settlesUrl, apart, refusal } = verifyClaim({
        id,
        word,
        ownNames: new Set(nameRows.map((row) => row.alias)),
      })
      const about = { communityId: article.community_id, articleId }
      await take(tx, { article, names, url })
      for (const other of apart) await claims.note(tx, { ...about, name: other, url, verdict: 'apart' })
      if (id !== null && refusal !== null && (refusal !== 'unconfirmed' || !isAt(article.url, word))) {
        await claims.note(tx, { ...about, name: id, url, verdict: refusal })
      }
      const moves = settlesUrl && !isConfirmed && !isAt(article.url, word)
      if (moves) await articleRepository(tx.connection).update(articleId, { url: word.addresses[0] ?? url })
      const isUnread = article.title === '' && names.length > 0
      if (moves || isUnread || (describes && refusal !== 'refused')) await describe(tx, article, word.metadata)
      await describeSite(tx, article.community_id, word)
    })
  }

  /**
   * Gives an article the names that its page confirms. Names of other articles aren't moved; the conflict is recorded
   * for operators.
   */
  async function take(tx: Transaction, { article, names, url }: { article: ArticleRow; names: string[]; url: string }) {
    const repository = articleRepository(tx.connection)
    const about = { communityId: article.community_id, articleId: article.id, isConfirmed: true }
    await repository.addAliases(names.map((name) => aliasRow(name, about)))
    await repository.confirm(article.id, names.map(aliasHash))
    const owners = await repository.byNames(article.community_id, names.map(aliasHash))
    const isOwn = (name: string) => owners.get(aliasHash(name))?.id === article.id
    await claims.settle(tx, article.id, names.filter(isOwn))
    for (const name of names.filter((one) => !isOwn(one))) {
      await claims.note(tx, { ...about, name, url, verdict: 'taken' })
    }
  }

  async function describe(
    tx: Transaction,
    article: ArticleRow,
    { title, description, image }: PageMetadata,
  ): Promise<void> {
    await articleRepository(tx.connection).update(article.id, {
      title: title ?? article.title,
      image: image === null ? article.image : JSON.stringify({ url: image }),
    })
    await posts.describe(tx, article.post_id, {
      ...(title === null ? {} : { title }),
      ...(description === null ? {} : { excerpt: description }),
      ...(image === null ? {} : { heroImage: { url: image } }),
    })
  }

  /**
   * Takes over what the page of a registered site says about its own site; never what it says about the site of its
   * canonical address, which may be another one.
   */
  async function describeSite(tx: Transaction, communityId: string, { metadata, page: url }: PageWord) {
    if (url === null) return
    const { siteName: name, icon } = metadata
    const hasChanged = await partnerOrigins.describe(tx, { communityId, url }, { name, icon })
    if (hasChanged) await communities.tellChanged(tx, communityId)
  }

  return {
    /** Reads the page of a new or moved article in the background. */
    readLater(articleId: string, about: { url: string; id: string | null }): void {
      background.run('read article', () => read({ ...about, articleId, describes: true }))
    },
    /** Reads the page of an unconfirmed request, unless that was done recently. */
    checkLater(articleId: string, { page, id }: ArticleIdentity): void {
      const key = `${articleId} ${id ?? ''} ${page}`
      const now = clock.now()
      if (now - (lastRead.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
      lastRead.set(key, now)
      background.run('check article', () => read({ articleId, url: page, id, describes: false }))
    },
  }
}

function isAt(url: string, { addresses }: PageWord): boolean {
  return addresses.map(identityOf).includes(identityOf(url))
}

/** Verifies a claim against the page. `ownNames`: the article’s names. */
function verifyClaim({
  id,
  word,
  ownNames,
}: {
  id: string | null
  word: PageWord
  ownNames: ReadonlySet<string>
}): ClaimVerdict {
  const addresses = word.addresses.map(identityOf)
  const isHere = addresses.some((name) => ownNames.has(name))
  const sole = word.ids.length === 1 ? word.ids : []
  const atHome = isHere ? [...sole, ...addresses] : []
  // An article identified by address owns none of several ids on its page: each has its own thread.
  const apart = isHere && sole.length === 0 ? word.ids.filter((other) => !ownNames.has(other)).slice(0, APART_MAX) : []
  const verdict = { names: atHome, settlesUrl: false, apart, refusal: null }
  // A request may combine two pages. Then this page says nothing about the article.
  if (id === null || !(isHere || ownNames.has(id))) return verdict
  if (word.ids.length === 0) return { ...verdict, refusal: 'unconfirmed' }
  if (!word.ids.includes(id)) return { ...verdict, refusal: 'refused' }
  if (sole.length > 0) return { ...verdict, names: [id, ...addresses], settlesUrl: true }
  return ownNames.has(id) ? { ...verdict, names: [id], settlesUrl: true } : verdict
}
