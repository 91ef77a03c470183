import { DomainError } from '../../../../platform/domain-error.ts'
import { addressBuckets } from '../../../../platform/security/address.ts'
import type { AccountService } from '../../accounts/index.ts'
import type { CredentialStuffingGuard } from './credential-stuffing-guard.ts'
import type { Lockout } from './lockout.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'credentials' | 'accountsOf' | 'emailsById'>
  lockout: Lockout
  guards: Record<'password' | 'code', CredentialStuffingGuard>
}

/** Operator commands for people locked out after too many wrong passwords or codes. */
export function createUnlocking({ accounts, lockout, guards }: Dependencies) {
  return {
    /**
     * Resets the failures of a person's accounts, by username or address. Returns whether there were any. Throws
     * USER_NOT_FOUND.
     */
    async person(login: string): Promise<boolean> {
      const account = await accounts.credentials(login)
      if (!account) throw new DomainError('USER_NOT_FOUND')
      const userIds = await accounts.accountsOf(account.mainId)
      const emails = [...(await accounts.emailsById(userIds)).values()]
      return (await lockout.forgive({ userIds, emails })) > 0
    },
    /** Reopens passwords and codes for unknown browsers of an address's network. */
    async network(address: string): Promise<void> {
      const network = addressBuckets(address).at(-1)?.prefix ?? ''
      for (const storm of Object.values(guards)) await storm.forgive(network)
    },
    /** Reopens passwords and codes for unknown browsers of all networks. */
    async everyone(): Promise<void> {
      for (const storm of Object.values(guards)) await storm.forgiveAll()
    },
  }
}
