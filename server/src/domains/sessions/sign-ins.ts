import type { SecondFactorAsked } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { AddressBucket } from '../../http/address.ts'
import type { AccountService } from '../accounts/service.ts'
import type { Domain } from '../domains/domain-config.ts'
import type { MailService } from '../mail/service.ts'
import type { Devices } from './devices.ts'
import { newDeviceLetter, provedLetter } from './new-device-letter.ts'
import type { Begun, SessionService, SignInMethod } from './service.ts'

/** Where a sign-in comes from. */
export interface Place {
  /** Address; of IPv6 the part that one household commonly holds. */
  prefix: string
  /** The address as parts of the network that may be one customer's, the narrowest first. */
  networks: AddressBucket[]
  /** The device cookie. */
  device: string | null
  /** What the browser keeps while it is asked for a second factor; where it has none yet, what it is to keep. */
  mark: string
  userAgent: string
  /** The forum that is signed in to. */
  domain: Domain
}

/** A session, and the value of the browser's device cookie. */
export type BegunOnDevice = Begun & { device: string }

/** What comes of a proof: a session, or that another proof is asked for. Both are committed with the proof used up. */
export type SignInOutcome = BegunOnDevice | { secondFactor: SecondFactorAsked; mark: string }

/** Somebody who has proved to be `userId`. Whoever has just made the account comes by `signUp`. */
export interface Proved {
  userId: string
  method: SignInMethod
  place: Place
  /** An address that waits at an account of theirs, and that they have proved to read: the account's once they are in. */
  claims?: Claim
}

/** An address that an account has given, and somebody reads. */
export interface Claim {
  userId: string
  email: string
}

export type SignIns = ReturnType<typeof createSignIns>

/** The one way into the forum: whoever has proved by whichever method to be somebody gets a session here. */
export function createSignIns(dependencies: {
  database: Database
  sessions: SessionService
  devices: Devices
  accounts: Pick<AccountService, 'ownFacts' | 'mainOf'>
  mail: Pick<MailService, 'post'>
  now(): number
  /** What else the person must prove; null: nothing. */
  secondFactor(proved: Proved): Promise<SecondFactorAsked | null>
}) {
  const { database, sessions, devices, accounts, mail, now, secondFactor } = dependencies

  /** Tells the account's owner of a browser that it has not been used in. */
  async function tellOwner(unit: Unit, { userId, place }: Proved, write: typeof newDeviceLetter): Promise<void> {
    const { email } = await accounts.ownFacts(userId)
    if (email === null) return
    await mail.post(unit, {
      userId,
      to: email,
      from: place.domain.config.domainDisplayName,
      letter: write({ ...place, at: now() }),
    })
  }

  /** Begins the session of somebody from whom nothing more is asked. */
  async function enter(unit: Unit, proved: Proved): Promise<BegunOnDevice> {
    const { userId, method, place } = proved
    const { cookie, device, wasKnown } = await devices.note(unit, { userId, cookie: place.device })
    const beginning = { method, device, userAgent: place.userAgent, address: place.prefix }
    const begun = await sessions.begin({ userId, site: '', lasting: true, beginning })
    if (!wasKnown && method !== 'signUp') await tellOwner(unit, proved, newDeviceLetter)
    return { ...begun, device: cookie }
  }

  return {
    /** Begins a session of the forum, or asks for the second factor, in the transaction that uses up what proved it. */
    async begin(unit: Unit, { userId, ...how }: Proved): Promise<SignInOutcome> {
      // Whoever proves an account that was merged into another is signed in to that one.
      const proved = { ...how, userId: await accounts.mainOf(userId) }
      const asked = await secondFactor(proved)
      return asked === null ? enter(unit, proved) : { secondFactor: asked, mark: how.place.mark }
    },
    enter,
    /** Tells the owner of an account whose password was right in a browser that the account does not know, where nobody signed in. */
    async tellOfProof(proved: Proved): Promise<void> {
      if ((await devices.read(proved.place.device, proved.userId)) !== null) return
      await database.transaction((unit) => tellOwner(unit, proved, provedLetter))
    },
    /** What else this person would be asked for; null: nothing. */
    asksMore: secondFactor,
  }
}
