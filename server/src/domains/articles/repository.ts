import type { Connection } from '../../db/database.ts'

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
}

/** An article that has a post. */
export interface KnownArticle {
  id: string
  postId: string
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
    /** Which of these aliases are known, and the post of each one's article. */
    async postsByAlias(communityId: string, hashes: string[]): Promise<Map<string, KnownArticle>> {
      const rows = await connection('article_aliases as a')
        .join('articles as t', 't.id', 'a.article_id')
        .where('a.community_id', communityId)
        .whereIn('a.alias_hash', hashes)
        .select({ hash: 'a.alias_hash', id: 't.id', postId: 't.post_id' })
      return new Map(rows.map(({ hash, id, postId }) => [hash, { id, postId }]))
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
    /** Fails with a unique violation when the alias is taken. */
    async insertAlias(row: AliasRow): Promise<void> {
      await aliases().insert(row)
    },
    /** Adds those aliases that are free. */
    async addAliases(rows: AliasRow[]): Promise<void> {
      if (rows.length > 0) await aliases().insert(rows).onConflict(['community_id', 'alias_hash']).ignore()
    },
    async moveAliases(fromId: string, intoId: string): Promise<void> {
      await aliases().where({ article_id: fromId }).update({ article_id: intoId })
    },
  }
}
