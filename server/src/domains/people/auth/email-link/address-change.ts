import { type CallOutput, EMAIL_CONFIRM_TTL_MS, EMAIL_LINK_TTL_MS, isOwn, type Me } from '@stoa/contract'
import type { RecordResponse } from '../../../../platform/calls/context.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { AddressBucket } from '../../../../platform/security/address.ts'
import type { AccountService, PostLetter } from '../../accounts/index.ts'
import type { Domain } from '../../tenants/index.ts'
import type { Devices } from '../sessions/devices.ts'
import type { SessionService } from '../sessions/service.ts'
import { alreadyLetter, approveLetter, changedAddressLetter, confirmLetter } from './letters.ts'
import type { MailRateLimit } from './mail-rate-limit.ts'
import type { EmailProofs } from './proofs.ts'
import type { ProofRow } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'ids'> {
  accounts: AccountService
  sessions: Pick<SessionService, 'assertRecent'>
  devices: Devices
  proofs: EmailProofs
  mailRateLimit: MailRateLimit
  send: PostLetter
}

/** The person who opens a link, and the browser. */
interface Presser {
  viewer: Me | null
  /** The device cookie. */
  device: string | null
  domain: Domain
}

/** An account that claims an address. */
interface Claim {
  userId: string
  username: string
  email: string
  domain: Domain
  /** Where the request comes from. */
  networks: AddressBucket[]
  changeId: string
}

type Nothing = Record<string, never>
type Confirmed = CallOutput<'userEmailConfirm'>

export type AddressChange = ReturnType<typeof createAddressChange>

/**
 * Manages account addresses: given at sign-up, confirmed at both ends, changed. Never reveals whether an address
 * belongs to somebody else.
 */
export function createAddressChange(dependencies: Dependencies) {
  const { database, ids, accounts, sessions, devices, proofs, mailRateLimit, send } = dependencies

  /**
   * Asks the reader of an address to confirm it. If the address belongs to another account, notifies its owner instead.
   */
  async function askNew(tx: Transaction, claim: Claim): Promise<void> {
    const { userId, email, domain, username, networks, changeId } = claim
    const owner = await accounts.byConfirmedEmail(email, tx)
    if (!(await mailRateLimit.take(tx, { email, kind: 'confirm', device: null, isNear: false, networks }))) return
    if (owner === null) {
      const goodForMs = EMAIL_CONFIRM_TTL_MS
      const token = await proofs.makeLink(tx, { purpose: 'confirmNew', userId, email, goodForMs, changeId })
      await send(tx, { userId, to: email, domain, usefulForMs: goodForMs }, (reader) =>
        confirmLetter({ domain: reader, username, token }),
      )
    } else {
      const goodForMs = EMAIL_LINK_TTL_MS
      const token = await proofs.makeLink(tx, { purpose: 'signIn', userId: owner, email, goodForMs })
      await send(tx, { userId: owner, to: email, domain, usefulForMs: goodForMs }, (reader) =>
        alreadyLetter({ domain: reader, token }),
      )
    }
  }

  async function askOld(tx: Transaction, claim: Claim, old: string): Promise<void> {
    const { userId, domain, changeId } = claim
    const goodForMs = EMAIL_CONFIRM_TTL_MS
    const token = await proofs.makeLink(tx, { purpose: 'confirmOld', userId, email: old, goodForMs, changeId })
    await send(tx, { userId, to: old, domain, usefulForMs: goodForMs }, (reader) =>
      approveLetter({ ...claim, domain: reader, token }),
    )
  }

  /** The account and addresses of a link; null unless both are unchanged since it was mailed. */
  async function claimOf(proof: ProofRow, tx?: Transaction) {
    const userId = proof.user_id ?? ''
    const facts = await accounts.findFacts(userId, tx)
    if (!facts?.pendingEmail) return null
    const mailed = proof.purpose === 'confirmNew' ? facts.pendingEmail : facts.email
    return mailed?.toLowerCase() === proof.email_key ? { ...facts, userId, pendingEmail: facts.pendingEmail } : null
  }

  /** Whether the person who opened the link is or was signed in to the account in this browser. */
  async function isTheirs(userId: string, { viewer, device }: Presser, tx?: Transaction): Promise<boolean> {
    return isOwn(viewer, userId) || (await devices.read(device, userId, tx)) !== null
  }

  return {
    /** Stores the address given at sign-up, in the transaction that creates the account, and mails a confirmation. */
    async welcome(tx: Transaction, about: Omit<Claim, 'changeId'> & { sessionId: string }): Promise<void> {
      await accounts.setPendingEmail(tx, about.userId, about)
      await askNew(tx, { ...about, changeId: ids.next() })
    },
    /** Mails the confirmation of an account's first address again, if it still waits. Earlier links stay valid. */
    async remind(tx: Transaction, about: Omit<Claim, 'username' | 'changeId'>): Promise<void> {
      await accounts.lock(tx, about.userId)
      const facts = await accounts.findFacts(about.userId, tx)
      const { email, pendingEmail, username = '' } = facts ?? {}
      if (email !== null || pendingEmail?.toLowerCase() !== about.email.toLowerCase()) return
      await askNew(tx, { ...about, email: pendingEmail, username, changeId: ids.next() })
    },
    /** Asks both ends to confirm. Repeating the request mails again. Throws REAUTHENTICATION_REQUIRED. */
    async request(
      who: { userId: string; sessionId: string; domain: Domain; networks: AddressBucket[] },
      email: string,
      record: RecordResponse<Nothing>,
    ): Promise<Nothing> {
      const { userId, sessionId, domain, networks } = who
      return database.transaction(async (tx) => {
        await accounts.lock(tx, userId)
        // Checked here because revoking the session in the meantime has canceled everything started in it.
        await sessions.assertRecent(sessionId, tx)
        const facts = await accounts.findFacts(userId, tx)
        if (!facts) throw new DomainError('AUTH_REQUIRED')
        const isOwn = facts.email?.toLowerCase() === email.toLowerCase()
        await proofs.forgetChange(tx, userId)
        await accounts.setPendingEmail(tx, userId, isOwn ? null : { email, sessionId })
        if (!isOwn) {
          const claim = { userId, username: facts.username, email, domain, networks, changeId: ids.next() }
          await askNew(tx, claim)
          if (facts.email !== null) await askOld(tx, claim, facts.email)
        }
        record(tx, {})
        return {}
      })
    },
    /**
     * Confirms one end; the last confirmation makes the address the account's. Anyone can give somebody else's address
     * for their account, so the new end counts only in a browser that has been signed in to it: elsewhere throws
     * CONFIRM_SIGNED_IN, and the link stays valid. Throws LINK_INVALID, also if somebody else was faster.
     */
    async confirm(token: string, presser: Presser, record: RecordResponse<Confirmed>): Promise<Confirmed> {
      const { domain } = presser
      return database.transaction(async (tx) => {
        const used = await proofs.useLink(tx, token, ['confirmNew', 'confirmOld'])
        const claim = used && (await claimOf(used, tx))
        if (!claim) throw new DomainError('LINK_INVALID')
        const { userId, username, email: old, pendingEmail: email } = claim
        if (used.purpose === 'confirmNew' && !(await isTheirs(userId, presser, tx)))
          throw new DomainError('CONFIRM_SIGNED_IN')
        const confirmed = await proofs.isChangeComplete(tx, used.change_id ?? '')
        if (confirmed) {
          if (!(await accounts.confirmEmail(tx, userId, email))) throw new DomainError('LINK_INVALID')
          await proofs.forget(tx, { userId, email: old })
          if (old !== null)
            await send(tx, { userId, to: old, domain }, (reader) =>
              changedAddressLetter({ domain: reader, username, email }),
            )
        }
        record(tx, { email, confirmed })
        return { email, confirmed }
      })
    },
  }
}
