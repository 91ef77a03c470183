import type { Connection, Database } from '../../../platform/database/database.ts'

export interface PageRow {
  id: string
  domain_name: string
  slug: string
  revision: number
  texts: string
  published_texts: string
  published_at: number
  author_id: string
  saved_at: number
}

/** Queries of the static pages of domains. */
export function pageRepository(connection: Connection) {
  const pages = () => connection<PageRow>('domain_pages')
  return {
    async bySlug(domainName: string, slug: string): Promise<PageRow | undefined> {
      return pages().where({ domain_name: domainName, slug }).first()
    },
    async byIds(domainName: string, ids: readonly string[]): Promise<PageRow[]> {
      return ids.length === 0 ? [] : pages().where({ domain_name: domainName }).whereIn('id', ids)
    },
    async list(domainName: string): Promise<PageRow[]> {
      return pages().where({ domain_name: domainName }).orderBy('slug')
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
