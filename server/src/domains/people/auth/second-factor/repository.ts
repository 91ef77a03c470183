import type { Connection } from '../../../../platform/database/database.ts'

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

/** Queries of authenticator secrets and recovery codes. */
export function factorRepository(connection: Connection) {
  const totp = () => connection<TotpRow>('totp_secrets')
  const codes = () => connection<RecoveryCodeRow>('recovery_codes')
  return {
    async totpOf(userId: string): Promise<TotpRow | undefined> {
      return totp().where({ user_id: userId }).first()
    },
    /** Stores an unconfirmed secret, replacing an earlier unconfirmed one. */
    async putPending(row: TotpRow): Promise<void> {
      // Of two concurrent requests the later one wins; neither fails.
      await totp().insert(row).onConflict('user_id').ignore()
      await totp().where({ user_id: row.user_id, confirmed_at: 0 }).update(row)
    },
    /** True for the one request that confirms it. */
    async confirm(userId: string, change: { confirmed_at: number; last_step: number }): Promise<boolean> {
      return (await totp().where({ user_id: userId, confirmed_at: 0 }).update(change)) === 1
    },
    /** True for the one request that uses this step, or a later one. */
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

export interface PasskeyRow {
  id: string
  user_id: string
  credential_hash: string
  credential_id: string
  /** COSE key in base64url. */
  public_key: string
  counter: number
  /** As reported by the browser, separated by spaces. */
  transports: string
  host: string
  name: string
  synced: number
  created_at: number
  /** 0 if never used. */
  used_at: number
}

export function passkeyRepository(connection: Connection) {
  const passkeys = () => connection<PasskeyRow>('passkeys')
  return {
    async of(userIds: string[]): Promise<PasskeyRow[]> {
      return passkeys().whereIn('user_id', userIds).orderBy('id')
    },
    async byCredential(credentialHash: string): Promise<PasskeyRow | undefined> {
      return passkeys().where({ credential_hash: credentialHash }).first()
    },
    async insert(row: PasskeyRow): Promise<void> {
      await passkeys().insert(row)
    },
    /** True for the one request that advances the counter from the value it read. */
    async used(
      row: Pick<PasskeyRow, 'id' | 'counter'>,
      change: { counter: number; used_at: number },
    ): Promise<boolean> {
      return (await passkeys().where({ id: row.id, counter: row.counter }).update(change)) === 1
    },
    /** True if the passkey is one of theirs. */
    async rename(about: { id: string; userIds: string[]; name: string }): Promise<boolean> {
      const { id, userIds, name } = about
      return (await passkeys().where({ id }).whereIn('user_id', userIds).update({ name })) === 1
    },
    /** True if the passkey was one of theirs. */
    async delete({ id, userIds }: { id: string; userIds: string[] }): Promise<boolean> {
      return (await passkeys().where({ id }).whereIn('user_id', userIds).del()) === 1
    },
  }
}
