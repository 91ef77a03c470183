import type { Me } from '@stoa/contract'
import type { CallRequest } from '../../../platform/calls/context.ts'
import { visitorIdOf } from '../../../platform/idempotency/idempotency.ts'
import type { CheckPolicy } from '../../../platform/limits/rate-limits.ts'
import { addressBuckets } from '../../../platform/security/address.ts'
import { sha256 } from '../../../platform/security/keys.ts'

/** Identifies an anonymous author for slow mode. */
export interface Sender {
  /** The account of a signed-in author whose name isn't shown; null for visitors. */
  userId: string | null
  /** The browser's random id; empty if it sends none. */
  visitorId: string
  address: string
}

export function senderOf(about: { viewer: Me | null; request: CallRequest | null; address: string }): Sender {
  const { viewer, request, address } = about
  return { userId: viewer?.id ?? null, visitorId: request === null ? '' : visitorIdOf(request), address }
}

/**
 * The keys that slow mode counts. For a signed-in author it is the account, even if anonymous. For visitors it is the
 * browser within its network, so that people behind one address don't wait for each other. Since a browser id is easily
 * replaced, networks are counted too, with room for a few people at once.
 */
export function slowedBy(
  author: Me | null,
  sender: Sender | undefined,
): { policy: CheckPolicy; key: string; factor: number }[] {
  const userId = author?.id ?? sender?.userId ?? null
  if (userId !== null) return [{ policy: 'slowMode', key: userId, factor: 1 }]
  if (sender === undefined) return []
  const networks = addressBuckets(sender.address)
  return [
    { policy: 'slowMode', key: `${networks[0]?.prefix} ${sha256(sender.visitorId)}`, factor: 1 },
    ...networks.map(({ prefix, factor }) => ({ policy: 'slowModeByNetwork' as const, key: prefix, factor })),
  ]
}
