import type { Transaction } from '../../../platform/database/database.ts'

/** What messages need to know of blocks. Ids are main accounts. */
export interface Blocks {
  /** People who have blocked a person or whom that person has blocked. */
  blockedWith(userId: string, tx?: Transaction): Promise<ReadonlySet<string>>
  /** Whom a person has blocked. */
  ownOf(accountIds: string[], tx?: Transaction): Promise<{ blocked: string[] } | null>
  /** Adds work that is done in the transaction in which a block begins or ends. */
  onBlock(
    listener: (tx: Transaction, change: { userId: string; otherId: string; isBlocked: boolean }) => Promise<void>,
  ): void
}

/** Until `mutes` is there. */
export const NO_BLOCKS: Blocks = {
  blockedWith: async () => new Set(),
  ownOf: async () => null,
  onBlock() {},
}
