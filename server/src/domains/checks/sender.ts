import type { Me } from '@stoa/contract'
import type { CallRequest } from '../../platform/calls/context.ts'
import { visitorIdOf } from '../../platform/idempotency/idempotency.ts'
import type { Tallied } from '../../platform/limits/rate-limits.ts'
import { addressBuckets } from '../../platform/security/address.ts'
import { sha256 } from '../../platform/security/keys.ts'

/** Who writes anonymously, as slow mode tells them apart. */
export interface Sender {
  /** Somebody who is signed in, though their name is not shown; null: nobody is. */
  userId: string | null
  /** The browser's own random id; empty: none. */
  visitorId: string
  address: string
}

export function senderOf(about: { viewer: Me | null; request: CallRequest | null; address: string }): Sender {
  const { viewer, request, address } = about
  return { userId: viewer?.id ?? null, visitorId: request === null ? '' : visitorIdOf(request), address }
}

/**
 * What slow mode counts. Of somebody who is signed in: the account, named or not. Of others: their browser in its
 * network, so that people behind one address don't wait for each other. As a browser's id is easily replaced, networks
 * are counted, too, with room for a few people at once.
 */
export function slowedBy(
  author: Me | null,
  sender: Sender | undefined,
): { policy: Tallied; key: string; factor: number }[] {
  const userId = author?.id ?? sender?.userId ?? null
  if (userId !== null) return [{ policy: 'slowMode', key: userId, factor: 1 }]
  if (sender === undefined) return []
  const networks = addressBuckets(sender.address)
  return [
    { policy: 'slowMode', key: `${networks[0]?.prefix} ${sha256(sender.visitorId)}`, factor: 1 },
    ...networks.map(({ prefix, factor }) => ({ policy: 'slowModeByNetwork' as const, key: prefix, factor })),
  ]
}
