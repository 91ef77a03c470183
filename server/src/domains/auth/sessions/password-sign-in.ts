import type { CallParsedInput } from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { AddressChange } from '../email-link/address-change.ts'
import type { Closed, CredentialStuffingGuard } from './credential-stuffing-guard.ts'
import type { Devices } from './devices.ts'
import { type Lockout, tried } from './lockout.ts'
import type { Passwords } from './passwords.ts'
import type { SessionService } from './service.ts'
import type { SignInContext } from './sign-in-context.ts'
import type { SignInOutcome, SignIns } from './sign-ins.ts'

interface Dependencies {
  database: Database
  accounts: AccountService
  signIns: SignIns
  passwords: Passwords
  lockout: Lockout
  storm: CredentialStuffingGuard
  sessions: Pick<SessionService, 'wereNear'>
  devices: Devices
  /** Mails who reads the address that a new account has given. */
  welcome: AddressChange['welcome']
}

/** Whose password was right. */
interface Checked {
  userId: string
  passwordHash: string
  succeed(): Promise<void>
}

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

/** Accounts with a password: made, and signed in to. Both also give the browser's device cookie. */
export function createPasswordSignIn(dependencies: Dependencies) {
  const { database, accounts, signIns, passwords, lockout, storm, sessions, devices, welcome } = dependencies

  /** The account of a right password; a wrong one counts. `succeed` is called when it has let somebody in. */
  async function check(input: CallParsedInput<'authSignIn'>, place: SignInContext): Promise<Checked> {
    const account = await accounts.credentials(input.login)
    const device = await devices.read(place.device, account?.mainId ?? '')
    const login = account ? tried.password(input.login, account.userId) : tried.unknownLogin(input.login)
    const attempts = device
      ? [{ account: login, place: `device ${device}` }]
      : place.networks.map(({ prefix, factor }) => ({ account: login, place: prefix, factor }))
    // Where nobody can ask for a mailed link instead, this way in is closed to none.
    const isWatched = !device && place.domain.config.signInProviders.includes('emailLink')
    const network = place.networks.at(-1)?.prefix ?? ''
    const passwordHash = account?.passwordHash ?? null
    let closed: Closed | null = null
    const right = await passwords.verify(passwordHash, input.password, () =>
      database.transaction(async (tx) => {
        for (const attempt of attempts) await lockout.begin(attempt, tx)
        closed = isWatched ? await storm.begin(network, tx) : null
      }),
    )
    if (closed !== null) {
      // Looked at like any other: nothing tells who has signed in from here before, nor that a password is right elsewhere.
      const isNear = await sessions.wereNear(account?.mainId ?? '', place.prefix)
      if (!right || !isNear) throw new DomainError('SIGN_IN_LOCKED', closed)
    }
    if (!right || !account || !passwordHash) throw new DomainError('INVALID_CREDENTIALS')
    const isCounted = isWatched && closed === null
    // By itself: a repeated request, whose session is the first one's, was no wrong password either.
    await database.transaction(async (tx) => {
      for (const attempt of attempts) await lockout.succeed(attempt, tx)
      if (isCounted) await storm.giveBack(network, tx)
    })
    const succeed = async () => (isCounted ? storm.succeed(network, account.mainId) : undefined)
    return { userId: account.userId, passwordHash, succeed }
  }

  return {
    async signUp(input: CallParsedInput<'authSignUp'>, place: SignInContext, keep: RecordResponse<SignInOutcome>) {
      await accounts.assertAvailable({ username: input.username, email: null })
      const passwordHash = await passwords.hash(input.password)
      return database.transaction(async (tx) => {
        // Whoever has the address learns of it there; here nothing tells whether anybody has.
        const userId = await accounts.create({ ...input, email: null, passwordHash }, tx)
        const begun = await signIns.begin(tx, { userId, method: 'signUp', place })
        const { domain, networks } = place
        // The account is new: nothing else is asked for.
        if ('sessionId' in begun) await welcome(tx, { ...input, userId, sessionId: begun.sessionId, domain, networks })
        keep(tx, begun)
        return begun
      })
    },
    /** Throws INVALID_CREDENTIALS, the same for a wrong password and an unknown account, or SIGN_IN_LOCKED. */
    async signIn(input: CallParsedInput<'authSignIn'>, place: SignInContext, keep: RecordResponse<SignInOutcome>) {
      const { userId, passwordHash, succeed } = await check(input, place)
      const outcome = await database.transaction(async (tx) => {
        await accounts.lock(tx, userId)
        // Meanwhile the password may have been changed and all sessions ended: this one must not begin after that.
        const now = await accounts.credentials(input.login, tx)
        if (now?.passwordHash !== passwordHash) throw new DomainError('INVALID_CREDENTIALS')
        const begun = await signIns.begin(tx, { userId, method: 'password', place })
        keep(tx, begun)
        return begun
      })
      if (!('secondFactor' in outcome)) await succeed()
      if (passwords.isOutdated(passwordHash)) {
        await accounts.rehash(userId, { from: passwordHash, to: await passwords.hash(input.password) })
      }
      return outcome
    },
    /** The account whose password this is, for who is signed in to another one; throws as `signIn` does, and SECOND_FACTOR_REQUIRED. */
    async prove(input: CallParsedInput<'authSignIn'>, place: SignInContext): Promise<string> {
      const { userId } = await check(input, place)
      // By its password alone an account that wants more is not proved.
      const asked = await signIns.asksMore({ userId, method: 'password', place })
      if (asked !== null) throw new DomainError('SECOND_FACTOR_REQUIRED', asked)
      await signIns.tellOfProof({ userId, method: 'password', place })
      return userId
    },
  }
}
