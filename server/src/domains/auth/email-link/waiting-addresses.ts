import type { Transaction } from '../../../platform/database/database.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { EmailProofs } from './proofs.ts'

/** Addresses that accounts have given and not confirmed yet. */
export function createWaitingAddresses(about: {
  accounts: Pick<AccountService, 'dropPendingEmail'>
  proofs: Pick<EmailProofs, 'forgetChange'>
}) {
  const { accounts, proofs } = about
  return {
    /**
     * Forgets the one that an account has given in a session of which `isOver` is true, and what was mailed to confirm it:
     * who is thrown out must not come back by an address of theirs.
     */
    async forget(tx: Transaction, userId: string, isOver: (sessionId: string) => boolean): Promise<void> {
      if (await accounts.dropPendingEmail(tx, userId, isOver)) await proofs.forgetChange(tx, userId)
    },
  }
}
