import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { AccountService } from '../../accounts/index.ts'
import type { Domain } from '../../tenants/index.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'findFacts'>
  /** Whether the person has a passkey for the domain. */
  hasPasskey(userId: string, domain: Domain, tx?: Transaction): Promise<boolean>
  /** Ids of the person's linked providers. */
  providersOf(userId: string, tx?: Transaction): Promise<string[]>
}

/** Throws LAST_WAY_IN if an account has no sign-in method that the domain offers. */
export type AssertSignInMethod = (tx: Transaction, userId: string, domain: Domain) => Promise<void>

/** Call it in the transaction that removes a sign-in method, after the removal, with the account locked. */
export function createAssertSignInMethod({ accounts, hasPasskey, providersOf }: Dependencies): AssertSignInMethod {
  return async (tx, userId, domain) => {
    const offered = new Set(domain.config.signInProviders)
    const account = await accounts.findFacts(userId, tx)
    if (account?.passwordHash && offered.has('password')) return
    if (account?.email && offered.has('emailLink')) return
    if (offered.has('passkey') && (await hasPasskey(userId, domain, tx))) return
    if ((await providersOf(userId, tx)).some((provider) => offered.has(provider))) return
    throw new DomainError('LAST_WAY_IN')
  }
}
