import { randomBytes, randomInt } from 'node:crypto'
import { EMAIL_CODE_LENGTH, EMAIL_CODE_TRIES } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Ids } from '../../lib/ids.ts'
import { deriveKey, sha256, shortMac } from '../../lib/keys.ts'
import type { Referral } from '../accounts/service.ts'
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

export type EmailProofs = ReturnType<typeof createEmailProofs>

/**
 * Links and codes that prove who reads an address. Of a link (256 random bits) only the hash is stored, of a code a MAC under
 * a key of the server's: a million of them are soon tried by whoever reads the table. Each is good once; a code for a few
 * tries, which leave its link alone.
 */
export function createEmailProofs(about: { database: Database; clock: Clock; ids: Ids; secret: string }) {
  const { database, clock, ids, secret } = about
  const key = deriveKey(secret, 'stoa e-mail code')
  const macOf = (emailKey: string, code: string) => shortMac(key, JSON.stringify([emailKey, code]))

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

  /** A code that replaces the earlier ones of its purpose. */
  async function withNewCode(unit: Unit, row: ProofRow): Promise<{ row: ProofRow; code: string }> {
    await proofRepository(unit.connection).forgetCodes({ purpose: row.purpose, email_key: row.email_key })
    const code = String(randomInt(10 ** EMAIL_CODE_LENGTH)).padStart(EMAIL_CODE_LENGTH, '0')
    return { code, row: { ...row, code_hash: macOf(row.email_key, code) } }
  }

  const newToken = () => randomBytes(32).toString('base64url')

  return {
    /** A link's token. */
    async makeLink(unit: Unit, proof: NewProof): Promise<string> {
      const token = newToken()
      await proofRepository(unit.connection).insert({ ...rowOf(proof), link_hash: sha256(token) })
      return token
    },
    /** A link's token, and a code that is as good: using one up uses up the other. */
    async makeBoth(unit: Unit, proof: NewProof): Promise<{ token: string; code: string }> {
      const token = newToken()
      const { row, code } = await withNewCode(unit, rowOf(proof))
      await proofRepository(unit.connection).insert({ ...row, link_hash: sha256(token) })
      return { token, code }
    },
    /** A code alone. */
    async makeCode(unit: Unit, proof: NewProof & { userId: string }): Promise<string> {
      const { row, code } = await withNewCode(unit, rowOf(proof))
      await proofRepository(unit.connection).insert(row)
      return code
    },
    /** Uses a link up; null when it is no good, or was used. */
    async useLink(unit: Unit, token: string, purposes: readonly Purpose[]): Promise<ProofRow | null> {
      const repository = proofRepository(unit.connection)
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
    /**
     * Tries a code and returns the id of its proof, for `useCode`; null for a wrong one. The try counts whatever comes of
     * it: call this outside of the transaction that does the work.
     */
    async tryCode(about: { purpose: Purpose; email: string; code: string }): Promise<string | null> {
      const { purpose, email, code } = about
      const emailKey = email.toLowerCase()
      const mac = macOf(emailKey, code)
      return database.transaction(async ({ connection }) => {
        const repository = proofRepository(connection)
        const limits = { now: clock.now(), triesMax: EMAIL_CODE_TRIES }
        let right: string | null = null
        for (const row of await repository.withCode({ purpose, email_key: emailKey }, limits)) {
          if ((await repository.countTry(row.id, EMAIL_CODE_TRIES)) && row.code_hash === mac) right = row.id
        }
        return right
      })
    },
    /** Uses a code up that `tryCode` has found right; null when somebody was quicker. */
    async useCode(unit: Unit, proofId: string): Promise<ProofRow | null> {
      const repository = proofRepository(unit.connection)
      return (await repository.use(proofId, clock.now())) ? ((await repository.byId(proofId)) ?? null) : null
    },
    /** What was mailed for other ways in is good for nothing any more. */
    async forget(unit: Unit, about: { userId: string; email: string | null }): Promise<void> {
      const repository = proofRepository(unit.connection)
      await repository.deleteOfUser(about.userId, WAYS_IN)
      if (about.email !== null) await repository.deleteOfEmail(about.email.toLowerCase(), WAYS_IN)
    },
    /** Forgets all that was mailed to some addresses, also when they were nobody's. */
    async forgetAddresses(unit: Unit, emails: string[]): Promise<void> {
      await proofRepository(unit.connection).deleteAllOfEmails(emails.map((email) => email.toLowerCase()))
    },
    /** Forgets what was mailed for a change of a user's address. */
    async forgetChange(unit: Unit, userId: string): Promise<void> {
      await proofRepository(unit.connection).deleteOfUser(userId, CHANGES)
    },
    /** Whether all ends of a change of address have been confirmed, and the new one is among them. */
    async isChangeComplete(unit: Unit, changeId: string): Promise<boolean> {
      const ends = await proofRepository(unit.connection).ofChange(changeId)
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
