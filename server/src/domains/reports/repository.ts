import type { ReportedType, ReportReason } from '@stoa/contract'
import type { Connection } from '../../platform/database/database.ts'
import { after as beyond, byIndex } from '../../platform/database/keyset.ts'

/** Something that people have reported, until moderators decide; reports after that make another one. */
export interface ReportItemRow {
  id: string
  community_id: string
  entity_type: ReportedType
  entity_id: string
  /** The post that a comment stands under, or the post itself; empty of a person. */
  post_id: string
  /** Its author, or the person; empty without an account. */
  person_id: string
  open_key: string | null
  status: 'open' | 'kept' | 'removed'
  created_at: number
  decided_by: string
  decided_at: number
  /** The decision that closed it; empty while it is open, and where it isn't known. */
  decision_id: string
}

/** What one account has said about it. */
export interface ReportRow {
  user_id: string
  entity_key: string
  item_id: string
  reason: ReportReason
  reason_text: string
  created_at: number
}

export type Decision = Pick<ReportItemRow, 'status' | 'decided_by' | 'decided_at' | 'decision_id'>

/** A place in the queue: when something began to wait, and its id. */
export type WaitingPosition = [at: number, id: string]

export function reportRepository(connection: Connection) {
  const items = () => connection<ReportItemRow>('report_items')
  const reports = () => connection<ReportRow>('reports')
  return {
    /** The open item of a thing: the given one, unless there is one already. */
    async open(row: ReportItemRow & { open_key: string }): Promise<ReportItemRow | undefined> {
      await items().insert(row).onConflict(['open_key']).ignore()
      return items().where({ open_key: row.open_key }).first()
    },
    /** What is there already stays as it is. */
    async insert(row: ReportRow): Promise<void> {
      await reports().insert(row).onConflict(['user_id', 'entity_key']).ignore()
    },
    async byReporter(userIds: string[], entityKey: string): Promise<ReportRow | undefined> {
      return reports().whereIn('user_id', userIds).where({ entity_key: entityKey }).first()
    },
    async item(id: string): Promise<ReportItemRow | undefined> {
      return items().where({ id }).first()
    },
    /** Reports of some items, the newest first. */
    async ofItems(itemIds: string[]): Promise<ReportRow[]> {
      if (itemIds.length === 0) return []
      return reports().whereIn('item_id', itemIds).orderBy('created_at', 'desc').orderBy('user_id')
    },
    /** Whether it was open until now. */
    async close(id: string, decision: Decision): Promise<boolean> {
      return (
        (await items()
          .where({ id, status: 'open' })
          .update({ ...decision, open_key: null })) === 1
      )
    },
    /** Whether it was decided until now. Fails where the thing has another open item. */
    async reopen(id: string, openKey: string): Promise<boolean> {
      const change = { status: 'open' as const, open_key: openKey, decided_by: '', decided_at: 0, decision_id: '' }
      return (await items().where({ id }).whereNot({ status: 'open' }).update(change)) === 1
    },
    async items(ids: string[]): Promise<ReportItemRow[]> {
      return ids.length === 0 ? [] : items().whereIn('id', ids)
    },
    /** Names the decision that has closed it. */
    async setDecision(id: string, decisionId: string): Promise<void> {
      await items().where({ id }).update({ decision_id: decisionId })
    },
    /** What some decisions have closed. */
    async decidedBy(decisionIds: string[]): Promise<ReportItemRow[]> {
      return decisionIds.length === 0 ? [] : items().whereIn('decision_id', decisionIds)
    },
    /** Which of some decisions have closed something that one of some accounts has reported. */
    async closingFor(userIds: string[], decisionIds: string[]): Promise<string[]> {
      if (decisionIds.length === 0) return []
      const query = connection('report_items as i').join('reports as r', 'r.item_id', 'i.id')
      return query.whereIn('i.decision_id', decisionIds).whereIn('r.user_id', userIds).distinct().pluck('i.decision_id')
    },
    /** Open items of some communities, those that wait longest first: one index range for each community. */
    async waiting(
      communityIds: string[],
      { after, limit, postId }: { after: WaitingPosition | null; limit: number; postId?: string | undefined },
    ): Promise<ReportItemRow[]> {
      const ranges = communityIds.map((community_id) => {
        const query = byIndex<ReportItemRow>(connection, 'report_items', 'report_items_queue')
        query.where({ community_id, status: 'open', ...(postId !== undefined && { post_id: postId }) })
        if (after) beyond(query, { columns: ['created_at', 'id'], values: after, descending: false })
        const range = query.orderBy('created_at').orderBy('id').limit(limit)
        // SQLite takes an order within a part of a union only inside a subquery.
        return connection.select('*').from(range.as('part'))
      })
      if (ranges.length === 0) return []
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('created_at').orderBy('id').limit(limit)
    },
    async byOpenKey(openKey: string): Promise<ReportItemRow | undefined> {
      return items().where({ open_key: openKey }).first()
    },
    /** Open items about what some accounts have written in a community. */
    async openBy(personIds: string[], communityId: string): Promise<ReportItemRow[]> {
      return items().whereIn('person_id', personIds).where({ community_id: communityId, status: 'open' })
    },
    /** How many items about some accounts there are in a community, by status. */
    async countsAbout(personIds: string[], communityId: string) {
      const query = items().whereIn('person_id', personIds).where({ community_id: communityId })
      return statusCounts(query.groupBy('status').select('status', { count: connection.raw('count(*)') }))
    },
    /** How many reports some accounts have made in a community, by what became of them. */
    async countsBy(userIds: string[], communityId: string) {
      const query = connection('reports as r').join('report_items as i', 'i.id', 'r.item_id')
      query.whereIn('r.user_id', userIds).where('i.community_id', communityId)
      return statusCounts(query.groupBy('i.status').select({ status: 'i.status', count: connection.raw('count(*)') }))
    },
    /** What became of the reports of some accounts, by community and account, in one query. */
    async recordsOf(about: { communityIds: string[]; userIds: string[] }) {
      const found = new Map<string, Partial<Record<ReportItemRow['status'], number>>>()
      if (about.userIds.length === 0) return found
      const query = connection('reports as r').join('report_items as i', 'i.id', 'r.item_id')
      query.whereIn('r.user_id', [...new Set(about.userIds)]).whereIn('i.community_id', about.communityIds)
      const rows: { community_id: string; user_id: string; status: ReportItemRow['status']; count: number }[] =
        await query.groupBy('i.community_id', 'r.user_id', 'i.status').select({
          ...{ community_id: 'i.community_id', user_id: 'r.user_id', status: 'i.status' },
          count: connection.raw('count(*)'),
        })
      for (const row of rows) {
        const key = `${row.community_id} ${row.user_id}`
        found.set(key, { ...found.get(key), [row.status]: Number(row.count) })
      }
      return found
    },
    /** The newest first. */
    async page(
      about: { communityId: string; statuses: readonly ReportItemRow['status'][] },
      { after, limit }: { after: string | null; limit: number },
    ): Promise<ReportItemRow[]> {
      const ofStatus = (status: ReportItemRow['status']) => {
        const query = items().where({ community_id: about.communityId, status })
        if (after !== null) query.where('id', '<', after)
        return query.orderBy('id', 'desc').limit(limit)
      }
      const found = await Promise.all(about.statuses.map(ofStatus))
      return found
        .flat()
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
    },
  }
}

async function statusCounts(
  query: PromiseLike<{ status: ReportItemRow['status']; count: number }[]>,
): Promise<Record<ReportItemRow['status'], number>> {
  const counts = { open: 0, kept: 0, removed: 0 }
  for (const { status, count } of await query) counts[status] = Number(count)
  return counts
}
