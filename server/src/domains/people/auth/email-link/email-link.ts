import { type CallParsedInput, EMAIL_LINK_TTL_MS } from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Database, Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import { type AccountService, isAddressTaken, type PostLetter, type Referral } from '../../accounts/index.ts'
import type { CredentialStuffingGuard } from '../sessions/credential-stuffing-guard.ts'
import { type Attempt, attemptKeys, type Lockout } from '../sessions/lockout.ts'
import type { SignInContext } from '../sessions/sign-in-context.ts'
import type { Proved, SignInOutcome, SignIns } from '../sessions/sign-ins.ts'
import type { AddressOwner, AddressOwners } from './address-owner.ts'
import { signInLetter } from './letters.ts'
import type { MailRateLimit } from './mail-rate-limit.ts'
import type { EmailProofs } from './proofs.ts'

interface Dependencies {
  database: Database
  accounts: AccountService
  signIns: SignIns
  lockout: Lockout
  guard: CredentialStuffingGuard
  proofs: EmailProofs
  mailRateLimit: MailRateLimit
  readerOf: AddressOwners
  send: PostLetter
}

/** Where a request comes from, and the browser's mark of the mail it requested. */
export type RequestContext = SignInContext & { mailMark: string | null }

/** Adds the owner of the browser's session, or null. */
type ConfirmationContext = RequestContext & { holder: string | null }

/** For a pending mail, all unknown places together may enter this many times one place's daily limit of wrong codes. */
const GUESSES_FACTOR = 8

/** The account that an address leads to, and the address if it is to be confirmed for the account. */
type Reached = Pick<Proved, 'userId' | 'claims'> & { isNew: boolean }

/** Sign-in with a mailed link or code. The address's owner is determined when it is used, not when it was requested. */
export function createEmailLink(dependencies: Dependencies) {
  const { database, accounts, signIns, lockout, guard, proofs, mailRateLimit, readerOf, send } = dependencies

  /**
   * Finds, among the accounts that claim an address, the one this browser is signed in to, or one it knows whose
   * confirmation mail is still valid.
   */
  async function findClaimant(
    pending: AddressOwner['pending'],
    about: { email: string; holder: string | null },
    tx?: Transaction,
  ) {
    const signedIn = pending.find(({ id }) => id === about.holder)
    if (signedIn) return signedIn.id
    for (const { id, isKnown } of pending) {
      if (isKnown && (await proofs.isConfirmationPending({ userId: id, email: about.email }, tx))) return id
    }
    return null
  }

  /**
   * The account that a proven address signs in to. An account that only claims the address gets it only in its own
   * browser: anyone can sign up with somebody else's address and their own password, and the address's real reader must
   * not end up in that account, but gets a new one.
   */
  async function accountOf(
    about: { email: string; signInContext: ConfirmationContext; referral: Referral },
    tx?: Transaction,
  ): Promise<Reached> {
    const { email, signInContext, referral } = about
    const { owner, pending } = await readerOf(email, signInContext, tx)
    if (owner !== null) return { userId: owner, isNew: false }
    const claimant = await findClaimant(pending, { email, holder: signInContext.holder }, tx)
    if (claimant !== null) return { userId: claimant, isNew: false, claims: { userId: claimant, email } }
    try {
      return { userId: await accounts.createNameless({ email, ...referral }, tx), isNew: true }
    } catch (error) {
      if (!isAddressTaken(error)) throw error
      // Another link for the same address was faster.
      const quicker = await accounts.byConfirmedEmail(email, tx)
      // That account is already gone.
      if (quicker === null) throw new DomainError('LINK_INVALID')
      return { userId: quicker, isNew: false }
    }
  }

  /**
   * Tries a code. Throws SIGN_IN_LOCKED after too many wrong ones. They count against the guesser: a browser known to
   * the address's owner, one that requested the mail, or else a network. Each pending code also has a wide limit for
   * all unknown places together, so that many networks can't guess it; the link stays valid. Guesses across many
   * addresses are limited by the total of wrong codes.
   */
  async function tryCode(
    { email, code }: { email: string; code: string },
    signInContext: RequestContext,
  ): Promise<string | null> {
    const { owner, device } = await readerOf(email, signInContext)
    const open = await proofs.openCode({ purpose: 'signIn', email, mailMark: signInContext.mailMark })
    const account = attemptKeys.code(email)
    const attempts: Attempt[] = []
    if (device !== null) attempts.push({ account, source: `device ${device}` })
    else {
      if (open?.isOwn) attempts.push({ account, source: `request ${open.id}` })
      else for (const { prefix, factor } of signInContext.networks) attempts.push({ account, source: prefix, factor })
      if (open !== null) attempts.push({ account, source: 'anywhere', factor: GUESSES_FACTOR })
    }
    const network = signInContext.networks.at(-1)?.prefix ?? ''
    await database.transaction(async (tx) => {
      for (const attempt of attempts) await lockout.begin(attempt, tx)
      const closed = device === null ? await guard.begin(network, tx) : null
      if (closed !== null) throw new DomainError('SIGN_IN_LOCKED', closed)
    })
    if (open === null) return null
    const isCounted = device === null && !open.isOwn
    if (!(await proofs.tryCode(open, { code, isCounted }))) return null
    for (const attempt of attempts) await lockout.succeed(attempt)
    if (device === null) {
      await guard.refund(network)
      if (owner !== null) await guard.succeed(network, owner)
    }
    return open.id
  }

  return {
    /** Mails a link and a code, whoever owns the address. Returns the mark for the requesting browser. */
    async request(
      { email, next, refBy, refFrom }: CallParsedInput<'authEmailLinkRequest'>,
      signInContext: RequestContext,
      record: RecordResponse<{ asked: string }>,
    ): Promise<{ asked: string }> {
      return database.transaction(async (tx) => {
        const { owner, pending, device, isNear } = await readerOf(email, signInContext, tx)
        let signInProofId: string | null = null
        if (await mailRateLimit.take(tx, { email, kind: 'signIn', device, isNear, networks: signInContext.networks })) {
          const goodForMs = EMAIL_LINK_TTL_MS
          const referral = { refBy, refFrom }
          const proof = { purpose: 'signIn', userId: owner, email, goodForMs, referral } as const
          const { id, ...both } = await proofs.makeBoth(tx, proof)
          signInProofId = id
          const account = owner === null ? { pendingNames: pending.map(({ username }) => username) } : 'confirmed'
          await send(tx, { userId: owner, to: email, domain: signInContext.domain, usefulForMs: goodForMs }, (reader) =>
            signInLetter({ domain: reader, ...both, next, account }),
          )
        }
        const response = { asked: proofs.mailMarkFor(signInProofId, signInContext.mailMark) }
        record(tx, response)
        return response
      })
    },
    /** Signs in, creating an account if nobody owns the address. Throws LINK_INVALID or SIGN_IN_LOCKED. */
    async confirm(
      { token, email = '', code = '', refBy, refFrom }: CallParsedInput<'authEmailLinkConfirm'>,
      signInContext: ConfirmationContext,
      record: RecordResponse<SignInOutcome>,
    ): Promise<SignInOutcome> {
      const proofId = token === undefined ? await tryCode({ email, code }, signInContext) : null
      return database.transaction(async (tx) => {
        const used =
          token === undefined
            ? proofId !== null && (await proofs.useCode(tx, proofId))
            : await proofs.useLink(tx, token, ['signIn'])
        if (!used) throw new DomainError('LINK_INVALID')
        // Use the referral of the browser that requested the link; another one may open it.
        const referral = { refBy: used.ref_by ?? refBy, refFrom: used.ref_from ?? refFrom }
        const { userId, isNew, claims } = await accountOf({ email: used.email, signInContext, referral }, tx)
        // The account may be losing its address or being deleted; no session may begin after that.
        await accounts.lock(tx, userId)
        const owner = await accounts.byConfirmedEmail(used.email, tx)
        if (owner !== (claims ? null : userId)) throw new DomainError('LINK_INVALID')
        const method = isNew ? 'signUp' : 'emailLink'
        const outcome = await signIns.begin(tx, { userId, method, signInContext, ...(claims && { claims }) })
        // If a second factor is needed, the address is added after it.
        const isIn = !('secondFactor' in outcome)
        if (isIn && claims && !(await accounts.claimEmail(tx, claims))) throw new DomainError('LINK_INVALID')
        record(tx, outcome)
        return outcome
      })
    },
  }
}
