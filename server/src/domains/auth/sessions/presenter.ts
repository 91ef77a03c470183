import type { SessionInfo } from '@stoa/contract'
import { deviceWords, shownAddress } from './device-words.ts'
import type { SessionRow } from './repository.ts'

/** A session as its owner sees it from the session `currentId`. */
export function presentSession(row: SessionRow, currentId: string): SessionInfo {
  return {
    id: row.id,
    device: deviceWords(row.user_agent),
    address: shownAddress(row.address),
    site: row.site === '' ? null : row.site,
    method: row.method,
    createdAt: Number(row.created_at),
    seenAt: Number(row.rotated_at),
    current: row.id === currentId,
  }
}
