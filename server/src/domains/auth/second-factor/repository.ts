import type { Connection } from '../../../platform/database/database.ts'

export interface TotpRow {
  user_id: string
  sealed: string
  created_at: number
  confirmed_at: number
  last_step: number
}

interface RecoveryCodeRow {
  code_hash: string
  user_id: string
  used_at: number
}

/** Queries of codes: those of an application, and those for when it is lost. */
export function factorRepository(connection: Connection) {
  const totp = () => connection<TotpRow>('totp_secrets')
  const codes = () => connection<RecoveryCodeRow>('recovery_codes')
  return {
    async totpOf(userId: string): Promise<TotpRow | undefined> {
      return totp().where({ user_id: userId }).first()
    },
    /** Puts a secret that no code has come of in the place of another such one. */
    async putPending(row: TotpRow): Promise<void> {
      // Of two at once the later one counts; neither fails.
      await totp().insert(row).onConflict('user_id').ignore()
      await totp().where({ user_id: row.user_id, confirmed_at: 0 }).update(row)
    },
    /** True for the one request that confirms it. */
    async confirm(userId: string, change: { confirmed_at: number; last_step: number }): Promise<boolean> {
      return (await totp().where({ user_id: userId, confirmed_at: 0 }).update(change)) === 1
    },
    /** True for the one request that uses the step, or a later one. */
    async useStep(userId: string, step: number): Promise<boolean> {
      const changed = await totp().where({ user_id: userId }).where('last_step', '<', step).update({ last_step: step })
      return changed === 1
    },
    async deleteTotp(userId: string): Promise<void> {
      await totp().where({ user_id: userId }).del()
    },
    async replaceCodes(userId: string, codeHashes: string[]): Promise<void> {
      await codes().where({ user_id: userId }).del()
      if (codeHashes.length === 0) return
      await codes().insert(codeHashes.map((code_hash) => ({ code_hash, user_id: userId, used_at: 0 })))
    },
    /** True for the one request that uses the code. */
    async useCode(about: { userId: string; codeHash: string; now: number }): Promise<boolean> {
      const { userId, codeHash, now } = about
      const changed = await codes().where({ code_hash: codeHash, user_id: userId, used_at: 0 }).update({ used_at: now })
      return changed === 1
    },
    async codesLeft(userId: string): Promise<number> {
      const [row] = await codes().where({ user_id: userId, used_at: 0 }).count({ left: '*' })
      return Number(row?.left ?? 0)
    },
  }
}
