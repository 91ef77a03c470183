import {
  type CallParsedInput,
  SECOND_FACTOR_TTL_MS,
  type SecondFactorChallenge,
  type SecondFactorMethod,
} from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Database, Transaction } from '../../../../platform/database/database.ts'
import { DomainError, isDomainError } from '../../../../platform/domain-error.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import type { AccountService } from '../../accounts/index.ts'
import type { Devices } from '../sessions/devices.ts'
import { attemptKeys, type Lockout } from '../sessions/lockout.ts'
import type { SignInMethod } from '../sessions/service.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { Claim, Proved, SignInOutcome, SignIns } from '../sessions/sign-ins.ts'
import type { Challenge, Challenges } from './challenges.ts'
import type { PasskeyProofs } from './passkey-proofs.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Totp } from './totp.ts'

/** Methods that need no second factor: a passkey combines possession and knowledge, and a new account has none. */
const SUFFICIENT: ReadonlySet<string> = new Set(['signUp', 'passkey'])

interface Dependencies {
  accounts: Pick<AccountService, 'ownFacts' | 'mainOf' | 'lock' | 'claimEmail'>
  totp: Totp
  recoveryCodes: RecoveryCodes
  passkeyProofs: PasskeyProofs
  challenges: Challenges
}

/** Requests the second factor from people who have one. */
export function createSecondFactorDemand(dependencies: Dependencies) {
  const { accounts, totp, recoveryCodes, passkeyProofs, challenges } = dependencies
  return async (
    { userId, method, signInContext, claims }: Proved,
    tx?: Transaction,
  ): Promise<SecondFactorChallenge | null> => {
    if (SUFFICIENT.has(method) || !(await totp.isOn(userId, tx))) return null
    const facts = {
      userId,
      method,
      browser: sha256(signInContext.mark),
      password: await passwordMark(accounts, userId, tx),
      claims: claims ? JSON.stringify(claims) : null,
    }
    const about = { facts, goodForMs: SECOND_FACTOR_TTL_MS }
    const { challenge, nonce, expiresAt } = challenges.make('second factor', about)
    const methods: SecondFactorMethod[] = ['totp']
    if ((await recoveryCodes.countLeft(userId, tx)) > 0) methods.push('recovery')
    if (!(await passkeyProofs.has(userId, signInContext.domain, tx))) return { challenge, methods, expiresAt }
    const passkeyOptions = await passkeyProofs.options(signInContext.domain, { userId, nonce }, tx)
    return { challenge, methods: [...methods, 'passkey'], expiresAt, passkeyOptions }
  }
}

type Input = CallParsedInput<'authSecondFactor'>

/** A sign-in that waits for a second factor. */
interface PendingSignIn {
  userId: string
  signInContext: SignInContext
  challenge: Challenge
}

/** Completes sign-ins with the second factor. */
export function createSecondFactor(
  dependencies: Dependencies & { database: Database; signIns: SignIns; devices: Devices; lockout: Lockout },
) {
  const { accounts, totp, recoveryCodes, passkeyProofs, challenges, database, signIns, devices, lockout } = dependencies

  /** The person a challenge was made for. Throws CHALLENGE_INVALID unless browser and password are still the same. */
  async function read(input: Input, signInContext: SignInContext): Promise<Proved & PendingSignIn> {
    const challenge = challenges.read('second factor', input.challenge)
    const { userId = null, method = null, browser = null } = challenge?.facts ?? {}
    if (!challenge || !userId || !method || browser !== sha256(signInContext.mark)) {
      throw new DomainError('CHALLENGE_INVALID')
    }
    await assertUnchanged(userId, challenge)
    const { claims = null } = challenge.facts
    // Sealed by this server, so the value is valid.
    const proved = { userId, method: method as SignInMethod, signInContext, challenge }
    return claims === null ? proved : { ...proved, claims: JSON.parse(claims) as Claim }
  }

  /** Throws CHALLENGE_INVALID if the account's password has changed, or it was merged or deleted. */
  async function assertUnchanged(userId: string, { facts }: Challenge, tx?: Transaction): Promise<void> {
    const mark = await passwordMark(accounts, userId, tx).catch(() => null)
    const isItself = (await accounts.mainOf(userId, tx)) === userId
    if (mark === null || mark !== facts.password || !isItself) throw new DomainError('CHALLENGE_INVALID')
  }

  /**
   * Counts six-digit codes from all unknown devices as one place, because somebody with the password can guess from
   * many addresses. Recovery codes can't be guessed, so others can never block them.
   */
  async function attemptOf({ userId, signInContext }: PendingSignIn, input: Input) {
    const device = await devices.read(signInContext.device, userId)
    const elsewhere = input.code === undefined ? signInContext.prefix : 'anywhere'
    return { account: attemptKeys.secondFactor(userId), source: device === null ? elsewhere : `device ${device}` }
  }

  /** Returns a function that consumes the proof in a transaction and returns whether it was valid. */
  async function proofOf(
    { userId, signInContext, challenge }: PendingSignIn,
    input: Input,
  ): Promise<(tx: Transaction) => Promise<boolean>> {
    const { code, recoveryCode, assertion } = input
    if (code !== undefined) return (tx) => totp.use(tx, userId, code)
    if (recoveryCode !== undefined) return (tx) => recoveryCodes.use(tx, userId, recoveryCode)
    const proof = assertion ? await passkeyProofs.look(signInContext.domain, { assertion, challenge }) : null
    return async (tx) => proof !== null && proof.userId === userId && proof.use(tx)
  }

  return {
    /** Throws CHALLENGE_INVALID, SIGN_IN_LOCKED, or CODE_INVALID or PASSKEY_INVALID, which allow a retry. */
    async complete(
      input: Input,
      signInContext: SignInContext,
      record: RecordResponse<SignInOutcome>,
    ): Promise<SignInOutcome> {
      const pendingSignIn = await read(input, signInContext)
      const attempt = await attemptOf(pendingSignIn, input)
      await lockout.begin(attempt)
      const isGood = await proofOf(pendingSignIn, input)
      const finish = database.transaction(async (tx) => {
        await accounts.lock(tx, pendingSignIn.userId)
        // The password may have been changed and all sessions revoked; no session may begin after that.
        await assertUnchanged(pendingSignIn.userId, pendingSignIn.challenge, tx)
        await challenges.use(pendingSignIn.challenge, tx)
        if (!(await isGood(tx))) throw new DomainError(input.assertion ? 'PASSKEY_INVALID' : 'CODE_INVALID')
        const { claims } = pendingSignIn
        if (claims && !(await accounts.claimEmail(tx, claims))) throw new DomainError('CHALLENGE_INVALID')
        const outcome = await signIns.enter(tx, pendingSignIn)
        record(tx, outcome)
        return outcome
      })
      const outcome = await finish.catch(async (error: unknown) => {
        // Retrying a successful request isn't a guess.
        if (isDomainError(error) && error.code === 'CHALLENGE_INVALID') await lockout.succeed(attempt)
        throw error
      })
      await lockout.succeed(attempt)
      return outcome
    },
  }
}

/** A mark that changes with the password, which invalidates challenges in progress. */
async function passwordMark(
  accounts: Pick<AccountService, 'ownFacts'>,
  userId: string,
  tx?: Transaction,
): Promise<string> {
  const { passwordHash } = await accounts.ownFacts(userId, tx)
  return sha256(`${userId} ${passwordHash ?? ''}`).slice(0, 16)
}
