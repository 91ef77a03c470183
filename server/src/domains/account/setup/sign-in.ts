import type { CallParsedInput } from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { AuthDomain, SignInContext } from '../../people/auth/index.ts'
import type { SetupService } from './service.ts'

type SignInOutcome = Awaited<ReturnType<AuthDomain['signIns']['begin']>>

/** Makes the owner with the printed link, and signs in. */
export function createSetupSignIn(about: {
  database: Database
  accounts: Pick<AccountService, 'assertAvailable'>
  passwords: AuthDomain['passwords']
  signIns: AuthDomain['signIns']
  setup: SetupService
}) {
  const { database, accounts, passwords, signIns, setup } = about
  return async (
    { token, username, email, password }: CallParsedInput<'setupClaim'>,
    signInContext: SignInContext,
    record: RecordResponse<SignInOutcome>,
  ): Promise<SignInOutcome> => {
    // Before the password is hashed, which takes long.
    await setup.checkLink(token)
    await accounts.assertAvailable({ username, email })
    const passwordHash = await passwords.hash(password)
    return database.transaction(async (tx) => {
      const userId = await setup.claim(tx, token, { username, email, passwordHash })
      const begun = await signIns.begin(tx, { userId, method: 'signUp', signInContext })
      record(tx, begun)
      return begun
    })
  }
}
