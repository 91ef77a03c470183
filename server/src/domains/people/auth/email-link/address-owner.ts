import type { Transaction } from '../../../../platform/database/database.ts'
import type { AccountService } from '../../accounts/index.ts'
import type { Devices } from '../sessions/devices.ts'
import type { SessionService } from '../sessions/service.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { EmailProofs } from './proofs.ts'

/** The owner of an address, and what this browser has to do with them. */
export interface AddressOwner {
  /** Id of the account that has confirmed the address. */
  owner: string | null
  /**
   * Accounts without a confirmed address that claim this one. `isKnown`: the browser has been signed in to the account.
   */
  pending: { id: string; username: string; isKnown: boolean }[]
  /** The browser's name if the owner has signed in with it, else null. */
  device: string | null
  /** Whether the owner has signed in from nearby. */
  isNear: boolean
}

/** Looks up the owner of an address. Runs the same queries whether or not there is one. */
export function createAddressOwners(about: {
  accounts: AccountService
  devices: Devices
  sessions: Pick<SessionService, 'signedInNearby'>
}) {
  const { accounts, devices, sessions } = about
  return async (
    email: string,
    signInContext: Pick<SignInContext, 'device' | 'prefix'>,
    tx?: Transaction,
  ): Promise<AddressOwner> => {
    const owner = await accounts.byConfirmedEmail(email, tx)
    const pending = await accounts.byPendingEmail(email, tx)
    // Sign-ins of merged accounts are recorded for the main account.
    const main = await accounts.mainOf(owner ?? '', tx)
    const accountIds = [main, ...pending.map(({ id }) => id)]
    const { device, knownTo } = await devices.readAll(signInContext.device, accountIds, tx)
    return {
      owner,
      pending: pending.map((account) => ({ ...account, isKnown: knownTo.has(account.id) })),
      device: knownTo.has(main) ? device : null,
      isNear: await sessions.signedInNearby(main, signInContext.prefix, tx),
    }
  }
}

export type AddressOwners = ReturnType<typeof createAddressOwners>

/** Addresses given for accounts but not confirmed yet. */
export function createWaitingAddresses(about: {
  accounts: Pick<AccountService, 'dropPendingEmail'>
  proofs: Pick<EmailProofs, 'forgetChange'>
}) {
  const { accounts, proofs } = about
  return {
    /**
     * Forgets an account's unconfirmed address and its confirmation mail, if `isOver` is true for the session the
     * address was given in: a revoked session must leave no way back.
     */
    async forget(tx: Transaction, userId: string, isOver: (sessionId: string) => boolean): Promise<void> {
      if (await accounts.dropPendingEmail(tx, userId, isOver)) await proofs.forgetChange(tx, userId)
    },
  }
}
