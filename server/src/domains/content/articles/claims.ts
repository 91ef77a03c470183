import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { aliasHash } from './identity.ts'
import { claimRepository, type Verdict } from './repository.ts'

/** A name claimed for an article that its page doesn't confirm. */
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

/** Records unconfirmed claims about articles for operators to decide. */
export function createArticleClaims({ database, clock, logger }: Pick<Platform, 'database' | 'clock' | 'logger'>) {
  const read = (tx?: Transaction) => claimRepository(database.from(tx))
  return {
    /** Records a claim, each time it is made. */
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
    /** Resolves claims about names that are now confirmed as the article's. */
    async settle(tx: Transaction, articleId: string, names: string[]): Promise<void> {
      await claimRepository(tx.connection).delete(articleId, names.map(aliasHash))
    },
    /** Ids known not to belong to some articles. */
    async apart(articleIds: string[], tx?: Transaction): Promise<(articleId: string, idHash: string) => boolean> {
      const rows = await read(tx).apart(articleIds)
      const keys = new Set(rows.map((row) => `${row.article_id} ${row.alias_hash}`))
      return (articleId, idHash) => keys.has(`${articleId} ${idHash}`)
    },
    /** Unresolved claims of a community, newest first. */
    list: (communityId: string) => read().open(communityId, SHOWN_MAX),
    /** Job: deletes claims not repeated for a month. Returns how many. */
    async cleanUp(): Promise<number> {
      return database.transaction(({ connection }) => claimRepository(connection).deleteBefore(clock.now() - KEPT_MS))
    },
  }
}
