import { type CallParsedInput, EMAIL_LINK_TTL_MS, GUESSED_PASSWORD, isEasilyGuessed } from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Database, Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { AccountService, PostLetter } from '../../accounts/index.ts'
import type { Domain } from '../../tenants/index.ts'
import { apiKeyRepository } from '../api-keys/repository.ts'
import type { Devices } from '../sessions/devices.ts'
import type { Passwords } from '../sessions/passwords.ts'
import type { SessionService } from '../sessions/service.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { SignInOutcome, SignIns } from '../sessions/sign-ins.ts'
import type { AddressOwners } from './address-owner.ts'
import { changedPasswordLetter, noAccountLetter, resetLetter } from './letters.ts'
import type { MailRateLimit } from './mail-rate-limit.ts'
import type { EmailProofs } from './proofs.ts'

interface Dependencies {
  database: Database
  accounts: AccountService
  sessions: SessionService
  signIns: SignIns
  passwords: Passwords
  proofs: EmailProofs
  mailRateLimit: MailRateLimit
  devices: Pick<Devices, 'read'>
  readerOf: AddressOwners
  send: PostLetter
}

type Nothing = Record<string, never>

/** Resets and changes of passwords. */
export function createPasswordChange(dependencies: Dependencies) {
  const { database, accounts, sessions, signIns, passwords, proofs, mailRateLimit, devices, readerOf, send } =
    dependencies

  /**
   * Stores the new password, invalidates pending links and notifies the owner. Also replaces the passwords of merged
   * accounts, which sign in the same person.
   */
  async function replace(tx: Transaction, userId: string, about: { hash: string; domain: Domain }): Promise<void> {
    const { hash, domain } = about
    for (const id of await accounts.accountsOf(userId, tx)) {
      const { passwordHash, email } = await accounts.ownFacts(id, tx)
      if (id === userId || passwordHash !== null) await accounts.setPassword(tx, id, hash)
      await proofs.forget(tx, { userId: id, email })
    }
    const { email, username } = await accounts.ownFacts(userId, tx)
    if (email !== null)
      await send(tx, { userId, to: email, domain }, (reader) => changedPasswordLetter({ domain: reader, username }))
  }

  /** Throws VALIDATION_FAILED if the password contains the person's name. */
  async function assertUnlikeName(userId: string, password: string, tx?: Transaction): Promise<void> {
    const { username = '' } = (await accounts.findFacts(userId, tx)) ?? {}
    if (isEasilyGuessed(password, username)) {
      throw new DomainError('VALIDATION_FAILED', [{ field: 'password', message: GUESSED_PASSWORD }])
    }
  }

  return {
    /** Mails a link to set a new password, or a note that there is no account. Behaves the same either way. */
    async requestReset(email: string, signInContext: SignInContext, record: RecordResponse<Nothing>): Promise<Nothing> {
      const { domain } = signInContext
      return database.transaction(async (tx) => {
        const { owner, device, isNear } = await readerOf(email, signInContext, tx)
        if (await mailRateLimit.take(tx, { email, kind: 'reset', device, isNear, networks: signInContext.networks })) {
          const goodForMs = EMAIL_LINK_TTL_MS
          const token = await proofs.makeLink(tx, { purpose: 'reset', userId: owner, email, goodForMs })
          await send(tx, { userId: owner, to: email, domain, usefulForMs: goodForMs }, (reader) =>
            owner === null ? noAccountLetter({ domain: reader }) : resetLetter({ domain: reader, token }),
          )
        }
        record(tx, {})
        return {}
      })
    },
    /** Sets a new password, revokes all sessions and API keys, and signs in. Throws LINK_INVALID. */
    async reset(
      { token, password }: CallParsedInput<'authPasswordReset'>,
      signInContext: SignInContext,
      record: RecordResponse<SignInOutcome>,
    ): Promise<SignInOutcome> {
      // Checked first, since hashing is expensive.
      if (!(await proofs.isGoodLink(token, 'reset'))) throw new DomainError('LINK_INVALID')
      const hash = await passwords.hash(password)
      return database.transaction(async (tx) => {
        const used = await proofs.useLink(tx, token, ['reset'])
        const userId = used && (await accounts.byConfirmedEmail(used.email, tx))
        // The address may belong to somebody else by now.
        if (!userId || userId !== used.user_id) throw new DomainError('LINK_INVALID')
        // If refused, the link stays valid.
        await assertUnlikeName(userId, password, tx)
        await replace(tx, userId, { hash, domain: signInContext.domain })
        // Sessions of a merged account belong to its main account, owned by the reader of the mail.
        const main = await accounts.mainOf(userId, tx)
        await apiKeyRepository(tx.connection).deleteOf(await accounts.accountsOf(main, tx))
        await sessions.endAllOf(main, tx, (await devices.read(signInContext.device, main, tx)) ?? '')
        const outcome = await signIns.begin(tx, { userId, method: 'emailLink', signInContext })
        record(tx, outcome)
        return outcome
      })
    },
    /** For an operator: sets an already validated password and revokes all sessions and API keys. Throws USER_NOT_FOUND. */
    async setFor(username: string, { password, domain }: { password: string; domain: Domain }): Promise<void> {
      const [user] = await accounts.profilesByUsername([username])
      if (!user) throw new DomainError('USER_NOT_FOUND')
      await assertUnlikeName(user.id, password)
      const hash = await passwords.hash(password)
      await database.transaction(async (tx) => {
        await accounts.lock(tx, user.id)
        await replace(tx, user.id, { hash, domain })
        await apiKeyRepository(tx.connection).deleteOf(await accounts.accountsOf(user.id, tx))
        await sessions.endAllOf(user.id, tx, '')
      })
    },
    /** Sets or changes the password and revokes all other sessions. Throws REAUTHENTICATION_REQUIRED. */
    async change(
      who: { userId: string; sessionId: string; domain: Domain },
      password: string,
      record: RecordResponse<Nothing>,
    ): Promise<Nothing> {
      const { userId, sessionId, domain } = who
      await sessions.assertRecent(sessionId)
      await assertUnlikeName(userId, password)
      const hash = await passwords.hash(password)
      return database.transaction(async (tx) => {
        await accounts.lock(tx, userId)
        // In the meantime somebody may have set one and revoked this session.
        await sessions.assertRecent(sessionId, tx)
        await replace(tx, userId, { hash, domain })
        await sessions.endOthers(userId, sessionId, tx)
        record(tx, {})
        return {}
      })
    },
  }
}
