import type { Connection, Database } from '../../db/database.ts'
import type { Choice } from './choices.ts'

export interface MergeRow {
  user_id: string
  main_id: string
  merged_at: number
  /** JSON of how the account and the main one stood by themselves. */
  notes: string
  /** Merged: all that was chosen has moved. Parting: it is on its way back; then the row goes. */
  state: 'merging' | 'merged' | 'parting'
}

/** What somebody chooses once. */
export type ChoiceKind = 'reaction' | 'vote'

interface ChoiceRow {
  user_id: string
  kind: ChoiceKind
  entity_id: string
  gave_way: number
  choice: string
}

export function mergeRepository(connection: Connection) {
  const merges = () => connection<MergeRow>('account_merges')
  const choices = () => connection<ChoiceRow>('account_merge_choices')
  return {
    /** How the merge of an account stands, locked until the transaction ends. */
    async lock(userId: string, { forUpdate }: Database['dialect']): Promise<MergeRow | undefined> {
      return forUpdate(merges().where({ user_id: userId }).first())
    },
    /** What was merged into an account and is not on its way back, the first first, locked until the transaction ends. */
    async lockInto(mainId: string, { forUpdate }: Database['dialect']): Promise<MergeRow[]> {
      const rows = await forUpdate(merges().where({ main_id: mainId }).orderBy(['merged_at', 'user_id']))
      return rows.filter(({ state }) => state !== 'parting')
    },
    /** The merges whose notes name one of some ids, in one order. */
    async naming(ids: string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const named = merges().where((any) => {
        for (const id of ids) any.orWhere('notes', 'like', `%"${id}"%`)
      })
      return named.orderBy('user_id').pluck('user_id')
    },
    /** The accounts whose choices are on their way to the main one, locked until the transaction ends. */
    async lockMerging(mainId: string, { forUpdate }: Database['dialect']): Promise<string[]> {
      const rows = await forUpdate(merges().where({ main_id: mainId }).select('user_id', 'state'))
      return rows.flatMap(({ user_id, state }) => (state === 'merging' ? [user_id] : []))
    },
    /** True while one of the accounts is being parted from another. */
    async isParting(userIds: string[]): Promise<boolean> {
      const row = await merges()
        .where({ state: 'parting' })
        .where((either) => void either.whereIn('user_id', userIds).orWhereIn('main_id', userIds))
        .first()
      return row !== undefined
    },
    /** What was merged into an account, the first first. */
    async into(mainId: string): Promise<Pick<MergeRow, 'user_id' | 'merged_at'>[]> {
      return merges()
        .where({ main_id: mainId })
        .whereNot({ state: 'parting' })
        .select('user_id', 'merged_at')
        .orderBy('merged_at')
    },
    /** Those with work left, or with some that may come. */
    async due(limit: number, except: string[]): Promise<string[]> {
      const open = merges().whereIn('state', ['merging', 'parting']).whereNotIn('user_id', except)
      return open.orderBy('merged_at').limit(limit).pluck('user_id')
    },
    async insert(row: MergeRow): Promise<void> {
      await merges().insert(row)
    },
    async update(userId: string, change: Partial<MergeRow>): Promise<void> {
      await merges().where({ user_id: userId }).update(change)
    },
    async delete(userId: string): Promise<void> {
      await merges().where({ user_id: userId }).del()
    },
    /** What was noted of an account's choices. */
    async choices(userId: string, kind: ChoiceKind, limit: number): Promise<Choice[]> {
      const rows = await choices().where({ user_id: userId, kind }).orderBy('entity_id').limit(limit)
      return rows.map(({ entity_id: entityId, gave_way, choice }) => ({
        entityId,
        gaveWay: Boolean(gave_way),
        row: JSON.parse(choice),
      }))
    },
    async addChoices(userId: string, kind: ChoiceKind, given: Choice[]): Promise<void> {
      const rows = given.map(({ entityId, gaveWay, row }) => ({
        user_id: userId,
        kind,
        entity_id: entityId,
        gave_way: Number(gaveWay),
        choice: JSON.stringify(row),
      }))
      // What came late may be about a thing that is noted already: the newest counts.
      await choices().insert(rows).onConflict(['user_id', 'kind', 'entity_id']).merge()
    },
    async deleteChoices(userId: string, kind: ChoiceKind, entityIds: string[]): Promise<void> {
      await choices().where({ user_id: userId, kind }).whereIn('entity_id', entityIds).del()
    },
    /** False when there were none. */
    async forgetChoices(userId: string, limit: number): Promise<boolean> {
      const some: string[] = await choices().where({ user_id: userId }).orderBy('kind').limit(limit).pluck('entity_id')
      if (some.length === 0) return false
      await choices().where({ user_id: userId }).whereIn('entity_id', some).del()
      return true
    },
  }
}
