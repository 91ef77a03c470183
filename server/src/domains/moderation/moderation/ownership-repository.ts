import type { Connection } from '../../../platform/database/database.ts'

/** A pending transfer of ownership; at most one per community. */
export interface TransferRow {
  community_id: string
  from_id: string
  to_id: string
  /** The session that requested it. */
  session_id: string
  requested_at: number
  executes_at: number
}

export function ownershipRepository(connection: Connection) {
  const transfers = () => connection<TransferRow>('ownership_transfers')
  return {
    async of(communityId: string): Promise<TransferRow | undefined> {
      return transfers().where({ community_id: communityId }).first()
    },
    async insert(row: TransferRow): Promise<void> {
      await transfers().insert(row)
    },
    async delete(communityId: string): Promise<void> {
      await transfers().where({ community_id: communityId }).del()
    },
  }
}
