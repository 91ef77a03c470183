import type { CallInput } from '@stoa/contract'
import { NOTIFICATION_MAIL } from '../src/domains/account/notifications/mail-letters.ts'
import type { TestApp } from './harness.ts'

/** People's notifications on the running application, after all triggers have been handled. */
export function notificationRecipients(running: () => TestApp) {
  return {
    /** Deletes all notifications and follows. */
    async forgetAll(): Promise<void> {
      await running().app.background.settled()
      await running().database.transaction(async ({ connection }) => {
        for (const table of ['notifications', 'notification_causes', 'follows']) await connection(table).del()
        await connection('jobs').where({ kind: NOTIFICATION_MAIL.name }).del()
      })
    },
    async notifications({ token }: { token: string }, input: CallInput<'notificationList'> = {}) {
      await running().app.background.settled()
      return (await running().call('notificationList', input, { token })).body.payload.items
    },
    /** Kinds of the scheduled mails. */
    async plannedMails(): Promise<string[]> {
      const rows = await running().database.read('jobs').where({ kind: NOTIFICATION_MAIL.name })
      return rows.map(({ payload }) => JSON.parse(payload).kind).toSorted()
    },
    async unread({ token }: { token: string }) {
      return (await running().call('me', {}, { token })).body.payload.unread
    },
    follow({ token }: { token: string }, { id }: { id: string }, follow = true) {
      return running().call('userFollow', { followedUserId: id, follow }, { token })
    },
  }
}
