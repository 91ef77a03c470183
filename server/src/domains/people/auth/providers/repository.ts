import type { Connection } from '../../../../platform/database/database.ts'

export interface IdentityRow {
  /** Hash of the issuer and its id of the person. */
  subject_hash: string
  /** Id of the provider; for a publisher its origin. */
  provider: string
  user_id: string
  /** Email address or name there; may be empty. */
  label: string
  linked_at: number
}

export function identityRepository(connection: Connection) {
  const identities = () => connection<IdentityRow>('identities')
  const proofs = () => connection<{ proof_hash: string; expires_at: number }>('used_proofs')
  return {
    async bySubject(subjectHash: string): Promise<IdentityRow | undefined> {
      return identities().where({ subject_hash: subjectHash }).first()
    },
    async ofUsers(userIds: string[]): Promise<IdentityRow[]> {
      return identities().whereIn('user_id', userIds).orderBy(['linked_at', 'subject_hash'])
    },
    async insert(row: IdentityRow): Promise<void> {
      await identities().insert(row)
    },
    async deleteOf(userIds: string[], provider: string): Promise<number> {
      return identities().whereIn('user_id', userIds).where({ provider }).del()
    },
    async deleteAllOf(userId: string): Promise<void> {
      await identities().where({ user_id: userId }).del()
    },
    /** Throws a unique violation if the proof was used. */
    async useUp(proofHash: string, expiresAt: number): Promise<void> {
      await proofs().insert({ proof_hash: proofHash, expires_at: expiresAt })
    },
    async deleteExpired(now: number): Promise<void> {
      await proofs().where('expires_at', '<', now).del()
    },
  }
}

export interface PublisherKeyRow {
  origin: string
  /** `secret` or `jwks`. */
  kind: string
  /** The secret, or the address of the keys, encrypted. */
  sealed: string
  created_at: number
}

/** Queries of publishers' keys. */
export function publisherRepository(connection: Connection) {
  const keys = () => connection<PublisherKeyRow>('publisher_keys')
  return {
    async byOrigin(origin: string): Promise<PublisherKeyRow | undefined> {
      return keys().where({ origin }).first()
    },
    async insert(row: PublisherKeyRow): Promise<void> {
      await keys().insert(row)
    },
    /** Returns the number of rows, one or none. */
    async delete(origin: string): Promise<number> {
      return keys().where({ origin }).del()
    },
  }
}
