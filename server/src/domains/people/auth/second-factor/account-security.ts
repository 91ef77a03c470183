import type { Account, LinkedProvider, Me } from '@stoa/contract'
import type { AccountService } from '../../accounts/index.ts'
import type { Passkeys } from './passkeys.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Totp } from './totp.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'ownFacts'>
  totp: Pick<Totp, 'isOn'>
  recoveryCodes: Pick<RecoveryCodes, 'countLeft'>
  passkeys: Pick<Passkeys, 'listOf'>
  providersOf(userId: string): Promise<LinkedProvider[]>
  /** Whether network admins need a second factor to use their permissions. */
  adminsNeedSecondFactor: boolean
}

/** An account's sign-in methods, for its owner. */
export function createAccountSecurity(dependencies: Dependencies) {
  const { accounts, totp, recoveryCodes, passkeys, providersOf, adminsNeedSecondFactor } = dependencies
  return {
    async of(viewer: Me): Promise<Account> {
      const { email, pendingEmail, passwordHash, networkAdmin } = await accounts.ownFacts(viewer.id)
      const isOn = await totp.isOn(viewer.id)
      return {
        email,
        pendingEmail,
        hasPassword: passwordHash !== null,
        providers: await providersOf(viewer.id),
        passkeys: await passkeys.listOf(viewer.id),
        totp: isOn,
        recoveryCodesLeft: await recoveryCodes.countLeft(viewer.id),
        mustHaveSecondFactor: adminsNeedSecondFactor && networkAdmin && !isOn,
      }
    },
    /** Whether a network admin may use admin permissions. */
    mayAdminister: async (userId: string): Promise<boolean> => !adminsNeedSecondFactor || totp.isOn(userId),
  }
}
