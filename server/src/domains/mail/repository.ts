import type { Connection } from '../../db/database.ts'

export interface MailRow {
  id: string
  /** The account that it is for; empty: none. */
  user_id: string
  /** The switch that it belongs to; empty: none. */
  news: string
  is_news: number
  sealed: string
  tries: number
  due_at: number
  expires_at: number
}

export function mailRepository(connection: Connection) {
  const mails = () => connection<MailRow>('mails')
  return {
    async insert(row: MailRow): Promise<void> {
      await mails().insert(row)
    },
    /** The one that is due first, of news or of all else. */
    async firstDue(now: number, { isNews }: { isNews: boolean }): Promise<MailRow | undefined> {
      return mails()
        .where({ is_news: Number(isNews) })
        .where('due_at', '<=', now)
        .orderBy(['due_at', 'id'])
        .first()
    },
    /** Puts the next try off; true for the one process that may make this one. */
    async claim(mail: Pick<MailRow, 'id' | 'tries'>, dueAt: number): Promise<boolean> {
      const changed = await mails()
        .where({ id: mail.id, tries: mail.tries })
        .update({ tries: mail.tries + 1, due_at: dueAt })
      return changed === 1
    },
    async delete(id: string): Promise<void> {
      await mails().where({ id }).del()
    },
    async deleteNews(userIds: string[], switches: string[]): Promise<void> {
      await mails().whereIn('user_id', userIds).whereIn('news', switches).del()
    },
  }
}
