import type { Connection } from '../../platform/database/database.ts'

/** A transfer of ownership that is under way: one of a community. */
export interface TransferRow {
  community_id: string
  from_id: string
  to_id: string
  /** In which it was asked for. */
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
