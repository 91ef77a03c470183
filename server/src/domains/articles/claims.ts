import { DAY_MS } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { aliasHash } from './identity.ts'
import { claimRepository, type Verdict } from './repository.ts'

/** A name that was claimed for an article and that its page does not settle. */
export interface Claim {
  communityId: string
  articleId: string
  name: string
  /** The page that was read. */
  url: string
  verdict: Verdict
}

export type ArticleClaims = ReturnType<typeof createArticleClaims>

const KEPT_MS = 30 * DAY_MS
const SHOWN_MAX = 200

/** Remembers what was claimed of articles and did not turn out to be so, for operators to decide. */
export function createArticleClaims({ database, clock, logger }: Pick<Platform, 'database' | 'clock' | 'logger'>) {
  const read = (tx?: Transaction) => claimRepository(database.from(tx))
  return {
    /** Notes a claim, again with each time it is made. */
    async note(tx: Transaction, { communityId, articleId, name, url, verdict }: Claim): Promise<void> {
      await claimRepository(tx.connection).put({
        article_id: articleId,
        alias_hash: aliasHash(name),
        community_id: communityId,
        alias: name,
        url,
        verdict,
        seen_at: clock.now(),
      })
      if (verdict === 'apart') return
      tx.afterCommit(() => logger.warn({ articleId, name, url, verdict }, 'an article is claimed to be another one'))
    },
    /** These names are the article's: what was claimed of them is settled. */
    async settle(tx: Transaction, articleId: string, names: string[]): Promise<void> {
      await claimRepository(tx.connection).delete(articleId, names.map(aliasHash))
    },
    /** Which ids were found not to be those of some articles. */
    async apart(articleIds: string[], tx?: Transaction): Promise<(articleId: string, idHash: string) => boolean> {
      const rows = await read(tx).apart(articleIds)
      const known = new Set(rows.map((row) => `${row.article_id} ${row.alias_hash}`))
      return (articleId, idHash) => known.has(`${articleId} ${idHash}`)
    },
    /** Claims of a community that wait for an operator, newest first. */
    list: (communityId: string) => read().open(communityId, SHOWN_MAX),
    /** Job: forgets claims that nobody has made for a month. Returns how many. */
    async cleanUp(): Promise<number> {
      return database.transaction(({ connection }) => claimRepository(connection).deleteBefore(clock.now() - KEPT_MS))
    },
  }
}
