import { DomainError } from '../../../platform/domain-error.ts'
import { addressBuckets } from '../../../platform/security/address.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { CredentialStuffingGuard } from './credential-stuffing-guard.ts'
import type { Lockout } from './lockout.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'credentials' | 'accountsOf' | 'emailsById'>
  lockout: Lockout
  storms: Record<'password' | 'code', CredentialStuffingGuard>
}

/** What the operator does for people who are locked out after too many wrong passwords or codes. */
export function createUnlocking({ accounts, lockout, storms }: Dependencies) {
  return {
    /** Forgets what went wrong at a person's accounts, by a username or address; throws USER_NOT_FOUND. Whether there was anything. */
    async person(login: string): Promise<boolean> {
      const account = await accounts.credentials(login)
      if (!account) throw new DomainError('USER_NOT_FOUND')
      const userIds = await accounts.accountsOf(account.mainId)
      const emails = [...(await accounts.emailsById(userIds)).values()]
      return (await lockout.forgive({ userIds, emails })) > 0
    },
    /** Opens passwords and codes again for unknown browsers of the network that an address is part of. */
    async network(address: string): Promise<void> {
      const network = addressBuckets(address).at(-1)?.prefix ?? ''
      for (const storm of Object.values(storms)) await storm.forgive(network)
    },
    /** Opens passwords and codes again for unknown browsers of all networks. */
    async everyone(): Promise<void> {
      for (const storm of Object.values(storms)) await storm.forgiveAll()
    },
  }
}
