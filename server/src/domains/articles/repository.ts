import type { Connection } from '../../platform/database/database.ts'

export interface ArticleRow {
  id: string
  community_id: string
  /** Canonical, with its scheme. */
  url: string
  /** Empty until the page was read. */
  title: string
  /** JSON of the image, or null. */
  image: string | null
  post_id: string
  created_at: number
}

export interface AliasRow {
  community_id: string
  /** Hash of `alias`. */
  alias_hash: string
  /** `id:<the publisher's id>`, or an address without its scheme. */
  alias: string
  article_id: string
  /** 1: the article's own page says so, or an operator; until then an id is a claim. */
  is_confirmed: number
}

/** An article that has a post, as one of its names found it. */
export interface KnownArticle {
  id: string
  postId: string
  url: string
  /** Whether the name that found it is confirmed. */
  isConfirmed: boolean
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
    /** The articles that have some of these names, by the hash of the name. */
    async byNames(communityId: string, hashes: string[]): Promise<Map<string, KnownArticle>> {
      if (hashes.length === 0) return new Map()
      const rows = await connection('article_aliases as a')
        .join('articles as t', 't.id', 'a.article_id')
        .where('a.community_id', communityId)
        .whereIn('a.alias_hash', hashes)
        .select({ hash: 'a.alias_hash', id: 't.id', postId: 't.post_id', url: 't.url', isConfirmed: 'a.is_confirmed' })
      return new Map(
        rows.map(({ hash, isConfirmed, ...article }) => [hash, { ...article, isConfirmed: isConfirmed === 1 }]),
      )
    },
    /** Those of some articles that have an id of their publisher's. */
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
    /** Names by address on one host that hold `.htm`. */
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
    /** Fails with a unique violation when the name is taken. */
    async insertAlias(row: AliasRow): Promise<void> {
      await aliases().insert(row)
    },
    /** Adds those names that are free; names of other articles stay theirs. */
    async addAliases(rows: AliasRow[]): Promise<void> {
      if (rows.length > 0) await aliases().insert(rows).onConflict(['community_id', 'alias_hash']).ignore()
    },
    async confirm(articleId: string, hashes: string[]): Promise<void> {
      await aliases().where({ article_id: articleId }).whereIn('alias_hash', hashes).update({ is_confirmed: 1 })
    },
    async moveAliases(fromId: string, intoId: string): Promise<void> {
      await aliases().where({ article_id: fromId }).update({ article_id: intoId })
    },
    /** Gives some names of an article to another one; for operators only. */
    async moveNames(hashes: string[], { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
      await aliases().where({ article_id: fromId }).whereIn('alias_hash', hashes).update({ article_id: intoId })
    },
  }
}
