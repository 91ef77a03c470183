import type { Connection } from '../../../platform/database/database.ts'

export interface PasskeyRow {
  id: string
  user_id: string
  credential_hash: string
  credential_id: string
  /** COSE key in base64url. */
  public_key: string
  counter: number
  /** Words of the browser, separated by spaces. */
  transports: string
  host: string
  name: string
  synced: number
  created_at: number
  /** 0: never. */
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
    /** True for the one request that moves the counter on from where it was seen. */
    async used(
      row: Pick<PasskeyRow, 'id' | 'counter'>,
      change: { counter: number; used_at: number },
    ): Promise<boolean> {
      return (await passkeys().where({ id: row.id, counter: row.counter }).update(change)) === 1
    },
    /** True when the passkey is one of theirs. */
    async rename(about: { id: string; userIds: string[]; name: string }): Promise<boolean> {
      const { id, userIds, name } = about
      return (await passkeys().where({ id }).whereIn('user_id', userIds).update({ name })) === 1
    },
    /** True when the passkey was one of theirs. */
    async delete({ id, userIds }: { id: string; userIds: string[] }): Promise<boolean> {
      return (await passkeys().where({ id }).whereIn('user_id', userIds).del()) === 1
    },
  }
}
