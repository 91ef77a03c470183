import type { Connection, Database } from '../../db/database.ts'
import type { Insert } from '../../db/unit.ts'

/** Something that happened, of which nobody has been told yet, or not everybody. */
export interface WorkRow {
  id: string
  kind: string
  about: string
  position: string
  tries: number
  created_at: number
  due_at: number
}

/** A mail that gathers what happens in a thread for a while, or the next digest. */
export interface DueMailRow {
  recipient_id: string
  kind: string
  thread_id: string
  since: number
  tries: number
  due_at: number
}

/** So often telling of something is tried. */
export const TRIES_MAX = 8

/** Queries of what is still to be told and mailed. */
export function workRepository(connection: Connection) {
  const works = () => connection<WorkRow>('notification_work')
  const mails = () => connection<DueMailRow>('notification_mails')
  const due = ({ now, ofMany }: { now: number; ofMany: boolean }) => {
    const all = works().where('due_at', '<=', now).where('tries', '<', TRIES_MAX)
    return ofMany ? all.where({ kind: 'post' }) : all.whereNot({ kind: 'post' })
  }
  return {
    insertion(rows: WorkRow[]): Insert {
      return { into: 'notification_work', rows }
    },
    /** Whether anything is due; asked often, and seldom so. */
    async isDue(about: { now: number; ofMany: boolean }): Promise<boolean> {
      return (await due(about).first('id')) !== undefined
    },
    /** What is due, the oldest first, locked until the transaction ends; in another process's hands it is waited for. */
    async lockDue(
      about: { now: number; ofMany: boolean; limit: number },
      { forUpdate }: Database['dialect'],
    ): Promise<WorkRow[]> {
      return forUpdate(due(about).orderBy(['due_at', 'id']).limit(about.limit))
    },
    async lock(id: string, { forUpdate }: Database['dialect']): Promise<WorkRow | undefined> {
      return forUpdate(works().where({ id }).first())
    },
    async move(id: string, position: string): Promise<void> {
      await works().where({ id }).update({ position })
    },
    /** Tried again later, unless another process has done so or told it. */
    async putOff({ id, tries }: WorkRow, change: Pick<WorkRow, 'tries' | 'due_at'>): Promise<void> {
      await works().where({ id, tries }).update(change)
    },
    /** What could not be told and has been kept for long enough. */
    async forgetParked(now: number): Promise<void> {
      await works().where('due_at', '<=', now).where('tries', '>=', TRIES_MAX).del()
    },
    async delete(ids: string[]): Promise<void> {
      await works().whereIn('id', ids).del()
    },
    /** A mail that waits already gathers this, too. */
    async planMails(rows: DueMailRow[]): Promise<void> {
      for (let start = 0; start < rows.length; start += 100) {
        const some = rows.slice(start, start + 100)
        await mails().insert(some).onConflict(['recipient_id', 'kind', 'thread_id']).ignore()
      }
    },
    async dueMails(now: number, limit: number): Promise<DueMailRow[]> {
      return mails().where('due_at', '<=', now).orderBy(['due_at', 'recipient_id']).limit(limit)
    },
    /** True for the one process that sends it. */
    async takeMail({ recipient_id, kind, thread_id, due_at }: DueMailRow): Promise<boolean> {
      return (await mails().where({ recipient_id, kind, thread_id, due_at }).del()) === 1
    },
    /** Tried again later, unless another process has done it. */
    async putMailOff({ recipient_id, kind, thread_id, due_at, tries }: DueMailRow, dueAt: number): Promise<void> {
      await mails()
        .where({ recipient_id, kind, thread_id, due_at })
        .update({ tries: tries + 1, due_at: dueAt })
    },
    /** The mails of a kind that some accounts wait for. */
    async dropMails(recipientIds: string[], kind: string): Promise<void> {
      await mails().whereIn('recipient_id', recipientIds).where({ kind }).del()
    },
  }
}
