import type { Media, MediaKind, MediaPurpose } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { insertion } from '../../../platform/database/transaction.ts'

export interface MediaRow {
  id: string
  owner_id: string
  kind: MediaKind
  purpose: MediaPurpose
  status: Media['status']
  error: string
  filename: string
  mime_type: string
  bytes: number
  width: number
  height: number
  duration_ms: number
  placeholder: string
  sizes: string
  file: string
  poster: string
  parent_id: string
  unused_since: number
  /** The decision by which moderators removed it; empty: none. */
  removed_by: string
  created_at: number
}

/** Default columns of a new upload. */
export const emptyMedia = {
  error: '',
  mime_type: '',
  width: 0,
  height: 0,
  duration_ms: -1,
  placeholder: '',
  sizes: '[]',
  file: '',
  poster: '',
  removed_by: '',
} satisfies Partial<MediaRow>

export interface MediaUseRow {
  media_id: string
  entity_id: string
}

export function mediaRepository(connection: Connection) {
  const media = () => connection<MediaRow>('media')
  const uses = () => connection<MediaUseRow>('media_uses')
  return {
    async insert(row: MediaRow): Promise<void> {
      await media().insert(row)
    },
    byId: (id: string): Promise<MediaRow | undefined> => media().where({ id }).first(),
    /** Rows sorted by id, locked until the transaction ends. */
    async lock(ids: string[], { forUpdate }: Database['dialect']): Promise<MediaRow[]> {
      return ids.length === 0 ? [] : forUpdate(media().whereIn('id', ids).orderBy('id'))
    },
    /** Newest first; `before`: ids less than this. */
    async page(ownerIds: string[], about: { before: string | null; limit: number }): Promise<MediaRow[]> {
      const query = media().whereIn('owner_id', ownerIds).whereNot({ kind: 'captions' })
      if (about.before !== null) query.where('id', '<', about.before)
      return query.orderBy('id', 'desc').limit(about.limit)
    },
    /** Everybody's, newest first; `before`: ids less than this. */
    async pageOfAll(about: { before: string | null; limit: number }): Promise<MediaRow[]> {
      const query = media().whereNot({ kind: 'captions' }).orderBy('id', 'desc').limit(about.limit)
      return about.before === null ? query : query.where('id', '<', about.before)
    },
    async countOf(ownerIds: string[]): Promise<number> {
      const [counted] = await media().whereIn('owner_id', ownerIds).whereNot({ kind: 'captions' }).count({ count: '*' })
      return Number(counted?.count ?? 0)
    },
    /** The newest ready captions of each media. */
    async captionsOf(parentIds: string[]): Promise<Map<string, MediaRow>> {
      if (parentIds.length === 0) return new Map()
      const rows = await media().whereIn('parent_id', parentIds).where({ status: 'ready' }).orderBy('id')
      return new Map(rows.map((row) => [row.parent_id, row]))
    },
    async childrenOf(parentIds: string[]): Promise<string[]> {
      return parentIds.length === 0 ? [] : media().whereIn('parent_id', parentIds).pluck('id')
    },
    /** Changes a row if it still has this status; returns false otherwise. */
    async change(row: Pick<MediaRow, 'id' | 'status'>, change: Partial<MediaRow>): Promise<boolean> {
      return (await media().where({ id: row.id, status: row.status }).update(change)) === 1
    },
    async setUnusedSince(ids: string[], unused_since: number): Promise<void> {
      if (ids.length > 0) await media().whereIn('id', ids).update({ unused_since })
    },
    async delete(ids: string[]): Promise<void> {
      if (ids.length === 0) return
      await uses().whereIn('media_id', ids).del()
      await media().whereIn('id', ids).del()
    },
    /** Total bytes of all uploads. */
    async bytesOf(ownerIds: string[]): Promise<number> {
      const query = media().whereIn('owner_id', ownerIds).whereNot({ status: 'failed' })
      const [sum] = await query.sum({ bytes: 'bytes' })
      return Number(sum?.bytes ?? 0)
    },
    /** Number of an owner's unfinished uploads, and total bytes of the unused ones. */
    async unfinished(owner_id: string): Promise<{ uploads: number; bytes: number }> {
      const rows = await media().where({ owner_id }).where('unused_since', '>', 0).select('status', 'bytes')
      return {
        uploads: rows.filter(({ status }) => status === 'uploading').length,
        bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
      }
    },
    async ofOwner(owner_id: string): Promise<string[]> {
      return media().where({ owner_id }).pluck('id')
    },
    async disown(owner_id: string): Promise<void> {
      await media().where({ owner_id }).update({ owner_id: '', filename: '' })
    },
    /** Ids of uploads unused since before a time. */
    async unusedBefore(time: number, limit: number): Promise<string[]> {
      return media()
        .where('unused_since', '>', 0)
        .where('unused_since', '<', time)
        .orderBy('unused_since')
        .limit(limit)
        .pluck('id')
    },
    /** Uploads with complete files, sorted by id. */
    async withFilesAfter(id: string, limit: number): Promise<MediaRow[]> {
      return media().where('id', '>', id).whereIn('status', ['processing', 'ready']).orderBy('id').limit(limit)
    },
    /** Which of the uploads exist. */
    async existing(ids: string[]): Promise<string[]> {
      return ids.length === 0 ? [] : media().whereIn('id', ids).pluck('id')
    },
    /** Number of uses of each upload; unused ones are omitted. */
    async usesOf(ids: string[]): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map()
      const rows = await connection('media_uses')
        .whereIn('media_id', ids)
        .groupBy('media_id')
        .select('media_id', connection.raw('count(*) as uses'))
      return new Map(rows.map((row) => [String(row.media_id), Number(row.uses)]))
    },
    async shownBy(entity_id: string): Promise<string[]> {
      return uses().where({ entity_id }).pluck('media_id')
    },
    async shownIn(media_id: string): Promise<string[]> {
      return uses().where({ media_id }).pluck('entity_id')
    },
    /** What shows any of the uploads. */
    async shownInAny(mediaIds: string[]): Promise<string[]> {
      if (mediaIds.length === 0) return []
      return uses().whereIn('media_id', mediaIds).distinct().pluck('entity_id')
    },
    async addUses(rows: MediaUseRow[]): Promise<void> {
      for (const { sql, bindings } of insertion('media_uses', rows)) await connection.raw(sql, [...bindings])
    },
    /** The upload, locked, if this shows it. */
    async lockShown(entity_id: string, id: string, { forUpdate }: Database['dialect']): Promise<MediaRow | undefined> {
      const isShown = await uses().where({ entity_id, media_id: id }).first()
      const [row] = isShown ? await forUpdate(media().where({ id })) : []
      return row
    },
    /** Changes by which decision an upload is removed; false if it was another one. */
    async setRemoved(id: string, { from, to }: { from: string; to: string }): Promise<boolean> {
      return (await media().where({ id, removed_by: from }).update({ removed_by: to })) === 1
    },
    async removeUses(entity_id: string, mediaIds: string[]): Promise<void> {
      if (mediaIds.length > 0) await uses().where({ entity_id }).whereIn('media_id', mediaIds).del()
    },
  }
}
