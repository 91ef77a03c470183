import {
  type CallOutput,
  type CallParsedInput,
  EMAIL_ALLOWANCE,
  EMAIL_LINK_TTL_MS,
  type Me,
  REAUTHENTICATION_TTL_MS,
  type ReauthenticationMethod,
} from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { wordsIn } from '../../../../platform/languages/words.ts'
import type { Letter } from '../../../../platform/mail/letter.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { AddressBucket } from '../../../../platform/security/address.ts'
import type { AccountService, PostLetter } from '../../accounts/index.ts'
import type { Domain } from '../../tenants/index.ts'
import type { MailRateLimit } from '../email-link/mail-rate-limit.ts'
import type { EmailProofs } from '../email-link/proofs.ts'
import { attemptKeys, type Lockout } from '../sessions/lockout.ts'
import type { Passwords } from '../sessions/passwords.ts'
import type { SessionService } from '../sessions/service.ts'
import type { Challenges } from './challenges.ts'
import type { PasskeyProofs } from './passkey-proofs.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Totp } from './totp.ts'

/** The person reauthenticating, and in which session. */
export interface Prover {
  viewer: Me
  sessionId: string
  domain: Domain
}

type Input = CallParsedInput<'authReauthenticate'>
type Result = CallOutput<'authReauthenticate'>

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  sessions: Pick<SessionService, 'markRecent'>
  accounts: Pick<AccountService, 'ownFacts'>
  lockout: Lockout
  passwords: Passwords
  totp: Totp
  recoveryCodes: RecoveryCodes
  passkeyProofs: PasskeyProofs
  emailProofs: EmailProofs
  mailRateLimit: MailRateLimit
  postLetter: PostLetter
  challenges: Challenges
  providerProofsOf: ProviderProofs
}

/** Providers for reauthentication in a session, each with its address. */
export type ProviderProofs = (about: {
  userId: string
  sessionId: string
  domain: Domain
}) => Promise<NonNullable<CallOutput<'authReauthenticateOptions'>['providers']>>

/** Reauthentication, so that a stolen session can't change how its owner signs in. */
export function createReauthentication(dependencies: Dependencies) {
  const { database, clock, sessions, accounts, lockout, passwords, totp, passkeyProofs, challenges } = dependencies
  const { recoveryCodes, emailProofs, mailRateLimit, postLetter, providerProofsOf } = dependencies

  /**
   * Returns a function that consumes the proof in a transaction and returns whether it was valid. Slow work is done
   * before.
   */
  async function proofOf(prover: Prover, input: Input): Promise<(tx: Transaction) => Promise<boolean>> {
    const { id: userId } = prover.viewer
    const { code, recoveryCode, emailCode } = input
    if (code !== undefined) return (tx) => totp.use(tx, userId, code)
    if (recoveryCode !== undefined) return (tx) => recoveryCodes.use(tx, userId, recoveryCode)
    if (emailCode !== undefined) return emailProofOf(userId, emailCode)
    if (input.assertion !== undefined) return passkeyProofOf(prover, input)
    const { passwordHash } = await accounts.ownFacts(userId)
    if (!(await passwords.verify(passwordHash, input.password ?? ''))) throw new DomainError('INVALID_CREDENTIALS')
    // Before the transaction: of concurrent copies of a request only one commits, but all of them were counted.
    await lockout.succeed(attemptOf(prover))
    return async () => true
  }

  async function emailProofOf(userId: string, code: string) {
    const { email } = await accounts.ownFacts(userId)
    // The try counts whatever happens, so it isn't part of the transaction.
    const about = { purpose: 'reauthenticate', email: email ?? '', mailMark: null } as const
    const open = await emailProofs.openCode(about)
    const isRight = open !== null && (await emailProofs.tryCode(open, { code, isCounted: true }))
    return async (tx: Transaction) => {
      const row = isRight ? await emailProofs.useCode(tx, open.id) : null
      return row?.user_id === userId
    }
  }

  async function passkeyProofOf({ viewer, sessionId, domain }: Prover, input: Input) {
    const { assertion, challenge: challengeToken = '' } = input
    const challenge = challenges.read('reauthenticate', challengeToken)
    const isOurs = challenge?.facts.sessionId === sessionId
    const proof = isOurs && assertion ? await passkeyProofs.look(domain, { assertion, challenge }) : null
    return async (tx: Transaction) => {
      if (!challenge || proof?.userId !== viewer.id || !(await proof.use(tx))) return false
      return challenges.use(challenge, tx).then(
        () => true,
        (error: unknown) => {
          if (error instanceof DomainError) return false
          throw error
        },
      )
    }
  }

  /**
   * Methods besides a passkey. With a second factor only that: otherwise the password or mailbox alone could turn it
   * off.
   */
  async function methodsOf(userId: string): Promise<ReauthenticationMethod[]> {
    if (await totp.isOn(userId)) return (await recoveryCodes.countLeft(userId)) > 0 ? ['totp', 'recovery'] : ['totp']
    const { passwordHash, email } = await accounts.ownFacts(userId)
    const methods: ReauthenticationMethod[] = []
    if (passwordHash !== null) methods.push('password')
    if (email !== null) methods.push('email')
    return methods
  }

  return {
    async options({ viewer, sessionId, domain }: Prover): Promise<CallOutput<'authReauthenticateOptions'>> {
      const methods = await methodsOf(viewer.id)
      if (!(await passkeyProofs.has(viewer.id, domain))) {
        // A provider session is the weakest proof, so it counts only if there is no other.
        if (methods.length > 0) return { methods }
        return { methods, providers: await providerProofsOf({ userId: viewer.id, sessionId, domain }) }
      }
      const about = { facts: { sessionId }, goodForMs: REAUTHENTICATION_TTL_MS }
      const { challenge, nonce } = challenges.make('reauthenticate', about)
      const passkeyOptions = await passkeyProofs.options(domain, { userId: viewer.id, nonce })
      return { methods: [...methods, 'passkey'], passkeyOptions, challenge }
    },
    /** Mails a code. Throws FORBIDDEN without a confirmed address or with a second factor, and RATE_LIMITED. */
    async mail(
      { viewer, domain, networks }: Prover & { networks: AddressBucket[] },
      record: RecordResponse<Record<string, never>>,
    ): Promise<Record<string, never>> {
      const { id: userId } = viewer
      const { email } = await accounts.ownFacts(userId)
      if (email === null || (await totp.isOn(userId))) throw new DomainError('FORBIDDEN')
      return database.transaction(async (tx) => {
        // Every session's browser and place are known to the account, even a thief's, so they get no limit of their
        // own.
        const mailRequest = { email, kind: 'reauthenticate', device: null, isNear: false, networks } as const
        if (!(await mailRateLimit.take(tx, mailRequest)))
          throw new DomainError('RATE_LIMITED', { retryAfterMs: EMAIL_ALLOWANCE.windowMs })
        const proof = { purpose: 'reauthenticate', userId, email, goodForMs: EMAIL_LINK_TTL_MS } as const
        const code = await emailProofs.makeCode(tx, proof)
        await postLetter(tx, { userId, to: email, domain, usefulForMs: EMAIL_LINK_TTL_MS }, (reader) =>
          codeLetter(reader, code),
        )
        record(tx, {})
        return {}
      })
    },
    /**
     * Throws INVALID_CREDENTIALS, CODE_INVALID or PASSKEY_INVALID; SIGN_IN_LOCKED after too many failures in this
     * session; FORBIDDEN for a password or a mail if the account has a second factor.
     */
    async prove(prover: Prover, input: Input, record: RecordResponse<Result>): Promise<Result> {
      const isFirstFactor = input.password !== undefined || input.emailCode !== undefined
      if (isFirstFactor && (await totp.isOn(prover.viewer.id))) throw new DomainError('FORBIDDEN')
      await lockout.begin(attemptOf(prover))
      const isGood = await proofOf(prover, input)
      const result = await database.transaction(async (tx) => {
        if (!(await isGood(tx))) throw new DomainError(input.assertion ? 'PASSKEY_INVALID' : 'CODE_INVALID')
        await sessions.markRecent(tx, prover.sessionId)
        const proved = { until: clock.now() + REAUTHENTICATION_TTL_MS }
        record(tx, proved)
        return proved
      })
      await lockout.succeed(attemptOf(prover))
      return result
    },
  }
}

/** Counted by session, so that guesses in a stolen one don't block the owner elsewhere. */
function attemptOf({ viewer, sessionId }: Prover) {
  return { account: attemptKeys.again(viewer.id), source: `session ${sessionId}` }
}

/** English texts of the letter with a code. */
const codeMessages = {
  'mail.code.subject': 'Your code for {forum}',
  'mail.code.text': 'Use this code to confirm a change to your sign-in methods on {forum}.',
  'mail.code.secret': 'It expires in 10 minutes and works once. Don’t share it: {forum} will never ask you for it.',
  'mail.code.notYou': 'If this wasn’t you, sign out everywhere in your settings and change your password.',
} as const

function codeLetter(reader: Domain, code: string): Letter {
  const t = wordsIn(reader, codeMessages)
  const forum = reader.config.domainDisplayName
  return {
    subject: t('mail.code.subject', { forum }),
    text: [t('mail.code.text', { forum })],
    code,
    after: [t('mail.code.secret', { forum }), t('mail.code.notYou')],
  }
}
