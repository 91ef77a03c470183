import { randomBytes, randomInt } from 'node:crypto'
import { EMAIL_CODE_LENGTH, EMAIL_CODE_TRIES } from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { deriveKey, sha256, shortMac } from '../../../../platform/security/keys.ts'
import type { Referral } from '../../accounts/index.ts'
import { type ProofRow, type Purpose, proofRepository } from './repository.ts'

/** A mail to send. */
interface NewProof {
  purpose: Purpose
  /** Null if no account has the address. */
  userId: string | null
  email: string
  goodForMs: number
  /** Shared by the proofs of one address change. Default: none. */
  changeId?: string
  /** The requester's referral. Default: none. */
  referral?: Referral
}

/** A code that may be tried. */
export interface OpenCode {
  id: string
  /** Whether this browser requested it. */
  isOwn: boolean
}

export type EmailProofs = ReturnType<typeof createEmailProofs>

/**
 * Single-use links and codes that prove access to an address. Only the hash of a link (256 random bits) is stored. A
 * leaked table of codes could be brute-forced, so codes are MACed with a server key. A browser may try the code it
 * requested itself. All others share a few tries of the newest code, which affect neither its link nor its requester.
 */
export function createEmailProofs(about: Pick<Platform, 'database' | 'clock' | 'ids' | 'secret'>) {
  const { database, clock, ids, secret } = about
  const key = deriveKey(secret, 'stoa e-mail code')
  const macOf = (emailKey: string, code: string) => shortMac(key, JSON.stringify([emailKey, code]))
  const mailMarkKey = deriveKey(secret, 'stoa e-mail asked for')

  /** The id of the proof that a browser requested; null for an invalid mark. */
  function idOfMark(mark: string | null): string | null {
    const [id = '', mac] = (mark ?? '').split('.')
    return mac === shortMac(mailMarkKey, id) ? id : null
  }

  function rowOf(proof: NewProof): ProofRow {
    const { purpose, userId, email, goodForMs, changeId = null, referral = {} } = proof
    return {
      id: ids.next(),
      purpose,
      user_id: userId,
      email,
      email_key: email.toLowerCase(),
      link_hash: null,
      code_hash: null,
      tries: 0,
      change_id: changeId,
      ref_by: referral.refBy ?? null,
      ref_from: referral.refFrom ?? null,
      expires_at: clock.now() + goodForMs,
      used_at: 0,
    }
  }

  function withNewCode(row: ProofRow): { row: ProofRow; code: string } {
    const code = String(randomInt(10 ** EMAIL_CODE_LENGTH)).padStart(EMAIL_CODE_LENGTH, '0')
    return { code, row: { ...row, code_hash: macOf(row.email_key, code) } }
  }

  const newToken = () => randomBytes(32).toString('base64url')

  return {
    /** Creates a link's token. */
    async makeLink(tx: Transaction, proof: NewProof): Promise<string> {
      const token = newToken()
      await proofRepository(tx.connection).insert({ ...rowOf(proof), link_hash: sha256(token) })
      return token
    },
    /** Creates a link's token and an equivalent code. Using one consumes both. `id` is for `mailMarkFor`. */
    async makeBoth(tx: Transaction, proof: NewProof): Promise<{ id: string; token: string; code: string }> {
      const token = newToken()
      const { row, code } = withNewCode(rowOf(proof))
      await proofRepository(tx.connection).insert({ ...row, link_hash: sha256(token) })
      return { id: row.id, token, code }
    },
    /** The browser's mark of the proof it requested. Without an id returns its existing mark or a dummy. */
    mailMarkFor(id: string | null, mark: string | null): string {
      const markedId = id ?? idOfMark(mark) ?? ids.next()
      return `${markedId}.${shortMac(mailMarkKey, markedId)}`
    },
    /** Creates a code without a link. */
    async makeCode(tx: Transaction, proof: NewProof & { userId: string }): Promise<string> {
      const { row, code } = withNewCode(rowOf(proof))
      await proofRepository(tx.connection).insert(row)
      return code
    },
    /** Consumes a link. Returns null if it is invalid or used. */
    async useLink(tx: Transaction, token: string, purposes: readonly Purpose[]): Promise<ProofRow | null> {
      const repository = proofRepository(tx.connection)
      const row = await repository.byLink(sha256(token))
      if (!row || !purposes.includes(row.purpose)) return null
      // Serializes the two ends of a change, so that the last one sees the other.
      if (row.change_id !== null) await repository.lockChange(row.change_id, database.dialect)
      return (await repository.use(row.id, clock.now())) ? row : null
    },
    /** Whether a link is valid, to check before expensive work. */
    async isGoodLink(token: string, purpose: Purpose): Promise<boolean> {
      const row = await proofRepository(database.read).byLink(sha256(token))
      return row?.purpose === purpose && row.used_at === 0 && Number(row.expires_at) > clock.now()
    },
    /** The code a browser may try: the one it requested, else the newest. Null if its tries are used up. */
    async openCode(about: { purpose: Purpose; email: string; mailMark: string | null }): Promise<OpenCode | null> {
      const { purpose, email, mailMark } = about
      const emailKey = email.toLowerCase()
      const isOpen = (row: ProofRow | undefined): row is ProofRow =>
        row?.purpose === purpose &&
        row.email_key === emailKey &&
        row.code_hash !== null &&
        row.used_at === 0 &&
        Number(row.expires_at) > clock.now()
      const repository = proofRepository(database.read)
      const ownProof = await repository.byId(idOfMark(mailMark) ?? '')
      if (isOpen(ownProof)) return { id: ownProof.id, isOwn: true }
      const newest = await repository.newestWithCode({ purpose, email_key: emailKey })
      return isOpen(newest) && newest.tries < EMAIL_CODE_TRIES ? { id: newest.id, isOwn: false } : null
    },
    /**
     * Checks a code for `useCode`. With `isCounted`, the try counts against the shared limit whatever happens next, so
     * call this outside the transaction that does the work.
     */
    async tryCode({ id }: Pick<OpenCode, 'id'>, about: { code: string; isCounted: boolean }): Promise<boolean> {
      return database.transaction(async ({ connection }) => {
        const repository = proofRepository(connection)
        if (about.isCounted && !(await repository.countTry(id, EMAIL_CODE_TRIES))) return false
        const row = await repository.byId(id)
        return row !== undefined && row.code_hash === macOf(row.email_key, about.code)
      })
    },
    /** Consumes a code that `tryCode` accepted. Returns null if somebody was faster. */
    async useCode(tx: Transaction, proofId: string): Promise<ProofRow | null> {
      const repository = proofRepository(tx.connection)
      return (await repository.use(proofId, clock.now())) ? ((await repository.byId(proofId)) ?? null) : null
    },
    /** Invalidates a user's links and codes for signing in by mail. */
    async forget(tx: Transaction, about: { userId: string; email: string | null }): Promise<void> {
      const repository = proofRepository(tx.connection)
      await repository.deleteOfUser(about.userId, SIGN_IN_METHODS)
      if (about.email !== null) await repository.deleteOfEmail(about.email.toLowerCase(), SIGN_IN_METHODS)
    },
    /** Deletes everything mailed to these addresses, with or without an account. */
    async forgetAddresses(tx: Transaction, emails: string[]): Promise<void> {
      await proofRepository(tx.connection).deleteAllOfEmails(emails.map((email) => email.toLowerCase()))
    },
    /** Invalidates the mails of a user's address change. */
    async forgetChange(tx: Transaction, userId: string): Promise<void> {
      await proofRepository(tx.connection).deleteOfUser(userId, CHANGES)
    },
    /** Whether the account has a valid confirmation mail for the address. */
    async isConfirmationPending(
      { userId, email }: { userId: string; email: string },
      tx?: Transaction,
    ): Promise<boolean> {
      const about = { purpose: 'confirmNew', user_id: userId, email_key: email.toLowerCase() } as const
      return proofRepository(database.from(tx)).isOpen(about, clock.now())
    },
    /** Whether all ends of an address change are confirmed, including the new one. */
    async isChangeComplete(tx: Transaction, changeId: string): Promise<boolean> {
      const ends = await proofRepository(tx.connection).ofChange(changeId)
      return ends.every((end) => end.used_at > 0) && ends.some((end) => end.purpose === 'confirmNew')
    },
    /** Job: deletes expired rows. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) => proofRepository(connection).deleteExpired(clock.now()))
    },
  }
}

const SIGN_IN_METHODS = ['signIn', 'reset', 'reauthenticate'] as const
const CHANGES = ['confirmNew', 'confirmOld'] as const
