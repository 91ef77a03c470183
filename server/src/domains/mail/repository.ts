import type { Connection } from '../../db/database.ts'

export interface MailRow {
  id: string
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
    async due(now: number, limit: number): Promise<MailRow[]> {
      return mails().where('due_at', '<=', now).orderBy(['due_at', 'id']).limit(limit)
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
  }
}
