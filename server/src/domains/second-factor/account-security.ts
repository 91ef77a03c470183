import type { Account, Me } from '@stoa/contract'
import type { AccountService } from '../accounts/service.ts'

export type AccountSecurity = ReturnType<typeof createAccountSecurity>

/** Every way in that an account has, put together for its owner. */
export function createAccountSecurity({ accounts }: { accounts: Pick<AccountService, 'ownFacts'> }) {
  return {
    async of(viewer: Me): Promise<Account> {
      const { email, pendingEmail, passwordHash } = await accounts.ownFacts(viewer.id)
      return { email, pendingEmail, hasPassword: passwordHash !== null }
    },
  }
}
