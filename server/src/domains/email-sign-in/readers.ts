import type { Unit } from '../../db/database.ts'
import type { AccountService } from '../accounts/service.ts'
import type { Domain } from '../domains/domain-config.ts'
import type { Letter } from '../mail/letter.ts'
import type { MailService } from '../mail/service.ts'
import type { Devices } from '../sessions/devices.ts'
import type { SessionService } from '../sessions/service.ts'
import type { Place } from '../sessions/sign-ins.ts'

/** Whose an address is, seen from a browser. */
export interface Reader {
  /** Id of the account that has confirmed the address. */
  owner: string | null
  /** Id of an account without an address that has given this one, if the browser has been signed in to that account. */
  ownPending: string | null
  /** Usernames of all accounts without an address that have given this one: somebody's own, or anybody's. */
  pendingNames: string[]
  /** Name of the browser, if it has been signed in to the owner's account. */
  device: string | null
  /** Whether the owner has signed in from about there. */
  isNear: boolean
}

/** Looks up who reads an address: with the same queries whether anybody does. */
export function createReaders(about: {
  accounts: AccountService
  devices: Devices
  sessions: Pick<SessionService, 'wereNear'>
}) {
  const { accounts, devices, sessions } = about
  return async (email: string, place: Pick<Place, 'device' | 'prefix'>): Promise<Reader> => {
    const owner = await accounts.byConfirmedEmail(email)
    const pending = await accounts.byPendingEmail(email)
    const asked = [owner ?? '', ...pending.map(({ id }) => id)]
    const { device, knownTo } = await devices.readAll(place.device, asked)
    const ownPending = pending.find(({ id }) => knownTo.has(id))?.id ?? null
    const pendingNames = pending.map(({ username }) => username)
    const isNear = await sessions.wereNear(owner ?? '', place.prefix)
    return { owner, ownPending, pendingNames, device: knownTo.has(owner ?? '') ? device : null, isNear }
  }
}

export type Readers = ReturnType<typeof createReaders>

/** Posts letters in the name of a domain. */
export function createSender({ mail }: { mail: Pick<MailService, 'post'> }) {
  return async (
    unit: Unit,
    about: { userId: string | null; to: string; domain: Domain; usefulForMs?: number },
    letter: Letter,
  ) => {
    const { domain, ...rest } = about
    await mail.post(unit, { from: domain.config.domainDisplayName, letter, ...rest })
  }
}

export type Sender = ReturnType<typeof createSender>
