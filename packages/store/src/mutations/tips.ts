import type { EntityType, Wallet } from '@stoa/contract'
import type { Stoa } from '../stoa.ts'
import { tokenNameOf } from '../threads.ts'
import { createMutationQueue, withTips } from './mutation-queue.ts'
import { withIntent } from './with-intent.ts'

/** A tip for the author of a post or comment. */
export interface Tip {
  entityType: EntityType
  entityId: string
  /** In units of 10⁻⁶ tokens. */
  amount: string
  /** The same for a retry, so that nobody pays twice. */
  idempotencyKey: string
}

/**
 * Tips. Nothing is shown before the server has paid. Resolves to what the viewer has left, and whether a cashier decides
 * about the tip first.
 */
export function tip(stoa: Stoa, { idempotencyKey, ...input }: Tip): Promise<{ wallet: Wallet; isHeld: boolean }> {
  const { entityId } = input
  return withIntent(stoa, {
    action: 'tip',
    tokenName: tokenNameOf(stoa, entityId),
    async run(actor) {
      const { tips, wallet, isHeld = false } = await stoa.client.call('walletTip', input, { ...actor, idempotencyKey })
      stoa.singleton(createMutationQueue).reconcile(entityId, (rows) => withTips(rows, tips))
      return { wallet, isHeld }
    },
  })
}
