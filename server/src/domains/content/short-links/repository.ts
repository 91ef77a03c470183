import type { Connection } from '../../../platform/database/database.ts'

export interface ShortLinkRow {
  domain_name: string
  code: string
  target_key: string
  target: string
  post_id: string
  owner_id: string
  views: number
  created_at: number
}

export function shortLinkRepository(connection: Connection) {
  const links = () => connection<ShortLinkRow>('short_links')
  return {
    async at(domainName: string, code: string): Promise<ShortLinkRow | undefined> {
      return links().where({ domain_name: domainName, code }).first()
    },
    async codeOf(domainName: string, targetKey: string): Promise<string | undefined> {
      return (await links().where({ domain_name: domainName, target_key: targetKey }).first('code'))?.code
    },
    /** Does nothing if the code is taken, or the target has a link. */
    async insert(row: Omit<ShortLinkRow, 'views'>): Promise<void> {
      await links().insert(row).onConflict().ignore()
    },
    async addView(domainName: string, code: string): Promise<void> {
      await links().where({ domain_name: domainName, code }).increment('views', 1)
    },
  }
}
