import { randomBytes, randomInt } from 'node:crypto'
import { EMAIL_CODE_LENGTH, EMAIL_CODE_TRIES } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, sha256, shortMac } from '../../../platform/security/keys.ts'
import type { Referral } from '../../accounts/addresses.ts'
import { type ProofRow, type Purpose, proofRepository } from './repository.ts'

/** What is to be mailed. */
interface NewProof {
  purpose: Purpose
  /** Null: the address is nobody's. */
  userId: string | null
  email: string
  goodForMs: number
  /** Id that those of one change of address share. Default: none. */
  changeId?: string
  /** Of whoever asks for it. Default: nobody brought them. */
  referral?: Referral
}

/** A code that may be tried. */
export interface OpenCode {
  id: string
  /** Whether the browser that asks has asked for it. */
  isOwn: boolean
}

export type EmailProofs = ReturnType<typeof createEmailProofs>

/**
 * Links and codes that prove who reads an address. Of a link (256 random bits) only the hash is stored, of a code a MAC under
 * a key of the server's: a million of them are soon tried by whoever reads the table. Each is good once. Of the codes
 * for an address a browser tries the one that it has asked for itself, all others the newest: that one for a few tries
 * of all others together, which leave its link and whoever has asked for it alone.
 */
export function createEmailProofs(about: Pick<Platform, 'database' | 'clock' | 'ids' | 'secret'>) {
  const { database, clock, ids, secret } = about
  const key = deriveKey(secret, 'stoa e-mail code')
  const macOf = (emailKey: string, code: string) => shortMac(key, JSON.stringify([emailKey, code]))
  const askedKey = deriveKey(secret, 'stoa e-mail asked for')

  /** Id of the proof that a browser has asked for; null for a mark that is none of ours. */
  function askedId(mark: string | null): string | null {
    const [id = '', mac] = (mark ?? '').split('.')
    return mac === shortMac(askedKey, id) ? id : null
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
    /** A link's token. */
    async makeLink(tx: Transaction, proof: NewProof): Promise<string> {
      const token = newToken()
      await proofRepository(tx.connection).insert({ ...rowOf(proof), link_hash: sha256(token) })
      return token
    },
    /** A link's token, and a code that is as good: using one up uses up the other. `id` is for `markAsked`. */
    async makeBoth(tx: Transaction, proof: NewProof): Promise<{ id: string; token: string; code: string }> {
      const token = newToken()
      const { row, code } = withNewCode(rowOf(proof))
      await proofRepository(tx.connection).insert({ ...row, link_hash: sha256(token) })
      return { id: row.id, token, code }
    },
    /** What tells later that a browser has asked for the proof; without one the mark that it has, or one for nothing. */
    markAsked(id: string | null, mark: string | null): string {
      const asked = id ?? askedId(mark) ?? ids.next()
      return `${asked}.${shortMac(askedKey, asked)}`
    },
    /** A code alone. */
    async makeCode(tx: Transaction, proof: NewProof & { userId: string }): Promise<string> {
      const { row, code } = withNewCode(rowOf(proof))
      await proofRepository(tx.connection).insert(row)
      return code
    },
    /** Uses a link up; null when it is no good, or was used. */
    async useLink(tx: Transaction, token: string, purposes: readonly Purpose[]): Promise<ProofRow | null> {
      const repository = proofRepository(tx.connection)
      const row = await repository.byLink(sha256(token))
      if (!row || !purposes.includes(row.purpose)) return null
      // Both ends pressed at once must not each find the other one open.
      if (row.change_id !== null) await repository.lockChange(row.change_id, database.dialect)
      return (await repository.use(row.id, clock.now())) ? row : null
    },
    /** Whether a link is good now; for what costs more than looking. */
    async isGoodLink(token: string, purpose: Purpose): Promise<boolean> {
      const row = await proofRepository(database.read).byLink(sha256(token))
      return row?.purpose === purpose && row.used_at === 0 && Number(row.expires_at) > clock.now()
    },
    /** The code that a browser may try now: the one that it has asked for, or the newest; null where that is used up. */
    async openCode(about: { purpose: Purpose; email: string; asked: string | null }): Promise<OpenCode | null> {
      const { purpose, email, asked } = about
      const emailKey = email.toLowerCase()
      const isOpen = (row: ProofRow | undefined): row is ProofRow =>
        row?.purpose === purpose &&
        row.email_key === emailKey &&
        row.code_hash !== null &&
        row.used_at === 0 &&
        Number(row.expires_at) > clock.now()
      const repository = proofRepository(database.read)
      const own = await repository.byId(askedId(asked) ?? '')
      if (isOpen(own)) return { id: own.id, isOwn: true }
      const newest = await repository.newestWithCode({ purpose, email_key: emailKey })
      return isOpen(newest) && newest.tries < EMAIL_CODE_TRIES ? { id: newest.id, isOwn: false } : null
    },
    /**
     * Whether a code is the right one, for `useCode`. With `isCounted` the try is one of the few that all have together,
     * whatever comes of it: call this outside of the transaction that does the work.
     */
    async tryCode({ id }: Pick<OpenCode, 'id'>, about: { code: string; isCounted: boolean }): Promise<boolean> {
      return database.transaction(async ({ connection }) => {
        const repository = proofRepository(connection)
        if (about.isCounted && !(await repository.countTry(id, EMAIL_CODE_TRIES))) return false
        const row = await repository.byId(id)
        return row !== undefined && row.code_hash === macOf(row.email_key, about.code)
      })
    },
    /** Uses a code up that `tryCode` has found right; null when somebody was quicker. */
    async useCode(tx: Transaction, proofId: string): Promise<ProofRow | null> {
      const repository = proofRepository(tx.connection)
      return (await repository.use(proofId, clock.now())) ? ((await repository.byId(proofId)) ?? null) : null
    },
    /** What was mailed for other ways in is good for nothing any more. */
    async forget(tx: Transaction, about: { userId: string; email: string | null }): Promise<void> {
      const repository = proofRepository(tx.connection)
      await repository.deleteOfUser(about.userId, WAYS_IN)
      if (about.email !== null) await repository.deleteOfEmail(about.email.toLowerCase(), WAYS_IN)
    },
    /** Forgets all that was mailed to some addresses, also when they were nobody's. */
    async forgetAddresses(tx: Transaction, emails: string[]): Promise<void> {
      await proofRepository(tx.connection).deleteAllOfEmails(emails.map((email) => email.toLowerCase()))
    },
    /** Forgets what was mailed for a change of a user's address. */
    async forgetChange(tx: Transaction, userId: string): Promise<void> {
      await proofRepository(tx.connection).deleteOfUser(userId, CHANGES)
    },
    /** Whether a mail to the address that asks to confirm it for the account is good now. */
    async isAskedToConfirm({ userId, email }: { userId: string; email: string }, tx?: Transaction): Promise<boolean> {
      const about = { purpose: 'confirmNew', user_id: userId, email_key: email.toLowerCase() } as const
      return proofRepository(database.from(tx)).isOpen(about, clock.now())
    },
    /** Whether all ends of a change of address have been confirmed, and the new one is among them. */
    async isChangeComplete(tx: Transaction, changeId: string): Promise<boolean> {
      const ends = await proofRepository(tx.connection).ofChange(changeId)
      return ends.every((end) => end.used_at > 0) && ends.some((end) => end.purpose === 'confirmNew')
    },
    /** Job: forgets what has expired. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) => proofRepository(connection).deleteExpired(clock.now()))
    },
  }
}

const WAYS_IN = ['signIn', 'reset', 'reauthenticate'] as const
const CHANGES = ['confirmNew', 'confirmOld'] as const
