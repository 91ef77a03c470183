import { randomBytes } from 'node:crypto'
import { EXPORT_LINK_TTL_MS, EXPORTS_PER_DAY } from '@stoa/contract'
import { DAY_MS } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { sha256 } from '../../../../platform/security/keys.ts'
import { exportLinkRepository } from './repository.ts'

export type ExportLinks = ReturnType<typeof createExportLinks>

/** Single-use links to data exports. They end when one of the person's sessions ends. */
export function createExportLinks({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  return {
    /** Returns the token of a new link. Throws RATE_LIMITED after a few a day. The caller locks the account. */
    async issue(tx: Transaction, userId: string): Promise<{ token: string; expiresAt: number }> {
      const now = clock.now()
      const repository = exportLinkRepository(tx.connection)
      const issuedTimes = await repository.madeSince(userId, now - DAY_MS)
      const oldest = issuedTimes[0]
      if (oldest !== undefined && issuedTimes.length >= EXPORTS_PER_DAY) {
        throw new DomainError('RATE_LIMITED', { retryAfterMs: oldest + DAY_MS - now })
      }
      const token = randomBytes(32).toString('base64url')
      const expiresAt = now + EXPORT_LINK_TTL_MS
      await repository.insert({
        token_hash: sha256(token),
        user_id: userId,
        created_at: now,
        expires_at: expiresAt,
        used_at: 0,
      })
      return { token, expiresAt }
    },
    /** Consumes a link and returns its owner's id. Throws NOT_FOUND for any invalid link. */
    async use(token: string): Promise<string> {
      const userId = await database.transaction(({ connection }) =>
        exportLinkRepository(connection).use(sha256(token), clock.now()),
      )
      if (userId === null) throw new DomainError('NOT_FOUND')
      return userId
    },
    /** Revokes a user's unused links. */
    async revoke(tx: Transaction, userId: string): Promise<void> {
      await exportLinkRepository(tx.connection).revokeOf(userId, clock.now())
    },
    /** Job: deletes expired links. */
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        exportLinkRepository(connection).deleteExpired(clock.now() - DAY_MS),
      )
    },
  }
}
