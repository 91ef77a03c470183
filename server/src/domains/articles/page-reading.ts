import type { Database } from '../../db/database.ts'
import type { Background } from '../../lib/background.ts'
import type { Fetcher } from '../../providers/fetcher.ts'
import { readPageMetadata } from '../../providers/page-metadata.ts'
import type { PostService } from '../posts/service.ts'
import { canonicalUrl, identityOf } from './canonical-url.ts'
import { aliasRow, hostOf } from './identity.ts'
import type { OriginService } from './origins.ts'
import { articleRepository } from './repository.ts'

interface Dependencies {
  database: Database
  background: Background
  fetcher: Fetcher
  origins: OriginService
  posts: PostService
}

export type ArticleReader = ReturnType<typeof createArticleReader>

/** Reads the pages of articles for what they are called and what else they are known as. */
export function createArticleReader({ database, background, fetcher, origins, posts }: Dependencies) {
  /** Takes title, picture and the addresses that the page itself vouches for: what a visitor claims makes no alias. */
  async function describe(articleId: string): Promise<void> {
    const article = await articleRepository(database.read).byId(articleId)
    if (!article) return
    const page = await fetcher.fetchPage(article.url)
    const { title, description, image, canonicalUrl: named } = readPageMetadata(page.html, page.url)
    const addresses = [page.url, named ?? page.url].flatMap((address) => canonicalUrl(address) ?? [])
    const hosts = addresses.flatMap((address) => hostOf(address) ?? [])
    const registered = await origins.registeredHosts(article.community_id, hosts)
    const aliases = addresses.filter((address) => registered.has(hostOf(address) ?? '')).map(identityOf)
    await database.transaction(async (unit) => {
      const repository = articleRepository(unit.connection)
      const about = { communityId: article.community_id, articleId }
      await repository.addAliases([...new Set(aliases)].map((alias) => aliasRow(alias, about)))
      await repository.update(articleId, {
        title: title ?? article.title,
        image: image === null ? article.image : JSON.stringify({ url: image }),
      })
      await posts.describe(unit, article.post_id, {
        ...(title === null ? {} : { title }),
        ...(description === null ? {} : { excerpt: description }),
        ...(image === null ? {} : { heroImage: { url: image } }),
      })
    })
  }

  return {
    /** Reads the article's page when there is time. */
    readLater(articleId: string): void {
      background.run('read article', () => describe(articleId))
    },
  }
}
