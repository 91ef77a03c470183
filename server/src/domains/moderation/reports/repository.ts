import type { ReportedType, ReportReason } from '@stoa/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { after as beyond, byIndex } from '../../../platform/database/keyset.ts'

/** A reported subject, open until moderators decide. Later reports create a new item. */
export interface ReportItemRow {
  id: string
  community_id: string
  entity_type: ReportedType
  entity_id: string
  /** The post, or the comment's post; empty for a person. */
  post_id: string
  /** The author or the reported person; empty without an account. */
  person_id: string
  open_key: string | null
  status: 'open' | 'kept' | 'removed'
  created_at: number
  decided_by: string
  decided_at: number
  /** The decision that closed it; empty while open or if unknown. */
  decision_id: string
}

/** One account's report of a subject. */
export interface ReportRow {
  user_id: string
  entity_key: string
  item_id: string
  reason: ReportReason
  reason_text: string
  created_at: number
}

/** A copy of a message that a report hands over to moderators, whatever becomes of the message. */
export interface ReportMessageRow {
  item_id: string
  message_id: string
  sender_id: string
  text: string
  sent_at: number
}

export type Decision = Pick<ReportItemRow, 'status' | 'decided_by' | 'decided_at' | 'decision_id'>

/** A position in the queue: waiting since, and id. */
export type WaitingPosition = [at: number, id: string]

export function reportRepository(connection: Connection) {
  const items = () => connection<ReportItemRow>('report_items')
  const reports = () => connection<ReportRow>('reports')
  return {
    /** Returns the open item of the subject; inserts `row` if there is none. */
    async open(row: ReportItemRow & { open_key: string }): Promise<ReportItemRow | undefined> {
      await items().insert(row).onConflict(['open_key']).ignore()
      return items().where({ open_key: row.open_key }).first()
    },
    /** Keeps an existing report unchanged. */
    async insert(row: ReportRow): Promise<void> {
      await reports().insert(row).onConflict(['user_id', 'entity_key']).ignore()
    },
    /** Adds messages to what an item's moderators can read. */
    async addMessages(rows: ReportMessageRow[]): Promise<void> {
      for (const row of rows) {
        await connection<ReportMessageRow>('report_messages').insert(row).onConflict(['item_id', 'message_id']).ignore()
      }
    },
    /** Messages that were handed over with these items, oldest first. */
    async messagesOf(itemIds: string[]): Promise<ReportMessageRow[]> {
      if (itemIds.length === 0) return []
      return connection<ReportMessageRow>('report_messages').whereIn('item_id', itemIds).orderBy('message_id')
    },
    /** Deletes the messages of items that were decided before a time. Returns the number of items. */
    async forgetMessages(decidedBefore: number, limit: number): Promise<number> {
      const query = connection('report_messages as m').join('report_items as i', 'i.id', 'm.item_id')
      query.whereNot('i.status', 'open').where('i.decided_at', '<', decidedBefore)
      const itemIds: string[] = await query.distinct().limit(limit).pluck('m.item_id')
      await connection<ReportMessageRow>('report_messages').whereIn('item_id', itemIds).del()
      return itemIds.length
    },
    async byReporter(userIds: string[], entityKey: string): Promise<ReportRow | undefined> {
      return reports().whereIn('user_id', userIds).where({ entity_key: entityKey }).first()
    },
    async item(id: string): Promise<ReportItemRow | undefined> {
      return items().where({ id }).first()
    },
    /** Reports of these items, newest first. */
    async ofItems(itemIds: string[]): Promise<ReportRow[]> {
      if (itemIds.length === 0) return []
      return reports().whereIn('item_id', itemIds).orderBy('created_at', 'desc').orderBy('user_id')
    },
    /** Returns false if it wasn't open. */
    async close(id: string, decision: Decision): Promise<boolean> {
      return (
        (await items()
          .where({ id, status: 'open' })
          .update({ ...decision, open_key: null })) === 1
      )
    },
    /** Returns false if it was already open. Fails if the subject has another open item. */
    async reopen(id: string, openKey: string): Promise<boolean> {
      const change = { status: 'open' as const, open_key: openKey, decided_by: '', decided_at: 0, decision_id: '' }
      return (await items().where({ id }).whereNot({ status: 'open' }).update(change)) === 1
    },
    async items(ids: string[]): Promise<ReportItemRow[]> {
      return ids.length === 0 ? [] : items().whereIn('id', ids)
    },
    /** Sets the decision that closed the item. */
    async setDecision(id: string, decisionId: string): Promise<void> {
      await items().where({ id }).update({ decision_id: decisionId })
    },
    /** Items closed by these decisions. */
    async decidedBy(decisionIds: string[]): Promise<ReportItemRow[]> {
      return decisionIds.length === 0 ? [] : items().whereIn('decision_id', decisionIds)
    },
    /** The decisions that closed something one of these accounts reported. */
    async closingFor(userIds: string[], decisionIds: string[]): Promise<string[]> {
      if (decisionIds.length === 0) return []
      const query = connection('report_items as i').join('reports as r', 'r.item_id', 'i.id')
      return query.whereIn('i.decision_id', decisionIds).whereIn('r.user_id', userIds).distinct().pluck('i.decision_id')
    },
    /** Open items of these communities, longest waiting first; one index range per community. */
    async waiting(
      communityIds: string[],
      { after, limit, postId }: { after: WaitingPosition | null; limit: number; postId?: string | undefined },
    ): Promise<ReportItemRow[]> {
      const ranges = communityIds.map((community_id) => {
        const query = byIndex<ReportItemRow>(connection, 'report_items', 'report_items_queue')
        query.where({ community_id, status: 'open', ...(postId !== undefined && { post_id: postId }) })
        if (after) beyond(query, { columns: ['created_at', 'id'], values: after, descending: false })
        const range = query.orderBy('created_at').orderBy('id').limit(limit)
        // SQLite allows ORDER BY within a part of a union only in a subquery.
        return connection.select('*').from(range.as('part'))
      })
      if (ranges.length === 0) return []
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('created_at').orderBy('id').limit(limit)
    },
    async byOpenKey(openKey: string): Promise<ReportItemRow | undefined> {
      return items().where({ open_key: openKey }).first()
    },
    /** Open items about these accounts and their content in a community. */
    async openBy(personIds: string[], communityId: string): Promise<ReportItemRow[]> {
      return items().whereIn('person_id', personIds).where({ community_id: communityId, status: 'open' })
    },
    /** Number of items about these accounts in a community, by status. */
    async countsAbout(personIds: string[], communityId: string) {
      const query = items().whereIn('person_id', personIds).where({ community_id: communityId })
      return statusCounts(query.groupBy('status').select('status', { count: connection.raw('count(*)') }))
    },
    /** Number of reports by these accounts in a community, by the item's status. */
    async countsBy(userIds: string[], communityId: string) {
      const query = connection('reports as r').join('report_items as i', 'i.id', 'r.item_id')
      query.whereIn('r.user_id', userIds).where('i.community_id', communityId)
      return statusCounts(query.groupBy('i.status').select({ status: 'i.status', count: connection.raw('count(*)') }))
    },
    /** Outcomes of reports by these accounts, by community and account, in one query. */
    async recordsOf(about: { communityIds: string[]; userIds: string[] }) {
      const countsByKey = new Map<string, Partial<Record<ReportItemRow['status'], number>>>()
      if (about.userIds.length === 0) return countsByKey
      const query = connection('reports as r').join('report_items as i', 'i.id', 'r.item_id')
      query.whereIn('r.user_id', [...new Set(about.userIds)]).whereIn('i.community_id', about.communityIds)
      const rows: { community_id: string; user_id: string; status: ReportItemRow['status']; count: number }[] =
        await query.groupBy('i.community_id', 'r.user_id', 'i.status').select({
          community_id: 'i.community_id',
          user_id: 'r.user_id',
          status: 'i.status',
          count: connection.raw('count(*)'),
        })
      for (const row of rows) {
        const key = `${row.community_id} ${row.user_id}`
        countsByKey.set(key, { ...countsByKey.get(key), [row.status]: Number(row.count) })
      }
      return countsByKey
    },
    /** Newest first. */
    async page(
      about: {
        communityId: string
        statuses: readonly ReportItemRow['status'][]
        /** Accounts of the person concerned. Default: all. */
        personIds?: string[] | undefined
        postId?: string | undefined
      },
      { after, limit }: { after: string | null; limit: number },
    ): Promise<ReportItemRow[]> {
      const ofStatus = (status: ReportItemRow['status']) => {
        const query = items().where({ community_id: about.communityId, status })
        if (about.personIds) query.whereIn('person_id', about.personIds)
        if (about.postId !== undefined) query.where({ post_id: about.postId })
        if (after !== null) query.where('id', '<', after)
        return query.orderBy('id', 'desc').limit(limit)
      }
      const pages = await Promise.all(about.statuses.map(ofStatus))
      return pages
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
