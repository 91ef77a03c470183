import type { Database, Transaction } from '../../../../platform/database/database.ts'
import { wordsIn } from '../../../../platform/languages/words.ts'
import type { Letter } from '../../../../platform/mail/letter.ts'
import type { AccountService, PostLetter } from '../../accounts/index.ts'
import type { Domain } from '../../tenants/index.ts'
import type { SessionService } from '../sessions/service.ts'

/** What was done in an account, as worded in the notice. */
export type NoticedChange =
  | 'totpOn'
  | 'totpOff'
  | 'recoveryCodes'
  | 'passkeyAdded'
  | 'apiKeyCreated'
  | 'passkeyRemoved'
  | 'ownershipTransfer'
  | 'withdrawal'

/** English texts of the notice, two for each change. */
const noticeMessages = {
  'mail.notice.totpOn.subject': 'Two-step verification was turned on in your account',
  'mail.notice.totpOn': 'Two-step verification was turned on in your account on {forum}.',
  'mail.notice.totpOff.subject': 'Two-step verification was turned off in your account',
  'mail.notice.totpOff': 'Two-step verification was turned off in your account on {forum}.',
  'mail.notice.recoveryCodes.subject': 'New recovery codes were created in your account',
  'mail.notice.recoveryCodes': 'New recovery codes were created in your account on {forum}.',
  'mail.notice.passkeyAdded.subject': 'A passkey was added in your account',
  'mail.notice.passkeyAdded': 'A passkey was added in your account on {forum}.',
  'mail.notice.apiKeyCreated.subject': 'An API key was created in your account',
  'mail.notice.apiKeyCreated': 'An API key was created in your account on {forum}.',
  'mail.notice.passkeyRemoved.subject': 'A passkey was removed in your account',
  'mail.notice.passkeyRemoved': 'A passkey was removed in your account on {forum}.',
  'mail.notice.ownershipTransfer.subject': 'A transfer of a community’s ownership was started in your account',
  'mail.notice.ownershipTransfer': 'A transfer of a community’s ownership was started in your account on {forum}.',
  'mail.notice.withdrawal.subject': 'A withdrawal was requested in your account',
  'mail.notice.withdrawal': 'A withdrawal of {amount} to {address} was requested in your account on {forum}.',
  'mail.notice.notYou': 'If this wasn’t you, change your password and sign out everywhere in your settings.',
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
  postLetter: PostLetter
}) {
  const { database, accounts, sessions, postLetter } = dependencies
  return <Result>(
    change: NoticedChange,
    about: {
      userId: string
      sessionId: string
      domain: Domain
      tx: Transaction | undefined
      /** What else the first sentence names. */
      values?: Readonly<Record<string, string>>
      /** What the mail says after its first sentence. Default: how to stop somebody else who made the change. */
      details?: (reader: Domain) => Pick<Letter, 'action' | 'after'>
    },
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async (tx) => {
      const { userId, sessionId, domain, values, details } = about
      await accounts.lock(tx, userId)
      await sessions.assertRecent(sessionId, tx)
      const result = await work(tx)
      const { email } = await accounts.ownFacts(userId, tx)
      if (email === null) return result
      await postLetter(tx, { userId, to: email, domain }, (reader) => {
        const t = wordsIn(reader, noticeMessages)
        return {
          subject: t(`mail.notice.${change}.subject`),
          text: [t(`mail.notice.${change}`, { ...values, forum: reader.config.domainDisplayName })],
          ...(details?.(reader) ?? { after: [t('mail.notice.notYou')] }),
        }
      })
      return result
    }, about.tx)
}
