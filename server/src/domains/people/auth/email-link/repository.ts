import type { Connection } from '../../../../platform/database/database.ts'
import type { Dialect } from '../../../../platform/database/dialect.ts'

/** Purpose of a mailed link or code. */
export type Purpose = 'signIn' | 'reset' | 'reauthenticate' | 'confirmNew' | 'confirmOld'

export interface ProofRow {
  id: string
  purpose: Purpose
  user_id: string | null
  email: string
  email_key: string
  link_hash: string | null
  code_hash: string | null
  tries: number
  change_id: string | null
  ref_by: string | null
  ref_from: string | null
  expires_at: number
  used_at: number
}

/** Queries of mailed proofs of an address. */
export function proofRepository(connection: Connection) {
  const proofs = () => connection<ProofRow>('email_proofs')
  return {
    async insert(row: ProofRow): Promise<void> {
      await proofs().insert(row)
    },
    async byId(id: string): Promise<ProofRow | undefined> {
      return proofs().where({ id }).first()
    },
    async byLink(linkHash: string): Promise<ProofRow | undefined> {
      return proofs().where({ link_hash: linkHash }).first()
    },
    /** The newest with a code, used or not. */
    async newestWithCode(about: Pick<ProofRow, 'purpose' | 'email_key'>): Promise<ProofRow | undefined> {
      return proofs().where(about).whereNotNull('code_hash').orderBy('id', 'desc').first()
    },
    /** Whether there is a valid, unused one. */
    async isOpen(about: Pick<ProofRow, 'purpose' | 'user_id' | 'email_key'>, now: number): Promise<boolean> {
      const row = await proofs()
        .where({ ...about, used_at: 0 })
        .where('expires_at', '>', now)
        .first()
      return row !== undefined
    },
    /** Counts a try of the code. Returns false if the limit is reached. */
    async countTry(id: string, triesMax: number): Promise<boolean> {
      return (await proofs().where({ id }).where('tries', '<', triesMax).increment('tries', 1)) === 1
    },
    /** True for the one request that consumes it. */
    async use(id: string, now: number): Promise<boolean> {
      return (await proofs().where({ id, used_at: 0 }).where('expires_at', '>', now).update({ used_at: now })) === 1
    },
    async ofChange(changeId: string): Promise<ProofRow[]> {
      return proofs().where({ change_id: changeId })
    },
    /** Locks an address change until the transaction ends. */
    async lockChange(changeId: string, dialect: Dialect): Promise<void> {
      await dialect.forUpdate(proofs().where({ change_id: changeId }).orderBy('id').select('id'))
    },
    async deleteOfUser(userId: string, purposes: readonly Purpose[]): Promise<void> {
      await proofs().where({ user_id: userId }).whereIn('purpose', purposes).del()
    },
    async deleteOfEmail(emailKey: string, purposes: readonly Purpose[]): Promise<void> {
      await proofs().where({ email_key: emailKey }).whereIn('purpose', purposes).del()
    },
    async deleteAllOfEmails(emailKeys: string[]): Promise<void> {
      await proofs().whereIn('email_key', emailKeys).del()
    },
    async deleteExpired(now: number): Promise<void> {
      await proofs().where('expires_at', '<', now).del()
    },
  }
}
