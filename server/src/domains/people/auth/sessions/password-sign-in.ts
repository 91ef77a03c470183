import type { CallParsedInput } from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { AccountService } from '../../accounts/index.ts'
import type { AddressChange } from '../email-link/address-change.ts'
import type { CredentialStuffingGuard, SignInsClosed } from './credential-stuffing-guard.ts'
import type { Devices } from './devices.ts'
import { attemptKeys, type Lockout } from './lockout.ts'
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
  guard: CredentialStuffingGuard
  sessions: Pick<SessionService, 'signedInNearby'>
  devices: Devices
  /** Mails a confirmation to a new account's address. */
  addressChange: Pick<AddressChange, 'welcome' | 'remind'>
}

/** A person whose password was correct. */
interface Checked {
  userId: string
  passwordHash: string
  succeed(): Promise<void>
}

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

/** Sign-up and sign-in with a password. Both also set the browser's device cookie. */
export function createPasswordSignIn(dependencies: Dependencies) {
  const { database, accounts, signIns, passwords, lockout, guard, sessions, devices, addressChange } = dependencies

  /**
   * The account with this password that waits to confirm the login as its address; null if there is none. Only the
   * newest account known to this browser counts: for any other, the answer would reveal who else uses the address. The
   * time depends only on accounts known to this browser. A wrong password counts as a failure.
   */
  async function findUnconfirmed(
    { login, password }: CallParsedInput<'authSignIn'>,
    signInContext: SignInContext,
  ): Promise<string | null> {
    const pending = await accounts.byPendingEmail(login)
    const accountIds = pending.map(({ id }) => id)
    const { device, knownTo } = await devices.readAll(signInContext.device, accountIds)
    const userId = accountIds.findLast((id) => knownTo.has(id))
    if (userId === undefined) return null
    const passwordHash = (await accounts.findFacts(userId))?.passwordHash ?? null
    const attempt = { account: attemptKeys.password(login, userId), source: `device ${device}` }
    if (!(await passwords.verify(passwordHash, password, () => lockout.begin(attempt)))) return null
    await lockout.succeed(attempt)
    return userId
  }

  /** The account of a correct password. A wrong one counts as a failure. Call `succeed` after the sign-in. */
  async function check(input: CallParsedInput<'authSignIn'>, signInContext: SignInContext): Promise<Checked> {
    const account = await accounts.credentials(input.login)
    const device = await devices.read(signInContext.device, account?.mainId ?? '')
    const login = account ? attemptKeys.password(input.login, account.userId) : attemptKeys.unknownLogin(input.login)
    const attempts = device
      ? [{ account: login, source: `device ${device}` }]
      : signInContext.networks.map(({ prefix, factor }) => ({ account: login, source: prefix, factor }))
    // Never block this method where mailed links aren't offered as an alternative.
    const isWatched = !device && signInContext.domain.config.signInProviders.includes('emailLink')
    const network = signInContext.networks.at(-1)?.prefix ?? ''
    const passwordHash = account?.passwordHash ?? null
    let closed: SignInsClosed | null = null
    const right = await passwords.verify(passwordHash, input.password, () =>
      database.transaction(async (tx) => {
        for (const attempt of attempts) await lockout.begin(attempt, tx)
        closed = isWatched ? await guard.begin(network, tx) : null
      }),
    )
    if (closed !== null) {
      // Checked for every account: nothing may reveal who has signed in from here, or that a password is right
      // elsewhere.
      const isNear = await sessions.signedInNearby(account?.mainId ?? '', signInContext.prefix)
      if (!right || !isNear) throw new DomainError('SIGN_IN_LOCKED', closed)
    }
    if (!right || !account || !passwordHash) {
      // This also counts as a failure for the address: otherwise an own account could reset the failures of its owner.
      const isUnconfirmed = (await findUnconfirmed(input, signInContext)) !== null
      throw new DomainError(isUnconfirmed ? 'EMAIL_UNCONFIRMED' : 'INVALID_CREDENTIALS')
    }
    const isCounted = isWatched && closed === null
    // A transaction of its own: retrying a request whose first run succeeded isn't a failure either.
    await database.transaction(async (tx) => {
      for (const attempt of attempts) await lockout.succeed(attempt, tx)
      if (isCounted) await guard.refund(network, tx)
    })
    const succeed = async () => (isCounted ? guard.succeed(network, account.mainId) : undefined)
    return { userId: account.userId, passwordHash, succeed }
  }

  return {
    async signUp(
      input: CallParsedInput<'authSignUp'>,
      signInContext: SignInContext,
      record: RecordResponse<SignInOutcome>,
    ) {
      await accounts.assertAvailable({ username: input.username, email: null })
      const passwordHash = await passwords.hash(input.password)
      return database.transaction(async (tx) => {
        // The address's owner is notified by mail; the response reveals nothing.
        const userId = await accounts.create({ ...input, email: null, passwordHash }, tx)
        const begun = await signIns.begin(tx, { userId, method: 'signUp', signInContext })
        const { domain, networks } = signInContext
        // A new account has no second factor.
        if ('sessionId' in begun) {
          await addressChange.welcome(tx, { ...input, userId, sessionId: begun.sessionId, domain, networks })
        }
        record(tx, begun)
        return begun
      })
    },
    /**
     * Throws INVALID_CREDENTIALS, the same for a wrong password and an unknown account, SIGN_IN_LOCKED, or
     * EMAIL_UNCONFIRMED.
     */
    async signIn(
      input: CallParsedInput<'authSignIn'>,
      signInContext: SignInContext,
      record: RecordResponse<SignInOutcome>,
    ) {
      const { userId, passwordHash, succeed } = await check(input, signInContext)
      const outcome = await database.transaction(async (tx) => {
        await accounts.lock(tx, userId)
        // The password may have been changed and all sessions revoked; no session may begin after that.
        const now = await accounts.credentials(input.login, tx)
        if (now?.passwordHash !== passwordHash) throw new DomainError('INVALID_CREDENTIALS')
        const begun = await signIns.begin(tx, { userId, method: 'password', signInContext })
        record(tx, begun)
        return begun
      })
      if (!('secondFactor' in outcome)) await succeed()
      if (passwords.isOutdated(passwordHash)) {
        await accounts.rehash(userId, { from: passwordHash, to: await passwords.hash(input.password) })
      }
      return outcome
    },
    /** Mails the confirmation of an unconfirmed address again. Throws INVALID_CREDENTIALS or SIGN_IN_LOCKED. */
    async remind(
      { email, password }: CallParsedInput<'authEmailConfirmRequest'>,
      signInContext: SignInContext,
      record: RecordResponse<Record<string, never>>,
    ) {
      const userId = await findUnconfirmed({ login: email, password }, signInContext)
      if (userId === null) throw new DomainError('INVALID_CREDENTIALS')
      const { domain, networks } = signInContext
      return database.transaction(async (tx) => {
        await addressChange.remind(tx, { userId, email, domain, networks })
        record(tx, {})
        return {}
      })
    },
    /**
     * The account with this password, for somebody signed in to another one. Throws like `signIn`, and
     * SECOND_FACTOR_REQUIRED.
     */
    async prove(input: CallParsedInput<'authSignIn'>, signInContext: SignInContext): Promise<string> {
      const { userId } = await check(input, signInContext)
      // A password alone doesn't prove an account with a second factor.
      const secondFactor = await signIns.secondFactorFor({ userId, method: 'password', signInContext })
      if (secondFactor !== null) throw new DomainError('SECOND_FACTOR_REQUIRED', secondFactor)
      await signIns.tellOfProof({ userId, method: 'password', signInContext })
      return userId
    },
  }
}
