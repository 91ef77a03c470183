import type { Connection } from '../database/database.ts'

export interface MailRow {
  id: string
  /** The recipient's account; empty: none. */
  user_id: string
  /** The setting that controls it; empty: none. */
  news: string
  sealed: string
  expires_at: number
}

export function mailRepository(connection: Connection) {
  const mails = () => connection<MailRow>('mails')
  return {
    async insert(row: MailRow): Promise<void> {
      await mails().insert(row)
    },
    async byId(id: string): Promise<MailRow | undefined> {
      return mails().where({ id }).first()
    },
    async count(): Promise<number> {
      const [row] = await mails().count<{ count: number | string }[]>({ count: '*' })
      return Number(row?.count ?? 0)
    },
    /** Mails after an id, sorted by id. */
    async page(after: string, limit: number): Promise<MailRow[]> {
      return mails().where('id', '>', after).orderBy('id').limit(limit)
    },
    async deleteAll(ids: string[]): Promise<void> {
      await mails().whereIn('id', ids).del()
    },
    async deleteExpired(before: number): Promise<void> {
      await mails().where('expires_at', '<', before).del()
    },
    async deleteNews(userIds: string[], switches: string[]): Promise<void> {
      await mails().whereIn('user_id', userIds).whereIn('news', switches).del()
    },
  }
}
