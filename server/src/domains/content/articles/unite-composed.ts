import { isPublicPost } from '@stoa/contract'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PostRowFacts, PostService } from '../posts/index.ts'
import type { ArticleKeeping } from './article-admin.ts'
import { composed } from './canonical-url.ts'
import { aliasHash, isIdName } from './identity.ts'
import { type AliasRow, articleRepository } from './repository.ts'

/** Enqueued by a migration. */
const UNITE_COMPOSED = jobKind<Record<string, never>>('unite-composed-addresses')
const NAMES_AT_ONCE = 500
const LEASE_MS = 10 * 60 * 1000

/** The name as it is found since letters of addresses are composed. */
const composedName = (name: string) => (isIdName(name) ? name.normalize('NFC') : composed(name))

/** Whether no comment becomes public, hidden, locked or unlocked if one of the posts is merged into the other. */
function areAlike(one: PostRowFacts, other: PostRowFacts): boolean {
  return isPublicPost(one.status) && one.status === other.status && !one.isLocked && !other.isLocked
}

/**
 * Makes threads that were stored under addresses with decomposed letters (`e` and an accent for `é`) reachable again by
 * composed ones. Where both have a thread, the one with fewer comments is merged into the other, as operators do, so
 * that they can undo it. Threads of which one is hidden, locked or listed otherwise are left to operators.
 */
export function uniteComposedAddresses(
  about: Pick<Platform, 'database' | 'jobs' | 'logger'> & {
    posts: Pick<PostService, 'factsById'>
    articleKeeping: Pick<ArticleKeeping, 'mergeArticles'>
  },
): void {
  const { database, jobs, logger, posts, articleKeeping } = about
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
      const facts = await posts.factsById([decomposed.postId, there.postId])
      const [one, other] = [facts.get(decomposed.postId), facts.get(there.postId)]
      if (one && other && areAlike(one, other)) {
        // Of threads with as many comments, the older one stays.
        const isLarger = one.numComments - other.numComments || (decomposed.id < there.id ? 1 : -1)
        const [into, from] = isLarger > 0 ? [decomposed, there] : [there, decomposed]
        await articleKeeping.mergeArticles(from, into)
      } else {
        logger.warn(
          { community: one?.tokenName, articles: [row.alias, name], posts: [decomposed.postId, there.postId] },
          'two articles have one address, but different states; merge them with article:merge',
        )
      }
    } else {
      await database.transaction(({ connection }) =>
        articleRepository(connection).addAliases([{ ...row, alias: name, alias_hash: hash }]),
      )
    }
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
