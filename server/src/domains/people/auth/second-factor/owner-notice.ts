import type { Database, Transaction } from '../../../../platform/database/database.ts'
import type { Letter } from '../../../../platform/mail/letter.ts'
import type { MailService } from '../../../../platform/mail/service.ts'
import type { AccountService } from '../../accounts/index.ts'
import { type Domain, mailBrandOf } from '../../tenants/index.ts'
import type { SessionService } from '../sessions/service.ts'

/** Changes of sign-in methods, as worded in the notice. */
export type NoticedChange = keyof typeof CHANGES

const CHANGES = {
  totpOn: 'Two-step verification was turned on',
  totpOff: 'Two-step verification was turned off',
  recoveryCodes: 'New recovery codes were created',
  passkeyAdded: 'A passkey was added',
  apiKeyCreated: 'An API key was created',
  passkeyRemoved: 'A passkey was removed',
  ownershipTransfer: 'A transfer of a community’s ownership was started',
} as const

export type OwnerNotice = ReturnType<typeof createOwnerNotice>

/**
 * Returns a function that makes a change after checking for reauthentication, and notifies the account's owner by mail
 * in the same transaction.
 */
export function createOwnerNotice(dependencies: {
  database: Database
  accounts: Pick<AccountService, 'ownFacts' | 'lock'>
  sessions: Pick<SessionService, 'assertRecent'>
  mail: Pick<MailService, 'post'>
}) {
  const { database, accounts, sessions, mail } = dependencies
  return <Result>(
    change: NoticedChange,
    about: {
      userId: string
      sessionId: string
      domain: Domain
      tx: Transaction | undefined
      /** What the mail says after its first sentence. Default: how to stop somebody else who made the change. */
      details?: Pick<Letter, 'action' | 'after'>
    },
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async (tx) => {
      const { userId, sessionId, domain, details } = about
      await accounts.lock(tx, userId)
      await sessions.assertRecent(sessionId, tx)
      const result = await work(tx)
      const { email } = await accounts.ownFacts(userId, tx)
      if (email === null) return result
      const from = domain.config.domainDisplayName
      const letter = {
        subject: `${CHANGES[change]} in your account`,
        text: [`${CHANGES[change]} in your account on ${from}.`],
        ...(details ?? {
          after: ["If this wasn't you, change your password and sign out everywhere in your settings."],
        }),
      }
      await mail.post(tx, { userId, to: email, from, brand: mailBrandOf(domain), letter })
      return result
    }, about.tx)
}
