import type { Connection } from '../../../platform/database/database.ts'
import type { Dialect } from '../../../platform/database/dialect.ts'

export interface InsetRow {
  id: string
  domain_name: string
  name: string
  image_url: string
  image_text: string
  link: string
  starts_at: number
  ends_at: number
  share: number
  revision: number
  views: number
  clicks: number
}

export function insetRepository(connection: Connection) {
  const insets = () => connection<InsetRow>('house_insets')
  return {
    /** Newest first. */
    async of(domainName: string, limit: number): Promise<InsetRow[]> {
      return insets().where({ domain_name: domainName }).orderBy('id', 'desc').limit(limit)
    },
    async at(domainName: string, id: string): Promise<InsetRow | undefined> {
      return insets().where({ domain_name: domainName, id }).first()
    },
    /** The same, locked until the transaction ends. */
    async lock({ name, insetId }: { name: string; insetId: string }, dialect: Dialect): Promise<InsetRow | undefined> {
      return (await dialect.forUpdate(insets().where({ domain_name: name, id: insetId }).first())) as
        | InsetRow
        | undefined
    },
    async numberOf(domainName: string): Promise<number> {
      const [row] = await insets().where({ domain_name: domainName }).count({ number: '*' })
      return Number(row?.number)
    },
    async insert(row: Omit<InsetRow, 'views' | 'clicks'>): Promise<void> {
      await insets().insert(row)
    },
    async update(id: string, change: Partial<InsetRow>): Promise<void> {
      await insets().where({ id }).update(change)
    },
    async count(id: string, column: 'views' | 'clicks'): Promise<void> {
      await insets().where({ id }).increment(column, 1)
    },
    async delete(id: string): Promise<void> {
      await insets().where({ id }).del()
    },
  }
}
