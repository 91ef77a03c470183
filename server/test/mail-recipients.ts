import type { NotificationSettings } from '@stoa/contract'
import type { Forum } from './forum.ts'
import { mailsOf } from './mails.ts'
import { notificationRecipients } from './notification-recipients.ts'

/** Mails that people get about events in the forum of `running`. */
export function mailRecipients(running: () => Forum) {
  /** Files of mails from earlier tests. */
  let former = 0

  const write = (table: string, where: object, change: object) =>
    running().stoa.database.transaction(({ connection }) => connection(table).where(where).update(change))
  // The key tells apart ids that differ only in case.
  const confirm = ({ id }: { id: string }, email = `${id}@mail.example`) =>
    write('users', { id }, { email, email_key: Buffer.from(email).toString('hex') })

  async function newToken(userId: string): Promise<string> {
    const { signedIn } = await running().stoa.app.services.sessions.begin({ userId, site: '', lasting: true })
    return signedIn.accessToken
  }

  /** Time advances by days, longer than any access token is valid. */
  async function signInAgain(): Promise<void> {
    const { ada, bea, moderator, admin } = running()
    for (const person of [ada, bea, moderator, admin]) person.token = await newToken(person.id)
  }

  /** Texts of the mails of this test so far. */
  async function mails(): Promise<string[]> {
    const all = await mailsOf(running().stoa)
    return all.slice(former).map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  }

  return {
    write,
    confirm,
    newToken,
    signInAgain,
    mails,
    /** Clears notifications and gives everyone an address. */
    async begin(): Promise<void> {
      const { stoa, ada, bea, cem } = running()
      await notificationRecipients(() => stoa).forgetAll()
      await stoa.database.transaction(async ({ connection }) => {
        await connection('bans').del()
        await connection('users').update({ notification_settings: null, email: null, email_key: null })
      })
      for (const person of [ada, bea, cem]) await confirm(person)
      await signInAgain()
      former = (await mailsOf(stoa)).length
    },
    planned: async () => (await notificationRecipients(() => running().stoa).plannedMails()).length,
    choose: ({ token }: { token: string }, email: Partial<NotificationSettings['email']>) =>
      running().stoa.call('notificationSettings', { notificationSettings: { email } }, { token }),
    /** Runs everything that is due after a time. */
    async mailedAfter(time: number): Promise<string[]> {
      const { stoa } = running()
      await stoa.app.background.settled()
      stoa.clock.advance(time)
      await signInAgain()
      await stoa.app.jobs.drain()
      return mails()
    },
  }
}
