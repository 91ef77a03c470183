import { type CallParsedInput, EMAIL_LINK_TTL_MS } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Keep } from '../../lib/keep.ts'
import { isAddressTaken } from '../accounts/address-taken.ts'
import type { AccountService, Referral } from '../accounts/service.ts'
import type { Lockout } from '../sessions/lockout.ts'
import type { Place, SignInOutcome, SignIns } from '../sessions/sign-ins.ts'
import type { MailAllowance } from './allowance.ts'
import { signInLetter } from './letters.ts'
import type { EmailProofs } from './proofs.ts'
import type { Readers, Sender } from './readers.ts'

interface Dependencies {
  database: Database
  accounts: AccountService
  signIns: SignIns
  lockout: Lockout
  proofs: EmailProofs
  allowance: MailAllowance
  readerOf: Readers
  send: Sender
}

type Nothing = Record<string, never>

export type EmailLink = ReturnType<typeof createEmailLink>

/** Signing in by a mailed link or code. Whose the address is counts when it is pressed, not when it was asked for. */
export function createEmailLink(dependencies: Dependencies) {
  const { database, accounts, signIns, lockout, proofs, allowance, readerOf, send } = dependencies

  /**
   * The account that a proved address signs in to. One that has only given the address gets it where its own browser
   * proves it: anybody can sign up with somebody else's address and a password of their own, and whoever reads the
   * address must not end up in that account. They get one of their own.
   */
  async function accountOf(unit: Unit, about: { email: string; place: Place; referral: Referral }) {
    const { email, place, referral } = about
    const { owner, ownPending } = await readerOf(email, place.device)
    if (owner !== null) return { userId: owner, isNew: false }
    if (ownPending !== null && (await accounts.confirmEmail(unit, ownPending, email)))
      return { userId: ownPending, isNew: false }
    try {
      return { userId: await accounts.createNameless({ email, ...referral }), isNew: true }
    } catch (error) {
      if (!isAddressTaken(error)) throw error
      // Another link of the same address was quicker.
      const quicker = await accounts.byConfirmedEmail(email)
      // And its account is gone again.
      if (quicker === null) throw new DomainError('LINK_INVALID')
      return { userId: quicker, isNew: false }
    }
  }

  /** Tries a code; throws SIGN_IN_LOCKED after too many wrong ones for the address, except in a browser that its owner uses. */
  async function tryCode(about: { email: string; code: string }, place: Place): Promise<string | null> {
    const email = about.email.toLowerCase()
    const { device } = await readerOf(email, place.device)
    const attempt = { account: `code ${email}`, place: device === null ? 'anywhere' : `device ${device}` }
    await lockout.begin(attempt)
    const proofId = await proofs.tryCode({ purpose: 'signIn', ...about })
    if (proofId !== null) await lockout.succeed(attempt)
    return proofId
  }

  return {
    /** Mails a link and a code; does the same whosever the address is. */
    async request(
      { email, next, refBy, refFrom }: CallParsedInput<'authEmailLinkRequest'>,
      place: Place,
      keep: Keep<Nothing>,
    ): Promise<Nothing> {
      return database.transaction(async (unit) => {
        const { owner, ownPending, device } = await readerOf(email, place.device)
        if (await allowance.take(unit, { email, device })) {
          const goodForMs = EMAIL_LINK_TTL_MS
          const referral = { refBy, refFrom }
          const both = await proofs.makeBoth(unit, { purpose: 'signIn', userId: owner, email, goodForMs, referral })
          const isKnown = owner !== null || ownPending !== null
          const letter = signInLetter({ domain: place.domain, ...both, next, isKnown })
          await send(unit, { to: email, domain: place.domain, usefulForMs: goodForMs }, letter)
        }
        keep(unit, {})
        return {}
      })
    },
    /** Signs in, into a new account where nobody has the address; throws LINK_INVALID or SIGN_IN_LOCKED. */
    async confirm(
      { token, email = '', code = '', refBy, refFrom }: CallParsedInput<'authEmailLinkConfirm'>,
      place: Place,
      keep: Keep<SignInOutcome>,
    ): Promise<SignInOutcome> {
      const proofId = token === undefined ? await tryCode({ email, code }, place) : null
      return database.transaction(async (unit) => {
        const used =
          token === undefined
            ? proofId !== null && (await proofs.useCode(unit, proofId))
            : await proofs.useLink(unit, token, ['signIn'])
        if (!used) throw new DomainError('LINK_INVALID')
        // What the browser told that asked for the link; the one that opens it may be another.
        const referral = { refBy: used.ref_by ?? refBy, refFrom: used.ref_from ?? refFrom }
        const { userId, isNew } = await accountOf(unit, { email: used.email, place, referral })
        // The account may be on its way out, or its address to somebody else: this session must not begin after that.
        await accounts.lock(unit, userId)
        if ((await accounts.byConfirmedEmail(used.email)) !== userId) throw new DomainError('LINK_INVALID')
        const outcome = await signIns.begin(unit, { userId, method: isNew ? 'signUp' : 'emailLink', place })
        keep(unit, outcome)
        return outcome
      })
    },
  }
}
