import type { Transaction } from '../../../platform/database/database.ts'
import type { Letter } from '../../../platform/mail/letter.ts'
import type { MailService } from '../../../platform/mail/service.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { Domain } from '../../tenants/domain-config.ts'
import type { Devices } from '../sessions/devices.ts'
import type { SessionService } from '../sessions/service.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { EmailProofs } from './proofs.ts'

/** Whose an address is, seen from a browser. */
export interface AddressOwner {
  /** Id of the account that has confirmed the address. */
  owner: string | null
  /** All accounts without an address that have given this one, somebody's own or anybody's: `isKnown` where the browser has been signed in to it. */
  pending: { id: string; username: string; isKnown: boolean }[]
  /** Name of the browser, if the owner has signed in in it. */
  device: string | null
  /** Whether the owner has signed in from about there. */
  isNear: boolean
}

/** Looks up who reads an address: with the same queries whether anybody does. */
export function createAddressOwners(about: {
  accounts: AccountService
  devices: Devices
  sessions: Pick<SessionService, 'wereNear'>
}) {
  const { accounts, devices, sessions } = about
  return async (
    email: string,
    place: Pick<SignInContext, 'device' | 'prefix'>,
    tx?: Transaction,
  ): Promise<AddressOwner> => {
    const owner = await accounts.byConfirmedEmail(email, tx)
    const pending = await accounts.byPendingEmail(email, tx)
    // Who signs in to an account that was merged into another is known by that one.
    const main = await accounts.mainOf(owner ?? '', tx)
    const asked = [main, ...pending.map(({ id }) => id)]
    const { device, knownTo } = await devices.readAll(place.device, asked, tx)
    return {
      owner,
      pending: pending.map((account) => ({ ...account, isKnown: knownTo.has(account.id) })),
      device: knownTo.has(main) ? device : null,
      isNear: await sessions.wereNear(main, place.prefix, tx),
    }
  }
}

export type AddressOwners = ReturnType<typeof createAddressOwners>

/** Posts letters in the name of a domain. */
export function createSender({ mail }: { mail: Pick<MailService, 'post'> }) {
  return async (
    tx: Transaction,
    about: { userId: string | null; to: string; domain: Domain; usefulForMs?: number },
    letter: Letter,
  ) => {
    const { domain, ...rest } = about
    await mail.post(tx, { from: domain.config.domainDisplayName, letter, ...rest })
  }
}

export type Sender = ReturnType<typeof createSender>

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
