import { jobKind } from '../../platform/jobs/queue.ts'
import type { MailKind } from './mail-letters.ts'

/** A mail that gathers what happens in a thread for a while, or the next digest. */
export interface NotificationMail {
  recipientId: string
  kind: MailKind
  /** Empty for a digest. */
  threadId: string
  /** A digest tells of what happened from this time on. */
  since: number
}

/** Writes a mail. A mail that waits already gathers whatever else happens until then. */
export const NOTIFICATION_MAIL = jobKind<NotificationMail>('notification mail')

/** Key of the job. */
export function keyOfMail({ recipientId, kind, threadId }: Omit<NotificationMail, 'since'>): string {
  return `${recipientId}:${kind}:${threadId}`
}
