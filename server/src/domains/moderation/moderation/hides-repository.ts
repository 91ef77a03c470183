import type { EntityType } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'

/** A hide of everything an account wrote in a community. */
export interface HideRow {
  id: string
  community_id: string
  user_id: string
  /** The row is deleted once everything is restored. */
  state: 'hiding' | 'hidden' | 'restoring'
  reason: string
  /** Shared by all accounts the person had at that time; empty if unknown. */
  decision_id: string
  decided_at: number
  /** When the accompanying ban expires; 0: never. */
  ends_at: number
}

interface HiddenContentRow {
  hide_id: string
  entity_id: string
  entity_type: EntityType
  former_status: number
}

export function hidesRepository(connection: Connection) {
  const hides = () => connection<HideRow>('content_hides')
  const contents = () => connection<HiddenContentRow>('hidden_contents')
  return {
    async of(communityId: string, userId: string): Promise<HideRow | undefined> {
      return hides().where({ community_id: communityId, user_id: userId }).first()
    },
    async among(communityId: string, userIds: string[]): Promise<HideRow[]> {
      return hides().where({ community_id: communityId }).whereIn('user_id', userIds)
    },
    /** The hides of these accounts, plus hides by the same decisions or by `decisions`. */
    async decidedWith(about: { communityId: string; userIds: string[]; decisions?: string[] }): Promise<HideRow[]> {
      const { communityId, userIds, decisions = [] } = about
      const ownHides = await hides().where({ community_id: communityId }).whereIn('user_id', userIds)
      const decided = [...ownHides.map((hide) => hide.decision_id).filter((id) => id !== ''), ...decisions]
      if (decided.length === 0) return ownHides
      const shared = await hides().where({ community_id: communityId }).whereIn('decision_id', decided)
      return [...ownHides.filter((hide) => hide.decision_id === ''), ...shared]
    },
    /** Hides by a decision that have expired by `now`. */
    async endedBy(about: { communityId: string; decisionId: string }, now: number): Promise<HideRow[]> {
      const { communityId: community_id, decisionId: decision_id } = about
      const hidden = hides().where({ community_id, decision_id }).whereIn('state', ['hiding', 'hidden'])
      return hidden.where('ends_at', '>', 0).where('ends_at', '<=', now)
    },
    /**
     * Moves hides of these accounts from earlier decisions to another one. Includes all with an expiry: they came with
     * a ban, which accounts merged since may no longer have.
     */
    async follow(
      about: { communityId: string; userIds: string[]; decisions: string[] },
      change: Pick<HideRow, 'decision_id' | 'ends_at'>,
    ): Promise<void> {
      const { communityId, userIds, decisions } = about
      const hidden = hides().where({ community_id: communityId }).whereIn('user_id', userIds)
      await hidden
        .where((hide) => void hide.whereIn('decision_id', decisions).orWhere('ends_at', '>', 0))
        .whereIn('state', ['hiding', 'hidden'])
        .update(change)
    },
    /** The current row, locked until the transaction ends. */
    async lock(id: string, { forUpdate }: Database['dialect']): Promise<HideRow | undefined> {
      return forUpdate(hides().where({ id }).first())
    },
    async insert(row: HideRow): Promise<void> {
      await hides().insert(row)
    },
    async update(id: string, change: Partial<HideRow>): Promise<void> {
      await hides().where({ id }).update(change)
    },
    async delete(id: string): Promise<void> {
      await hides().where({ id }).del()
    },
    async contents(hideId: string, limit: number): Promise<HiddenContentRow[]> {
      return contents().where({ hide_id: hideId }).orderBy('entity_id').limit(limit)
    },
    async addContents(rows: HiddenContentRow[]): Promise<void> {
      // Content restored by hand in the meantime may be hidden again.
      await contents().insert(rows).onConflict(['hide_id', 'entity_id']).merge()
    },
    async deleteContents(hideId: string, entityIds: string[]): Promise<void> {
      await contents().where({ hide_id: hideId }).whereIn('entity_id', entityIds).del()
    },
  }
}
