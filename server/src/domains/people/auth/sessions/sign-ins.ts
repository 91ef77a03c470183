import type { SecondFactorChallenge } from '@stoa/contract'
import type { Database, Transaction } from '../../../../platform/database/database.ts'
import type { AccountService, PostLetter } from '../../accounts/index.ts'
import { type Devices, newDeviceLetter, provedLetter } from './devices.ts'
import type { IssuedSession, SessionService, SignInMethod } from './service.ts'
import type { SharedSources } from './shared-sources.ts'
import type { SignInContext } from './sign-in-context.ts'

/** A session, and the value of the browser's device cookie. */
export type IssuedDeviceSession = IssuedSession & { device: string }

/** Result of a proof: a session, or a request for a second factor. Both commit with the consumed proof. */
export type SignInOutcome = IssuedDeviceSession | { secondFactor: SecondFactorChallenge; mark: string }

/** A person who has proved to be `userId`. New accounts use `signUp`. */
export interface Proved {
  userId: string
  method: SignInMethod
  signInContext: SignInContext
  /**
   * An unconfirmed address of one of their accounts that they have proved to read. Confirmed once they are signed in.
   */
  claims?: Claim
}

/** An address claimed by an account and read by somebody. */
export interface Claim {
  userId: string
  email: string
}

export type SignIns = ReturnType<typeof createSignIns>

/** The single entry point to the forum, where every sign-in method gets its session. */
export function createSignIns(dependencies: {
  database: Database
  sessions: SessionService
  devices: Devices
  sharedSources: Pick<SharedSources, 'note'>
  accounts: Pick<AccountService, 'ownFacts' | 'mainOf' | 'keepLanguage'>
  postLetter: PostLetter
  now(): number
  /** The second factor needed; null if none. */
  secondFactor(proved: Proved, tx?: Transaction): Promise<SecondFactorChallenge | null>
}) {
  const { database, sessions, devices, sharedSources, accounts, postLetter, now, secondFactor } = dependencies

  /** Notifies the account's owner of an unknown browser. */
  async function notifyOwner(
    tx: Transaction,
    { userId, signInContext }: Proved,
    write: typeof newDeviceLetter,
  ): Promise<void> {
    const { email } = await accounts.ownFacts(userId, tx)
    if (email === null) return
    await postLetter(tx, { userId, to: email, domain: signInContext.domain }, (domain) =>
      write({ ...signInContext, domain, at: now() }),
    )
  }

  /** Begins the session of a fully authenticated person. */
  async function enter(tx: Transaction, proved: Proved): Promise<IssuedDeviceSession> {
    const { userId, method, signInContext } = proved
    const { cookie, device, wasKnown } = await devices.note(tx, { userId, cookie: signInContext.device })
    await sharedSources.note(tx, { userId, prefix: signInContext.prefix })
    const beginning = { method, device, userAgent: signInContext.userAgent, address: signInContext.prefix }
    await accounts.keepLanguage(tx, userId, signInContext.domain.config.language)
    const begun = await sessions.begin({ userId, site: '', lasting: true, beginning }, tx)
    if (!wasKnown && method !== 'signUp') await notifyOwner(tx, proved, newDeviceLetter)
    return { ...begun, device: cookie }
  }

  return {
    /** Begins a session of the forum or requests the second factor, in the transaction that consumes the proof. */
    async begin(tx: Transaction, { userId, ...how }: Proved): Promise<SignInOutcome> {
      // A merged account signs in to its main one.
      const proved = { ...how, userId: await accounts.mainOf(userId, tx) }
      const challenge = await secondFactor(proved, tx)
      return challenge === null ? enter(tx, proved) : { secondFactor: challenge, mark: how.signInContext.mark }
    },
    enter,
    /** Notifies the owner that their password was entered in an unknown browser without signing in. */
    async tellOfProof(proved: Proved): Promise<void> {
      if ((await devices.read(proved.signInContext.device, proved.userId)) !== null) return
      await database.transaction((tx) => notifyOwner(tx, proved, provedLetter))
    },
    /** The second factor this person would need; null if none. */
    secondFactorFor: secondFactor,
  }
}
