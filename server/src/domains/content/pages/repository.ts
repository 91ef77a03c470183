import type { Connection, Database } from '../../../platform/database/database.ts'

/** A page without its texts. */
export interface PageSummaryRow {
  id: string
  domain_name: string
  slug: string
  revision: number
  titles: string
  published_titles: string
  has_draft: number
  published_at: number
  author_id: string
  saved_at: number
}

export interface PageRow extends PageSummaryRow {
  texts: string
  published_texts: string
}

const SUMMARY = [
  ...(['id', 'domain_name', 'slug', 'revision', 'titles', 'published_titles', 'has_draft'] as const),
  ...(['published_at', 'author_id', 'saved_at'] as const),
]

/** Queries of the static pages of domains. */
export function pageRepository(connection: Connection) {
  const pages = () => connection<PageRow>('domain_pages')
  return {
    async shown(
      domainName: string,
      slug: string,
    ): Promise<Pick<PageRow, 'id' | 'published_texts' | 'published_at'> | undefined> {
      return pages().where({ domain_name: domainName, slug }).first('id', 'published_texts', 'published_at')
    },
    async at(domainName: string, id: string): Promise<PageRow | undefined> {
      return pages().where({ domain_name: domainName, id }).first()
    },
    async summaries(domainName: string, ids: readonly string[]): Promise<PageSummaryRow[]> {
      if (ids.length === 0) return []
      return pages().where({ domain_name: domainName }).whereIn('id', ids).select(SUMMARY)
    },
    async list(domainName: string): Promise<PageSummaryRow[]> {
      return pages().where({ domain_name: domainName }).orderBy('slug').select(SUMMARY)
    },
    /** A page, locked until the transaction ends. */
    async lock(id: string, { forUpdate }: Database['dialect']): Promise<PageRow | undefined> {
      const [row] = await forUpdate(pages().where({ id }))
      return row
    },
    async insert(row: PageRow): Promise<void> {
      await pages().insert(row)
    },
    async update({ id, ...row }: PageRow): Promise<void> {
      await pages().where({ id }).update(row)
    },
    async remove(id: string): Promise<void> {
      await pages().where({ id }).del()
    },
  }
}
