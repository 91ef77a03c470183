import type { Connection, Database } from '../../../platform/database/database.ts'

export interface MergeRow {
  user_id: string
  main_id: string
  /** Later than every earlier merge of the person. */
  merged_at: number
}

/** What a merge changed: a choice it set aside, or both accounts' standing in a community. */
export type RecordKind = 'reaction' | 'vote' | 'community'

interface RecordRow {
  user_id: string
  kind: RecordKind
  entity_id: string
  /** JSON. */
  record: string
}

export function mergeRepository(connection: Connection) {
  const merges = () => connection<MergeRow>('account_merges')
  const records = () => connection<RecordRow>('account_merge_records')
  return {
    /** The merge of an account, locked until the transaction ends. */
    async lock(userId: string, { forUpdate }: Database['dialect']): Promise<MergeRow | undefined> {
      return forUpdate(merges().where({ user_id: userId }).first())
    },
    /** Merges into an account, oldest first. */
    async into(mainId: string): Promise<MergeRow[]> {
      return merges().where({ main_id: mainId }).orderBy('merged_at')
    },
    async insert(row: MergeRow): Promise<void> {
      await merges().insert(row)
    },
    async delete(userId: string): Promise<void> {
      await merges().where({ user_id: userId }).del()
    },
    /** Records of one kind for a merge, with their entities. */
    async records<Stored>(
      userId: string,
      kind: RecordKind,
      limit?: number,
    ): Promise<{ entityId: string; row: Stored }[]> {
      const query = records().where({ user_id: userId, kind }).orderBy('entity_id')
      if (limit !== undefined) query.limit(limit)
      return (await query).map(({ entity_id: entityId, record }) => ({ entityId, row: JSON.parse(record) as Stored }))
    },
    async hasRecords(userIds: string[]): Promise<boolean> {
      return (await records().whereIn('user_id', userIds).first('user_id')) !== undefined
    },
    async addRecords(userId: string, kind: RecordKind, added: { entityId: string; row: object }[]): Promise<void> {
      for (const { entityId, row } of added) {
        const record = { user_id: userId, kind, entity_id: entityId, record: JSON.stringify(row) }
        await records().insert(record).onConflict(['user_id', 'kind', 'entity_id']).merge()
      }
    },
    async deleteRecords(userId: string, kind: RecordKind, entityIds: string[]): Promise<void> {
      await records().where({ user_id: userId, kind }).whereIn('entity_id', entityIds).del()
    },
  }
}
