import type { Connection } from '../../platform/database/database.ts'

/**
 * What became of a claim. refused: the page bears another id · unconfirmed: the page bears none, and the article stands at
 * another address · taken: the page says so, but the name is another article's · apart: one of several on its page, so it
 * has a thread of its own.
 */
export type Verdict = 'refused' | 'unconfirmed' | 'taken' | 'apart'

export interface ClaimRow {
  article_id: string
  alias_hash: string
  community_id: string
  alias: string
  /** Address of the page that was read. */
  url: string
  verdict: Verdict
  seen_at: number
}

/** A claim with what it is about. */
export interface OpenClaim extends Pick<ClaimRow, 'article_id' | 'alias' | 'url' | 'verdict' | 'seen_at'> {
  /** Address of the article that the claim was made of. */
  article_url: string
  /** Article that has the name; null where none has. */
  owner_id: string | null
}

/** Queries of claims about articles. */
export function claimRepository(connection: Connection) {
  const claims = () => connection<ClaimRow>('article_claims')
  return {
    async put(row: ClaimRow): Promise<void> {
      await claims().insert(row).onConflict(['article_id', 'alias_hash']).merge(['url', 'verdict', 'seen_at'])
    },
    async delete(articleId: string, hashes: string[]): Promise<void> {
      await claims().where({ article_id: articleId }).whereIn('alias_hash', hashes).del()
    },
    async apart(articleIds: string[]): Promise<Pick<ClaimRow, 'article_id' | 'alias_hash'>[]> {
      return claims()
        .whereIn('article_id', articleIds)
        .whereIn('verdict', ['apart', 'refused'])
        .select('article_id', 'alias_hash')
    },
    /** Claims that are not settled by now: the article is there, and the name is not its own. */
    async open(communityId: string, limit: number): Promise<OpenClaim[]> {
      return connection('article_claims as c')
        .join('articles as t', 't.id', 'c.article_id')
        .leftJoin('article_aliases as a', (join) =>
          join.on('a.community_id', 'c.community_id').andOn('a.alias_hash', 'c.alias_hash'),
        )
        .where('c.community_id', communityId)
        .whereNot('c.verdict', 'apart')
        .whereRaw('(a.article_id is null or a.article_id <> c.article_id or a.is_confirmed = 0)')
        .orderBy('c.seen_at', 'desc')
        .limit(limit)
        .select('c.article_id', 'c.alias', 'c.url', 'c.verdict', 'c.seen_at', {
          article_url: 't.url',
          owner_id: 'a.article_id',
        })
    },
    async deleteBefore(time: number): Promise<number> {
      return claims().where('seen_at', '<', time).del()
    },
  }
}
