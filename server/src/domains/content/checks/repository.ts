import type { Connection, Database } from '../../../platform/database/database.ts'
import type { FilterLabel } from './word-filter.ts'

export interface RulesRow {
  /** Empty for all communities. */
  community_id: string
  /** JSON of `StoredRules`. */
  rules: string
  revision: number
  /** JSON of `FilterModel`. */
  filter: string
  filter_revision: number
}

export interface FindingsRow {
  entity_id: string
  community_id: string
  held: number
  score: number
  /** JSON of `Finding[]`. */
  findings: string
  created_at: number
}

export interface LessonRow {
  entity_id: string
  label: FilterLabel
  /** JSON list of words. */
  words: string
}

/** Row of a community with default rules. */
export const emptyRules: Omit<RulesRow, 'community_id'> = { rules: '{}', revision: 0, filter: '{}', filter_revision: 0 }

/** Queries for rules, findings and the filter's lessons. */
export function checksRepository(connection: Connection) {
  const rules = () => connection<RulesRow>('content_rules')
  const findings = () => connection<FindingsRow>('content_findings')
  const lessons = () => connection<LessonRow>('filter_lessons')
  return {
    async revisions(ids: string[]): Promise<Pick<RulesRow, 'community_id' | 'revision' | 'filter_revision'>[]> {
      return rules().select('community_id', 'revision', 'filter_revision').whereIn('community_id', ids)
    },
    async byId(communityId: string): Promise<RulesRow | undefined> {
      return rules().where({ community_id: communityId }).first()
    },
    /** The row, created if missing, locked until the transaction ends. */
    async lock(communityId: string, { forUpdate }: Database['dialect']): Promise<RulesRow> {
      const row = { community_id: communityId, ...emptyRules }
      await rules().insert(row).onConflict('community_id').ignore()
      return (await forUpdate(rules().where({ community_id: communityId }).first())) as unknown as RulesRow
    },
    async update(communityId: string, change: Partial<RulesRow>): Promise<void> {
      await rules().where({ community_id: communityId }).update(change)
    },
    async findingsOf(entityIds: string[]): Promise<FindingsRow[]> {
      return entityIds.length === 0 ? [] : findings().whereIn('entity_id', entityIds)
    },
    /** The row of a post or comment that is held because of its findings. */
    async heldFindings(entityId: string): Promise<Pick<FindingsRow, 'entity_id'> | undefined> {
      return findings().where({ entity_id: entityId, held: 1 }).first('entity_id')
    },
    /** Called on approval: the findings no longer hold the post or comment. */
    async release(entityId: string): Promise<void> {
      await findings().where({ entity_id: entityId }).update({ held: 0 })
    },
    /** Holds it again. */
    async hold(entityId: string): Promise<void> {
      await findings().where({ entity_id: entityId }).update({ held: 1 })
    },
    async replaceFindings(row: FindingsRow): Promise<void> {
      await findings().insert(row).onConflict('entity_id').merge()
    },
    async lesson(entityId: string): Promise<LessonRow | undefined> {
      return lessons().where({ entity_id: entityId }).first()
    },
    async replaceLesson(row: LessonRow): Promise<void> {
      await lessons().insert(row).onConflict('entity_id').merge()
    },
    async forgetLesson(entityId: string): Promise<void> {
      await lessons().where({ entity_id: entityId }).del()
    },
    /** Deletes the findings and lessons about posts and comments. */
    async forget(entityIds: string[]): Promise<void> {
      await findings().whereIn('entity_id', entityIds).del()
      await lessons().whereIn('entity_id', entityIds).del()
    },
  }
}
