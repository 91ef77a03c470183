import type { Connection, Database } from '../../../platform/database/database.ts'
import type { RetiredPost } from '../posts/index.ts'

export interface ArticleRow {
  id: string
  community_id: string
  /** Canonical, with its scheme. */
  url: string
  /** Empty until the page has been read. */
  title: string
  /** JSON of the image; null if there is none. */
  image: string | null
  post_id: string
  created_at: number
  /** 1 unless it was created before parameters like `ref` in a page's canonical link counted. */
  is_exact: number
}

export interface AliasRow {
  community_id: string
  /** Hash of `alias`. */
  alias_hash: string
  /** `id:<the publisher's id>`, or an address without its scheme. */
  alias: string
  article_id: string
  /** 1 if confirmed by the article's page or an operator. An unconfirmed id is only a claim. */
  is_confirmed: number
}

/** An article with a post, found by one of its names. */
export interface KnownArticle {
  id: string
  postId: string
  url: string
  /** Whether the matching name is confirmed. */
  isConfirmed: boolean
  /** Whether pages with other ambiguous parameters have other articles. */
  isExact: boolean
}

export function articleRepository(connection: Connection) {
  const articles = () => connection<ArticleRow>('articles')
  const aliases = () => connection<AliasRow>('article_aliases')
  return {
    async byId(id: string): Promise<ArticleRow | undefined> {
      return articles().where({ id }).first()
    },
    async byIds(ids: string[]): Promise<ArticleRow[]> {
      return articles().whereIn('id', ids)
    },
    /** Articles with these names, by hash of the name. */
    async byNames(communityId: string, hashes: string[]): Promise<Map<string, KnownArticle>> {
      if (hashes.length === 0) return new Map()
      const rows = await connection('article_aliases as a')
        .join('articles as t', 't.id', 'a.article_id')
        .where('a.community_id', communityId)
        .whereIn('a.alias_hash', hashes)
        .select({ hash: 'a.alias_hash', id: 't.id', postId: 't.post_id', url: 't.url' })
        .select({ isConfirmed: 'a.is_confirmed', isExact: 't.is_exact' })
      return new Map(
        rows.map(({ hash, isConfirmed, isExact, ...article }) => [
          hash,
          { ...article, isConfirmed: isConfirmed === 1, isExact: isExact === 1 },
        ]),
      )
    },
    /** Which of the articles have a publisher's id. */
    async withIds(articleIds: string[]): Promise<Set<string>> {
      const rows = await aliases()
        .whereIn('article_id', articleIds)
        .where('alias', 'like', 'id:%')
        .distinct('article_id')
      return new Set(rows.map((row) => row.article_id))
    },
    async namesOf(articleId: string): Promise<AliasRow[]> {
      return aliases().where({ article_id: articleId }).orderBy('alias')
    },
    /** A batch of all names. */
    async names({ after, limit }: { after: AliasRow | null; limit: number }): Promise<AliasRow[]> {
      const query = aliases().orderBy('community_id').orderBy('alias_hash').limit(limit)
      if (after === null) return query
      const { community_id, alias_hash } = after
      return query
        .where('community_id', '>=', community_id)
        .where(
          (either) =>
            void either
              .where('community_id', '>', community_id)
              .orWhere((same) => void same.where({ community_id }).where('alias_hash', '>', alias_hash)),
        )
    },
    /** Address names on a host that contain `.htm`. */
    async htmlNames(communityId: string, host: string): Promise<string[]> {
      const rows = await aliases()
        .where({ community_id: communityId })
        .where('alias', 'like', `//${host}/%.htm%`)
        .orderBy('alias')
        .select('alias')
      return rows.map(({ alias }) => alias)
    },
    async insert(row: ArticleRow): Promise<void> {
      await articles().insert(row)
    },
    async update(id: string, change: Partial<ArticleRow>): Promise<void> {
      await articles().where({ id }).update(change)
    },
    async delete(id: string): Promise<void> {
      await articles().where({ id }).del()
    },
    /** Throws a unique violation if the name is taken. */
    async insertAlias(row: AliasRow): Promise<void> {
      await aliases().insert(row)
    },
    /** Adds those of the names that are free. */
    async addAliases(rows: AliasRow[]): Promise<void> {
      if (rows.length > 0) await aliases().insert(rows).onConflict(['community_id', 'alias_hash']).ignore()
    },
    async confirm(articleId: string, hashes: string[]): Promise<void> {
      await aliases().where({ article_id: articleId }).whereIn('alias_hash', hashes).update({ is_confirmed: 1 })
    },
    async moveAliases(fromId: string, intoId: string): Promise<void> {
      await aliases().where({ article_id: fromId }).update({ article_id: intoId })
    },
    /** Moves names from one article to another; for operators only. */
    async moveNames(hashes: string[], { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      await aliases().where({ article_id: fromId }).whereIn('alias_hash', hashes).update({ article_id: intoId })
    },
  }
}

/**
 * Verdict on a claim. refused: the page has another id · unconfirmed: the page has none, and the article is at another
 * address · taken: the page confirms it, but the name is another article's · apart: one of several on its page, so it
 * has its own thread.
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

/** A claim with its article. */
export interface OpenClaim extends Pick<ClaimRow, 'article_id' | 'alias' | 'url' | 'verdict' | 'seen_at'> {
  /** Address of the claimed article. */
  article_url: string
  /** The article that has the name; null if none has. */
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
    /** Unresolved claims: the article exists, and the name isn't its own. */
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

/** Snapshot of an article that was merged into another. */
export interface MergedArticle {
  article: ArticleRow
  names: AliasRow[]
  post: RetiredPost
  /** Whether its poll was moved, too. */
  hasGivenPoll: boolean
}

export interface MergeRow {
  id: string
  into_article_id: string
  /** JSON of `MergedArticle`. */
  merged: string
}

/** Queries of merges, for undoing them. */
export function mergeRepository(connection: Connection) {
  const merges = () => connection<MergeRow>('article_merges')
  return {
    async insert(row: MergeRow): Promise<void> {
      await merges().insert(row)
    },
    /** Locks a merge. False if it has been undone. */
    async lock(id: string, lock: Database['dialect']['forUpdate']): Promise<boolean> {
      return (await lock(merges().where({ id }).select('id'))).length > 0
    },
    /** Merges into an article, newest first. */
    async into(articleId: string): Promise<MergeRow[]> {
      return merges().where({ into_article_id: articleId }).orderBy('id', 'desc')
    },
    async delete(id: string): Promise<void> {
      await merges().where({ id }).del()
    },
  }
}
