import type { SecondFactorAsked } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { MailService } from '../../../platform/mail/service.ts'
import type { AccountService } from '../../accounts/service.ts'
import { type Devices, newDeviceLetter, provedLetter } from './devices.ts'
import type { IssuedSession, SessionService, SignInMethod } from './service.ts'
import type { SharedPlaces } from './shared-places.ts'
import type { SignInContext } from './sign-in-context.ts'

/** A session, and the value of the browser's device cookie. */
export type IssuedDeviceSession = IssuedSession & { device: string }

/** What comes of a proof: a session, or that another proof is asked for. Both are committed with the proof used up. */
export type SignInOutcome = IssuedDeviceSession | { secondFactor: SecondFactorAsked; mark: string }

/** Somebody who has proved to be `userId`. Whoever has just made the account comes by `signUp`. */
export interface Proved {
  userId: string
  method: SignInMethod
  place: SignInContext
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
  sharedPlaces: Pick<SharedPlaces, 'note'>
  accounts: Pick<AccountService, 'ownFacts' | 'mainOf'>
  mail: Pick<MailService, 'post'>
  now(): number
  /** What else the person must prove; null: nothing. */
  secondFactor(proved: Proved, tx?: Transaction): Promise<SecondFactorAsked | null>
}) {
  const { database, sessions, devices, sharedPlaces, accounts, mail, now, secondFactor } = dependencies

  /** Tells the account's owner of a browser that it has not been used in. */
  async function tellOwner(tx: Transaction, { userId, place }: Proved, write: typeof newDeviceLetter): Promise<void> {
    const { email } = await accounts.ownFacts(userId, tx)
    if (email === null) return
    await mail.post(tx, {
      userId,
      to: email,
      from: place.domain.config.domainDisplayName,
      letter: write({ ...place, at: now() }),
    })
  }

  /** Begins the session of somebody from whom nothing more is asked. */
  async function enter(tx: Transaction, proved: Proved): Promise<IssuedDeviceSession> {
    const { userId, method, place } = proved
    const { cookie, device, wasKnown } = await devices.note(tx, { userId, cookie: place.device })
    await sharedPlaces.note(tx, { userId, prefix: place.prefix })
    const beginning = { method, device, userAgent: place.userAgent, address: place.prefix }
    const begun = await sessions.begin({ userId, site: '', lasting: true, beginning }, tx)
    if (!wasKnown && method !== 'signUp') await tellOwner(tx, proved, newDeviceLetter)
    return { ...begun, device: cookie }
  }

  return {
    /** Begins a session of the forum, or asks for the second factor, in the transaction that uses up what proved it. */
    async begin(tx: Transaction, { userId, ...how }: Proved): Promise<SignInOutcome> {
      // Whoever proves an account that was merged into another is signed in to that one.
      const proved = { ...how, userId: await accounts.mainOf(userId, tx) }
      const asked = await secondFactor(proved, tx)
      return asked === null ? enter(tx, proved) : { secondFactor: asked, mark: how.place.mark }
    },
    enter,
    /** Tells the owner of an account whose password was right in a browser that the account does not know, where nobody signed in. */
    async tellOfProof(proved: Proved): Promise<void> {
      if ((await devices.read(proved.place.device, proved.userId)) !== null) return
      await database.transaction((tx) => tellOwner(tx, proved, provedLetter))
    },
    /** What else this person would be asked for; null: nothing. */
    asksMore: secondFactor,
  }
}
