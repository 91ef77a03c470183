import type { Connection } from '../../platform/database/database.ts'
import type { RetiredPost } from '../posts/article-posts.ts'
import type { AliasRow, ArticleRow } from './repository.ts'

/** An article that became part of another one, as it was. */
export interface MergedArticle {
  article: ArticleRow
  names: AliasRow[]
  post: RetiredPost
  /** Its poll went along. */
  hasGivenPoll: boolean
}

export interface MergeRow {
  id: string
  into_article_id: string
  /** JSON of `MergedArticle`. */
  merged: string
}

/** Queries of merges that can be undone. */
export function mergeRepository(connection: Connection) {
  const merges = () => connection<MergeRow>('article_merges')
  return {
    async insert(row: MergeRow): Promise<void> {
      await merges().insert(row)
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
