import { sha256 } from '../../../platform/security/keys.ts'
import type { TransferReason } from './repository.ts'

/** What is stored of a key. Actors don't share keys; those of the server have none. */
export const keyHashOf = ({ actorId, key }: { actorId: string; key: string }): string =>
  sha256(JSON.stringify([actorId, key]))

/** The server's key of what takes a transfer back. */
export const backKeyOf = (transferId: string, reason: TransferReason): string =>
  `${reason === 'reversal' ? 'reversal' : 'returned'} ${transferId}`
