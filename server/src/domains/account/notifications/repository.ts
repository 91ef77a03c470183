import type { NotificationKind } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { after, byIndex } from '../../../platform/database/keyset.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import { DECISION_KINDS } from './channels.ts'

/** A person's notification about one target, with all its causes. */
export interface NotificationRow {
  id: string
  recipient_id: string
  kind: NotificationKind
  target_id: string
  thread_id: string
  community_id: string
  latest: string
  round: number
  told: number
  unread: number
  shown: number
  read_at: number
  taken_off: number
}

/** A cause of a notification. */
export interface CauseRow {
  recipient_id: string
  cause_id: string
  notification_id: string
  round: number
  nth: number
  actor_id: string
  post_id: string
  comment_id: string
  action: string
  to_mail: number
  /** 1: devices show it until it is read. */
  to_push: number
  mailed: number
  created_at: number
}

/** Position of a cause in its notification. */
type CausePosition = Pick<CauseRow, 'round' | 'nth'>

/** Position of a notification in the list. */
export type ListPosition = [latest: string, id: string]

/** Rows per statement, within the parameter limit of every SQLite build. */
const AT_ONCE = 80

export function notificationRepository(connection: Connection) {
  const notifications = () => connection<NotificationRow>('notifications')
  const causes = () => connection<CauseRow>('notification_causes')
  const looks = () => connection<{ user_id: string; community_id: string; viewed_at: number }>('notification_looks')
  return {
    /** Which of the people have which of the causes. */
    async notifiedAmong(
      causeIds: string[],
      recipientIds: string[],
    ): Promise<Pick<CauseRow, 'cause_id' | 'recipient_id'>[]> {
      if (causeIds.length === 0) return []
      const query = causes().whereIn('cause_id', causeIds).whereIn('recipient_id', recipientIds)
      return query.select('cause_id', 'recipient_id')
    },
    /** Inserts the missing rows. */
    async insertMissing(rows: NotificationRow[]): Promise<void> {
      for (const some of inParts(rows)) {
        await notifications().insert(some).onConflict(['recipient_id', 'kind', 'target_id']).ignore()
      }
    },
    /** People's notifications about a target, locked until the transaction ends. */
    async lockAbout(
      about: Pick<NotificationRow, 'kind' | 'target_id'>,
      recipientIds: string[],
      { forUpdate }: Database['dialect'],
    ): Promise<NotificationRow[]> {
      return forUpdate(notifications().where(about).whereIn('recipient_id', recipientIds).orderBy('recipient_id'))
    },
    /** The people whose notification about a target is unread. */
    async unreadAbout(about: Pick<NotificationRow, 'kind' | 'target_id'>, recipientIds: string[]): Promise<string[]> {
      return notifications()
        .where({ ...about, unread: 1 })
        .whereIn('recipient_id', recipientIds)
        .pluck('recipient_id')
    },
    /** Adds causes to each. Starts a new round for those that were read or deleted. */
    async countAgain(ids: string[], { count, latest }: { count: number; latest: string }): Promise<void> {
      for (const some of inParts(ids)) {
        await notifications()
          .whereIn('id', some)
          .update({
            // First, because later assignments see earlier ones in MySQL but not in SQLite.
            round: connection.raw('case when unread = 1 then round else round + 1 end'),
            told: connection.raw('case when unread = 1 then told + ? else ? end', [count, count]),
            latest,
            unread: 1,
            shown: 1,
          })
      }
    },
    async insertCauses(rows: CauseRow[]): Promise<void> {
      for (const some of inParts(rows)) await causes().insert(some)
    },
    /** A person's notifications, newest first. `communityId`: only those of this community or of none; null for all. */
    async page(
      recipientId: string,
      about: { unreadOnly: boolean; communityId: string | null; position: ListPosition | null; limit: number },
    ): Promise<NotificationRow[]> {
      const { unreadOnly, communityId, position, limit } = about
      const query = unreadOnly
        ? byIndex<NotificationRow>(connection, 'notifications', 'notifications_unread').where({ unread: 1 })
        : byIndex<NotificationRow>(connection, 'notifications', 'notifications_list').where({ shown: 1 })
      query.where({ recipient_id: recipientId })
      if (communityId !== null) query.whereIn('community_id', ['', communityId])
      if (position) after(query, { columns: ['latest', 'id'], values: position, descending: true })
      return query
        .orderBy([
          { column: 'latest', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limit)
    },
    /**
     * The newest causes of each notification, of this round or all, optionally below a position; newest first. Limited
     * per notification.
     */
    async causesBelow(
      positions: { row: Pick<NotificationRow, 'id' | 'round' | 'taken_off'>; below: CausePosition | null }[],
      { most, unreadOnly }: { most: number; unreadOnly: boolean },
    ): Promise<CauseRow[]> {
      if (positions.length === 0) return []
      const parts = positions.map(({ row, below }) => {
        const query = byIndex<CauseRow>(connection, 'notification_causes', 'notification_causes_shown')
        query.where({ notification_id: row.id })
        if (unreadOnly) query.where({ round: row.round })
        else query.where('round', '>', row.taken_off)
        if (below) after(query, { columns: ['round', 'nth'], values: [below.round, below.nth], descending: true })
        query
          .orderBy([
            { column: 'round', order: 'desc' },
            { column: 'nth', order: 'desc' },
          ])
          .limit(most)
        return connection.select('*').from(query.as('newest'))
      })
      const causeRows: CauseRow[] = await connection.unionAll(parts)
      return causeRows.toSorted((one, other) => other.round - one.round || other.nth - one.nth)
    },
    /** Causes of each notification from `newest` back through its round, newest first. */
    async causesFrom(newest: CauseRow[], most: number): Promise<CauseRow[]> {
      if (newest.length === 0) return []
      return causes()
        .where((any) => {
          for (const { notification_id, round, nth } of newest) {
            any.orWhere((one) => void one.where({ notification_id, round }).whereBetween('nth', [nth - most + 1, nth]))
          }
        })
        .orderBy('nth', 'desc')
    },
    /** Counts people except `exceptActorIds` among a limited number of older causes of the round. */
    async countActorsBelow(
      { notification_id, round, nth }: CauseRow,
      { exceptActorIds, most }: { exceptActorIds: string[]; most: number },
    ): Promise<number> {
      const older = causes()
        .where({ notification_id, round })
        .whereBetween('nth', [nth - most, nth - 1])
        .whereNotIn('actor_id', exceptActorIds)
      const [row] = await older.countDistinct<{ people: number }[]>({ people: 'actor_id' })
      return Number(row?.people ?? 0)
    },
    /** Unread causes to mail for a kind and thread, newest first. Marks them as no longer waiting. */
    async takeToMail(
      recipientId: string,
      about: { kind: NotificationKind; threadId: string; limit: number },
    ): Promise<{ row: NotificationRow; causes: CauseRow[] }[]> {
      const { kind, threadId, limit } = about
      const rows = await notifications().where({ recipient_id: recipientId, kind, thread_id: threadId })
      const mailed = () => causes().whereIn('notification_id', idsOf(rows)).where({ to_mail: 1 })
      if (rows.length === 0) return []
      const causeRows = await mailed().orderBy('created_at', 'desc').orderBy('cause_id', 'desc').limit(limit)
      await mailed().update({ to_mail: 0 })
      return unreadAmong(rows, causeRows)
    },
    /** Marks causes as mailed in their own letter. */
    async setMailed(recipientId: string, causeIds: string[]): Promise<void> {
      await causes().where({ recipient_id: recipientId }).whereIn('cause_id', causeIds).update({ mailed: 1 })
    },
    /** Unread causes since a time that weren't mailed in a letter of their own, newest first. */
    async missed(
      recipientIds: string[],
      { since, limit }: { since: number; limit: number },
    ): Promise<{ row: NotificationRow; causes: CauseRow[] }[]> {
      const causeRows = await byIndex<CauseRow>(connection, 'notification_causes', 'PRIMARY')
        .whereIn('recipient_id', recipientIds)
        .where('created_at', '>=', since)
        .where({ to_mail: 0, mailed: 0 })
        .orderBy('created_at', 'desc')
        .limit(limit)
      const ids = new Set(causeRows.map(({ notification_id }) => notification_id))
      return unreadAmong(await notifications().whereIn('id', [...ids]), causeRows)
    },
    /** Unread causes since a time that devices show, newest first. */
    async toPush(
      recipientIds: string[],
      { since, limit }: { since: number; limit: number },
    ): Promise<{ row: NotificationRow; causes: CauseRow[] }[]> {
      const causeRows = await byIndex<CauseRow>(connection, 'notification_causes', 'notification_causes_pushed')
        .whereIn('recipient_id', recipientIds)
        .where({ to_push: 1 })
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .orderBy('cause_id', 'desc')
        .limit(limit)
      const ids = new Set(causeRows.map(({ notification_id }) => notification_id))
      return unreadAmong(await notifications().whereIn('id', [...ids]), causeRows)
    },
    /** What notifications are about. */
    async subjectsOf(ids: string[]): Promise<Pick<NotificationRow, 'id' | 'kind' | 'thread_id' | 'community_id'>[]> {
      const rows: Pick<NotificationRow, 'id' | 'kind' | 'thread_id' | 'community_id'>[] = []
      for (const some of inParts(ids)) {
        rows.push(...(await notifications().whereIn('id', some).select('id', 'kind', 'thread_id', 'community_id')))
      }
      return rows
    },
    /** The ids that belong to the accounts. */
    async filterOwned(recipientIds: string[], ids: string[]): Promise<string[]> {
      return notifications().whereIn('recipient_id', recipientIds).whereIn('id', ids).pluck('id')
    },
    /** Unread notifications, other than of decisions, of which everything unread is by some accounts. */
    async unreadOnlyBy(recipientIds: string[], actorIds: string[]): Promise<string[]> {
      const unread = () =>
        causes()
          .whereRaw('?? = ??', ['notification_id', 'notifications.id'])
          .whereRaw('?? = ??', ['notification_causes.round', 'notifications.round'])
      return notifications()
        .where({ unread: 1 })
        .whereIn('recipient_id', recipientIds)
        .whereNotIn('kind', DECISION_KINDS)
        .whereExists(unread().whereIn('actor_id', actorIds))
        .whereNotExists(unread().whereNotIn('actor_id', actorIds))
        .pluck('id')
    },
    /** Marks notifications as read, except those with additions from `upTo` on. */
    async markRead(ids: string[], { upTo, now }: { upTo?: string; now: number }): Promise<void> {
      const query = notifications().whereIn('id', ids).where({ unread: 1 })
      if (upTo !== undefined) query.where('latest', '<', upTo)
      await query.update({ unread: 0, read_at: now })
    },
    /** The accounts' notifications with this cause. */
    async notificationsOf(
      causeId: string,
      recipientIds: string[],
    ): Promise<(NotificationRow & Pick<CauseRow, 'nth'>)[]> {
      return causes()
        .join('notifications', 'notifications.id', 'notification_causes.notification_id')
        .where({ cause_id: causeId })
        .whereIn('notification_causes.recipient_id', recipientIds)
        .whereRaw('?? = ??', ['notification_causes.round', 'notifications.round'])
        .select('notifications.*', 'notification_causes.nth')
    },
    /** Stops mails and digests about a cause for the accounts. */
    async mailNoMore(causeId: string, recipientIds: string[]): Promise<void> {
      await causes()
        .where({ cause_id: causeId })
        .whereIn('recipient_id', recipientIds)
        .update({ to_mail: 0, mailed: 1 })
    },
    async takeOff(ids: string[], now: number): Promise<void> {
      await notifications()
        .whereIn('id', ids)
        .where({ shown: 1 })
        .update({ shown: 0, unread: 0, read_at: now, taken_off: connection.raw('round') })
    },
    /** When a person last viewed the list, by community; '' for all of the forum. */
    async looksOf(userId: string): Promise<Map<string, number>> {
      const rows = await looks().where({ user_id: userId })
      return new Map(rows.map(({ community_id, viewed_at }) => [community_id, Number(viewed_at)]))
    },
    /** Never moves back. */
    async look(userId: string, { communityId, until }: { communityId: string; until: number }): Promise<void> {
      const key = { user_id: userId, community_id: communityId }
      await looks()
        .insert({ ...key, viewed_at: until })
        .onConflict(['user_id', 'community_id'])
        .ignore()
      await looks().where(key).where('viewed_at', '<', until).update({ viewed_at: until })
    },
    /** Deletes notifications without additions since a time, with their causes and pending mails. Returns how many. */
    async forgetBefore(time: number, limit: number): Promise<number> {
      const newer = causes().select('cause_id').whereRaw('?? = ??', ['notification_id', 'notifications.id'])
      const ids: string[] = await notifications()
        .where('latest', '<', firstIdAt(time))
        .whereNotExists(newer.where('created_at', '>=', time))
        .orderBy('latest')
        .limit(limit)
        .pluck('id')
      if (ids.length === 0) return 0
      await causes().whereIn('notification_id', ids).del()
      return notifications().whereIn('id', ids).del()
    },
    /** Deletes old causes of notifications that have newer ones. Returns how many. */
    async forgetCausesBefore(time: number, limit: number): Promise<number> {
      const old = await causes().where('created_at', '<', time).orderBy('created_at').limit(limit)
      for (const { recipient_id, cause_id } of old) await causes().where({ recipient_id, cause_id }).del()
      return old.length
    },
  }
}

/** Unread causes by notification, in order. */
function unreadAmong(rows: NotificationRow[], causes: CauseRow[]): { row: NotificationRow; causes: CauseRow[] }[] {
  const unread = causes.filter(({ notification_id, created_at }) =>
    rows.some(({ id, read_at }) => id === notification_id && Number(created_at) > Number(read_at)),
  )
  return [...new Set(unread.map(({ notification_id }) => notification_id))].flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ row, causes: unread.filter(({ notification_id }) => notification_id === id) }] : []
  })
}

function idsOf(rows: Pick<NotificationRow, 'id'>[]): string[] {
  return rows.map(({ id }) => id)
}

function inParts<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / AT_ONCE) }, (_, part) =>
    items.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
}
