import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PostService } from '../posts/index.ts'
import type { ArticleKeeping } from './article-admin.ts'
import { composed } from './canonical-url.ts'
import { aliasHash, isIdName } from './identity.ts'
import { type AliasRow, articleRepository, type KnownArticle } from './repository.ts'

/** Enqueued by a migration. */
const UNITE_COMPOSED = jobKind<Record<string, never>>('unite-composed-addresses')
const NAMES_AT_ONCE = 500
const LEASE_MS = 10 * 60 * 1000

/** The name as it is found since letters of addresses are composed. */
const composedName = (name: string) => (isIdName(name) ? name.normalize('NFC') : composed(name))

/**
 * Makes threads that were stored under addresses with decomposed letters (`e` and an accent for `é`) reachable again by
 * composed ones. Where both have a thread, the one with fewer comments is merged into the other, as operators do, so
 * that they can undo it.
 */
export function uniteComposedAddresses(
  about: Pick<Platform, 'database' | 'jobs'> & {
    posts: Pick<PostService, 'factsById'>
    articleKeeping: Pick<ArticleKeeping, 'mergeArticles'>
  },
): void {
  const { database, jobs, posts, articleKeeping } = about
  const read = () => articleRepository(database.read)

  async function unite(row: AliasRow, name: string): Promise<void> {
    const { community_id } = row
    const hash = aliasHash(name)
    const found = await read().byNames(community_id, [row.alias_hash, hash])
    const [decomposed, there] = [found.get(row.alias_hash), found.get(hash)]
    if (!decomposed || decomposed.id === there?.id) return
    if (there) {
      const apart = await read().withIds([decomposed.id, there.id])
      // Several articles of one page: their publisher's ids lead to them.
      if (apart.size === 2) return
      const [into, from] = await largerFirst(decomposed, there)
      await articleKeeping.mergeArticles(from, into)
    } else {
      await database.transaction(({ connection }) =>
        articleRepository(connection).addAliases([{ ...row, alias: name, alias_hash: hash }]),
      )
    }
  }

  /** Of threads with as many comments, the older one is first. */
  async function largerFirst(one: KnownArticle, other: KnownArticle): Promise<[KnownArticle, KnownArticle]> {
    const facts = await posts.factsById([one.postId, other.postId])
    const count = ({ postId }: KnownArticle) => facts.get(postId)?.numComments ?? 0
    const isFirst = count(one) - count(other) || (one.id < other.id ? 1 : -1)
    return isFirst > 0 ? [one, other] : [other, one]
  }

  async function composeUrls(articleIds: string[]): Promise<void> {
    for (const { id, url } of await read().byIds(articleIds)) {
      if (composed(url) === url) continue
      await database.transaction(({ connection }) => articleRepository(connection).update(id, { url: composed(url) }))
    }
  }

  jobs.leased(UNITE_COMPOSED, {
    leaseMs: LEASE_MS,
    async run() {
      let after: AliasRow | null = null
      do {
        const rows: AliasRow[] = await read().names({ after, limit: NAMES_AT_ONCE })
        const old = rows.filter(({ alias }) => composedName(alias) !== alias)
        for (const row of old) await unite(row, composedName(row.alias))
        await composeUrls([...new Set(old.map(({ article_id }) => article_id))])
        after = rows.length === NAMES_AT_ONCE ? (rows.at(-1) ?? null) : null
      } while (after)
    },
  })
}
