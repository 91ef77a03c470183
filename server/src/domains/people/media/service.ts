import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  declaredType,
  type ErrorCode,
  FILENAME_MAX_LENGTH,
  MEDIA_PURPOSES,
  MEMBER_MEDIA_MAX_BYTES,
  type Me,
  type Media,
  type MediaPurpose,
  mediaKindOf,
  PAGE_SIZE,
  UNFINISHED_UPLOADS_MAX,
  UNUSED_MEDIA_MAX_BYTES,
  UNUSED_MEDIA_TTL_MS,
  uploadProblem,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { FileAccesses } from './file-access.ts'
import { CAPTIONS_FILE, mediaIdsIn, mediaPath, typeOfFile } from './files.ts'
import { presentMedia } from './presenter.ts'
import { emptyMedia, type MediaRow, mediaRepository } from './repository.ts'

type Dependencies = Pick<Platform, 'database' | 'clock' | 'ids' | 'cursors' | 'jobs'> & {
  storage: Storage
  accesses: Pick<FileAccesses, 'forget'>
}

/** Locks an uploader's account until the transaction ends; throws if it is gone. */
export type HoldOwner = (tx: Transaction, userId: string) => Promise<void>

/** Announcement of a file to upload. */
export interface NewUpload {
  filename: string
  /** The media type the browser declares; may be empty. */
  filetype: string
  purpose: string
  bytes: number
  /** For captions: the video or recording they belong to. */
  captionsFor?: string | undefined
}

/**
 * Lanes of processing, so that nothing long holds up what is short. Each upload begins in the first, which processes
 * all but large pictures, videos and recordings.
 */
export const PROCESSING_LANES = {
  short: jobKind<{ mediaId: string }>('process media'),
  largePictures: jobKind<{ mediaId: string }>('convert large pictures'),
  films: jobKind<{ mediaId: string }>('convert media'),
  longFilms: jobKind<{ mediaId: string }>('convert long films'),
}
export type ProcessingLane = keyof typeof PROCESSING_LANES
/** Captions were added to a video or recording, or generating them has failed. */
export const TRANSCRIPT_ENDED = jobKind<{ mediaId: string }>('transcript ended')
/** It waits on a copy, which may share the bucket with the original. */
const REMOVE_FILES = jobKind<{ mediaIds: string[] }>('remove media files', { reaches: 'publication' })
const REMOVE_LEASE_MS = 5 * 60_000
/** Uploads removed per transaction. */
const SWEPT_AT_ONCE = 100

/** Media used by an entity. */
export interface MediaUses {
  /** The post, user or community. */
  entityId: string
  /** Accounts of the person who changed the entity. */
  ownerIds: readonly string[]
  /** True if its revisions keep using what it showed before. Default false. */
  keepsFormer?: boolean
}

/** Message for a file that moderators have removed. */
const REMOVED = 'A moderator has removed this file. It can’t be used again.'
/** Message for an upload that was removed before it was used. */
const GONE = 'This upload no longer exists. Upload the file again.'

export type MediaService = ReturnType<typeof createMediaService>

/** Manages uploads, from announcement to removal. */
export function createMediaService(dependencies: Dependencies) {
  const { database, clock, ids, cursors, jobs, storage, accesses } = dependencies

  jobs.leased(REMOVE_FILES, {
    leaseMs: REMOVE_LEASE_MS,
    async run({ payload }) {
      for (const id of payload.mediaIds) await storage.removeAll(id)
    },
  })

  /** The upload's row; throws unless it belongs to one of the viewer's accounts. */
  async function ownUpload(viewer: Me, mediaId: string, tx?: Transaction): Promise<MediaRow> {
    const row = await mediaRepository(database.from(tx)).byId(mediaId)
    if (!row || !accountIdsOf(viewer).includes(row.owner_id)) throw new DomainError('MEDIA_NOT_FOUND')
    return row
  }

  async function present(rows: MediaRow[], tx?: Transaction): Promise<Media[]> {
    const repository = mediaRepository(database.from(tx))
    const mediaIds = rows.map(({ id }) => id)
    const uses = await repository.usesOf(mediaIds)
    const captions = await repository.captionsOf(mediaIds)
    return rows.map((row) => presentMedia(row, { uses: uses.get(row.id) ?? 0, captions: captions.get(row.id) }))
  }

  /** Deletes rows with their captions. A job deletes their files. */
  async function remove(tx: Transaction, mediaIds: string[]): Promise<void> {
    if (mediaIds.length === 0) return
    const repository = mediaRepository(tx.connection)
    const all = [...mediaIds, ...(await repository.childrenOf(mediaIds))]
    await repository.delete(all)
    tx.afterCommit(() => accesses.forget(all))
    jobs.enqueue(tx, REMOVE_FILES, { payload: { mediaIds: all } })
  }

  /**
   * Records the media that a changed post, user or community uses. Using another person's upload doesn't prevent its
   * deletion.
   */
  async function setUses(tx: Transaction, about: MediaUses, addresses: Iterable<string>): Promise<void> {
    const { entityId, ownerIds, keepsFormer = false } = about
    const repository = mediaRepository(tx.connection)
    const before = await repository.shownBy(entityId)
    const usedIds = mediaIdsIn(addresses)
    const removedIds = keepsFormer ? [] : before.filter((id) => !usedIds.includes(id))
    const addedIds = usedIds.filter((id) => !before.includes(id))
    if (removedIds.length === 0 && addedIds.length === 0) return
    const rows = await repository.lock([...removedIds, ...addedIds].toSorted(), database.dialect)
    if (rows.some(({ id, removed_by }) => removed_by !== '' && addedIds.includes(id))) throw invalid('media', REMOVED)
    const there = rows.flatMap(({ id, owner_id }) => (ownerIds.includes(owner_id) ? [id] : []))
    await repository.removeUses(entityId, removedIds)
    const presentIds = addedIds.filter((id) => there.includes(id))
    await repository.addUses(presentIds.map((media_id) => ({ media_id, entity_id: entityId })))
    await repository.setUnusedSince(presentIds, 0)
    tx.afterCommit(() => accesses.forget([...removedIds, ...presentIds]))
    const stillUsed = await repository.usesOf(removedIds)
    await repository.setUnusedSince(
      removedIds.filter((id) => !stillUsed.has(id)),
      clock.now(),
    )
  }

  /** Keeps captions as long as their media, until newer ones replace them. */
  async function keepCaptions(tx: Transaction, { id, parent_id }: MediaRow): Promise<void> {
    const repository = mediaRepository(tx.connection)
    if (parent_id === '' || (await repository.existing([parent_id])).length === 0) return
    const former = (await repository.childrenOf([parent_id])).filter((other) => other < id)
    const used = await repository.usesOf(former)
    await repository.setUnusedSince(
      former.filter((other) => !used.has(other)),
      clock.now(),
    )
    await repository.setUnusedSince([id], 0)
    jobs.enqueue(tx, TRANSCRIPT_ENDED, { payload: { mediaId: parent_id } })
  }

  /** Owners take turns in each lane. */
  function enqueue(tx: Transaction, row: MediaRow, { lane, cost }: { lane: ProcessingLane; cost: number }): void {
    jobs.enqueue(tx, PROCESSING_LANES[lane], {
      payload: { mediaId: row.id },
      share: row.owner_id,
      cost: Math.round(cost),
    })
  }

  /** Validates an announcement; returns its kind. */
  function checkedKind(about: NewUpload & { purpose: MediaPurpose }) {
    const kind = mediaKindOf(declaredType({ name: about.filename, type: about.filetype }))
    const problem = uploadProblem({ ...about, kind })
    if (problem || kind === null) throw new DomainError(problem ?? 'MEDIA_TYPE_UNSUPPORTED')
    return kind
  }

  return {
    ownUpload,
    setUses,
    /** Announces a file; returns the id of the upload. */
    async begin(viewer: Me, about: NewUpload, holdOwner: HoldOwner): Promise<string> {
      const purpose = MEDIA_PURPOSES.find((name) => name === about.purpose)
      if (!purpose) throw invalid('purpose', `Must be one of ${MEDIA_PURPOSES.join(', ')}.`)
      if (!Number.isSafeInteger(about.bytes) || about.bytes < 0)
        throw invalid('Upload-Length', 'Must be a number of bytes.')
      const kind = checkedKind({ ...about, purpose })
      const { captionsFor = '' } = about
      return database.transaction(async (tx) => {
        if (kind === 'captions') {
          const parent = await ownUpload(viewer, captionsFor, tx)
          if (parent.kind !== 'video' && parent.kind !== 'audio') throw new DomainError('MEDIA_NOT_FOUND')
        }
        const repository = mediaRepository(tx.connection)
        // Lock the account, so that concurrent uploads can't each claim the same remaining quota.
        await holdOwner(tx, viewer.id)
        const { uploads, bytes } = await repository.unfinished(viewer.id)
        const allBytes = await repository.bytesOf(accountIdsOf(viewer))
        if (uploads >= UNFINISHED_UPLOADS_MAX || bytes + about.bytes > UNUSED_MEDIA_MAX_BYTES) {
          throw new DomainError('MEDIA_QUOTA')
        }
        if (allBytes + about.bytes > MEMBER_MEDIA_MAX_BYTES) throw new DomainError('MEDIA_SPACE')
        const id = ids.next()
        const now = clock.now()
        await repository.insert({
          ...emptyMedia,
          id,
          kind,
          purpose,
          owner_id: viewer.id,
          bytes: about.bytes,
          status: 'uploading',
          filename: tidyName(about.filename),
          parent_id: kind === 'captions' ? captionsFor : '',
          unused_since: now,
          created_at: now,
        })
        return id
      })
    },
    /**
     * Records that the complete file is stored as `SENT_FILE`. Idempotent. False if the upload was deleted meanwhile.
     */
    async arrived(mediaId: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const repository = mediaRepository(tx.connection)
        const changed = await repository.change(
          { id: mediaId, status: 'uploading' },
          { status: 'processing', unused_since: clock.now() },
        )
        const row = await repository.byId(mediaId)
        if (changed && row) enqueue(tx, row, { lane: 'short', cost: Number(row.bytes) })
        return row !== undefined
      })
    },
    /** Stores the result of processing, unless it is stored already; false if the upload is gone. */
    async ready(mediaId: string, change: Partial<MediaRow>): Promise<boolean> {
      return database.transaction(async (tx) => {
        const repository = mediaRepository(tx.connection)
        const row = await repository.byId(mediaId)
        if (row?.status === 'ready') return true
        if (row?.status !== 'processing') return false
        await repository.change(row, { ...change, status: 'ready' })
        await keepCaptions(tx, row)
        return true
      })
    },
    /** Adds generated captions to a video or recording, if it still exists. */
    async addCaptions(mediaId: string, { path, bytes }: { path: string; bytes: number }): Promise<void> {
      const id = ids.next()
      await storage.put(id, CAPTIONS_FILE, path)
      const add = async (tx: Transaction) => {
        const repository = mediaRepository(tx.connection)
        const [film] = await repository.lock([mediaId], database.dialect)
        if (!film) return false
        const now = clock.now()
        const row: MediaRow = {
          ...emptyMedia,
          id,
          kind: 'captions',
          purpose: 'captions',
          owner_id: film.owner_id,
          bytes,
          status: 'ready',
          filename: CAPTIONS_FILE,
          file: CAPTIONS_FILE,
          mime_type: typeOfFile(CAPTIONS_FILE) ?? '',
          parent_id: mediaId,
          unused_since: now,
          created_at: now,
        }
        await repository.insert(row)
        await keepCaptions(tx, row)
        return true
      }
      let isAdded = false
      try {
        isAdded = await database.transaction(add)
      } finally {
        if (!isAdded) await storage.removeAll(id)
      }
    },
    /** Caption addresses by media id. */
    async captionsOf(mediaIds: string[], tx?: Transaction): Promise<Map<string, string>> {
      const rows = await mediaRepository(database.from(tx)).captionsOf(mediaIds)
      return new Map([...rows].map(([id, row]) => [id, mediaPath(row.id, row.file)]))
    },
    /** Posts, users or communities where the owner uses an upload. */
    shownIn: (mediaId: string, tx: Transaction) => mediaRepository(tx.connection).shownIn(mediaId),
    /** Marks a file as refused. It stays in its owner's list for a day. */
    async failed(mediaId: string, error: ErrorCode, tx?: Transaction): Promise<void> {
      await database.transaction(async (tx) => {
        const isChanged = await mediaRepository(tx.connection).change(
          { id: mediaId, status: 'processing' },
          { status: 'failed', error },
        )
        if (isChanged) jobs.enqueue(tx, REMOVE_FILES, { payload: { mediaIds: [mediaId] } })
      }, tx)
    },
    /** The upload, locked, if a post shows it. */
    shows: (tx: Transaction, postId: string, mediaId: string): Promise<MediaRow | undefined> =>
      mediaRepository(tx.connection).lockShown(postId, mediaId, database.dialect),
    /** The decision by which an upload is removed, locked; empty: none. */
    async removedBy(tx: Transaction, mediaId: string): Promise<string> {
      const [row] = await mediaRepository(tx.connection).lock([mediaId], database.dialect)
      return row?.removed_by ?? ''
    },
    /** Removes an upload everywhere by a decision, or undoes that; false if another decision has removed it. */
    async setRemoved(tx: Transaction, mediaId: string, change: { from: string; to: string }): Promise<boolean> {
      tx.afterCommit(() => accesses.forget([mediaId]))
      return mediaRepository(tx.connection).setRemoved(mediaId, change)
    },
    byId: (mediaId: string) => mediaRepository(database.read).byId(mediaId),
    /** Continues processing in another lane. `cost`: expected work. */
    async continueIn(row: MediaRow, about: { lane: ProcessingLane; cost: number }): Promise<void> {
      await database.transaction(async (tx) => enqueue(tx, row, about))
    },
    async get(viewer: Me, mediaId: string): Promise<CallOutput<'mediaGet'>> {
      const [media] = await present([await ownUpload(viewer, mediaId)])
      if (!media) throw new DomainError('MEDIA_NOT_FOUND')
      return { media }
    },
    /** Everybody's uploads with their owners, newest first. The caller checks who may see them. */
    async newest(about: { before: string | null; limit: number }) {
      const rows = await mediaRepository(database.read).pageOfAll(about)
      const owners = new Map(rows.map((row) => [row.id, row.owner_id]))
      return (await present(rows)).map((media) => ({ media, ownerId: owners.get(media.id) ?? '' }))
    },
    /** A page of the viewer's uploads. */
    async list(
      viewer: Me,
      { limit = PAGE_SIZE, cursor }: CallParsedInput<'mediaList'>,
    ): Promise<CallOutput<'mediaList'>> {
      const list = `media ${viewer.id}`
      const [before = null] = cursor === undefined ? [] : cursors.decode(list, cursor)
      const about = { before: before === null ? null : String(before), limit: limit + 1 }
      const rows = await mediaRepository(database.read).page(accountIdsOf(viewer), about)
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.id] })
      return {
        items: await present(pageRows),
        ...end,
        total: await mediaRepository(database.read).countOf(accountIdsOf(viewer)),
        usedBytes: await mediaRepository(database.read).bytesOf(accountIdsOf(viewer)),
        maxBytes: MEMBER_MEDIA_MAX_BYTES,
      }
    },
    /** Deletes an upload with its files. Throws MEDIA_IN_USE while it is used. */
    async delete(viewer: Me, mediaId: string, tx?: Transaction): Promise<CallOutput<'mediaDelete'>> {
      return database.transaction(async (tx) => {
        await ownUpload(viewer, mediaId, tx)
        const repository = mediaRepository(tx.connection)
        await repository.lock([mediaId], database.dialect)
        if ((await repository.usesOf([mediaId])).has(mediaId)) throw new DomainError('MEDIA_IN_USE')
        await remove(tx, [mediaId])
        return { deleted: true }
      }, tx)
    },
    /** Deletes an owner's uploads. Those still used by posts lose their owner. */
    async eraseOf(tx: Transaction, ownerId: string): Promise<void> {
      const repository = mediaRepository(tx.connection)
      await setUses(tx, { entityId: ownerId, ownerIds: [] }, [])
      const all = await repository.lock((await repository.ofOwner(ownerId)).toSorted(), database.dialect)
      const used = await repository.usesOf(all.map(({ id }) => id))
      const unusedIds = all.map(({ id, parent_id }) => (used.has(id) || used.has(parent_id) ? '' : id)).filter(Boolean)
      await remove(tx, unusedIds)
      await repository.disown(ownerId)
    },
    /** Throws VALIDATION_FAILED if the address in one of these fields is that of an upload which is gone. */
    async assertThere(tx: Transaction, addresses: Readonly<Record<string, string | undefined>>): Promise<void> {
      for (const [field, address = ''] of Object.entries(addresses)) {
        const mediaIds = mediaIdsIn([address])
        const existing = await mediaRepository(tx.connection).existing(mediaIds)
        if (existing.length < mediaIds.length) throw invalid(field, GONE)
      }
    },
    /** Which of the uploads exist. */
    existing: (mediaIds: string[]) => mediaRepository(database.read).existing(mediaIds),
    /** Removes uploads whose files are gone for good, such as those that were deleted while a backup was made. */
    async removeGone(mediaIds: readonly string[]): Promise<void> {
      for (let start = 0; start < mediaIds.length; start += SWEPT_AT_ONCE)
        await database.transaction((tx) => remove(tx, mediaIds.slice(start, start + SWEPT_AT_ONCE)))
    },
    /** Job: removes unfinished, failed and unused uploads after a day. */
    async sweep(): Promise<void> {
      const time = clock.now() - UNUSED_MEDIA_TTL_MS
      for (;;) {
        const isDone = await database.transaction(async (tx) => {
          const repository = mediaRepository(tx.connection)
          const candidates = await repository.unusedBefore(time, SWEPT_AT_ONCE)
          const rows = await repository.lock(candidates.toSorted(), database.dialect)
          // A post saved meanwhile may use it.
          const unusedRows = rows.filter(({ unused_since }) => Number(unused_since) > 0 && Number(unused_since) < time)
          await remove(
            tx,
            unusedRows.map(({ id }) => id),
          )
          return candidates.length < SWEPT_AT_ONCE || unusedRows.length === 0
        })
        if (isDone) return
      }
    },
  }
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', [{ field, message }])
}

/** A display name without folders and control characters. Not used as a file name. */
function tidyName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = Array.from(last.replaceAll(/\p{Cc}/gu, ''), (character) => character)
  return clean.slice(0, FILENAME_MAX_LENGTH).join('') || 'file'
}
