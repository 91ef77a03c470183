import type { Transaction } from '../../../platform/database/database.ts'
import type { AccountService, PostLetter } from '../accounts/index.ts'
import type { Domain } from '../tenants/index.ts'
import { apiKeyRepository } from './api-keys/repository.ts'
import { changedAddressLetter, type OperatorChange, operatorChangeLetter } from './email-link/letters.ts'
import type { EmailProofs } from './email-link/proofs.ts'
import type { Totp } from './second-factor/totp.ts'
import type { SessionService } from './sessions/service.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'lock' | 'ownFacts' | 'setPendingEmail' | 'confirmEmail' | 'byConfirmedEmail'>
  sessions: Pick<SessionService, 'endAllOf'>
  totp: Pick<Totp, 'isOn' | 'turnOff'>
  proofs: Pick<EmailProofs, 'forget' | 'forgetChange'>
  send: PostLetter
}

/** An account and the domain in whose name its owner is told. */
interface Changed {
  userId: string
  domain: Domain
}

/** An operator's changes of sign-in methods, for people who have lost theirs. The owner is told by mail. */
export function createOperatorChanges({ accounts, sessions, totp, proofs, send }: Dependencies) {
  /** Tells the owner. */
  async function tell(tx: Transaction, { userId, domain }: Changed, change: OperatorChange): Promise<void> {
    const { email, username } = await accounts.ownFacts(userId, tx)
    if (email === null) return
    await send(tx, { userId, to: email, domain }, (reader) =>
      operatorChangeLetter({ domain: reader, username, change }),
    )
  }

  return {
    tell,
    /** Turns off the second factor with its recovery codes and revokes all sessions and API keys. False if there is none. */
    async resetSecondFactor(tx: Transaction, about: Changed): Promise<boolean> {
      const { userId } = about
      await accounts.lock(tx, userId)
      if (!(await totp.isOn(userId, tx))) return false
      await totp.turnOff(userId, tx)
      await apiKeyRepository(tx.connection).deleteOf([userId])
      await sessions.endAllOf(userId, tx)
      await tell(tx, about, { kind: 'secondFactor' })
      return true
    },
    /**
     * Makes an address the account's without asking either end, and invalidates pending links. False if it belongs to
     * another account.
     */
    async setEmail(tx: Transaction, about: Changed, email: string): Promise<boolean> {
      const { userId, domain } = about
      await accounts.lock(tx, userId)
      const { email: old, username } = await accounts.ownFacts(userId, tx)
      const owner = await accounts.byConfirmedEmail(email, tx)
      const isFree = owner === null || owner === userId
      if (!isFree || !(await accounts.confirmEmail(tx, userId, email))) return false
      await proofs.forgetChange(tx, userId)
      await proofs.forget(tx, { userId, email: old })
      if (old !== null && old.toLowerCase() !== email.toLowerCase())
        await send(tx, { userId, to: old, domain }, (reader) =>
          changedAddressLetter({ domain: reader, username, email }),
        )
      await tell(tx, about, { kind: 'address' })
      return true
    },
  }
}
