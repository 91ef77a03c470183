import { PostStatus } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { CHECK_WAITING } from '../../people/communities/index.ts'
import { type PostPublication, PUBLISH_SCHEDULED } from './publication/publication.ts'
import { isErased, lockPostsOf, type PostRow, postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'jobs'> {
  publication: PostPublication
}

/** Statuses that others see or may come to see. Drafts stay private. */
const HIDEABLE = [
  PostStatus.published,
  PostStatus.pending,
  PostStatus.waitingForTranscript,
  PostStatus.unlisted,
  PostStatus.scheduled,
]

/** Hides a person's posts in a community, a few at a time, and restores them. */
export function createPostHider({ database, jobs, publication }: Dependencies) {
  const { change, restore } = publication

  return {
    /** Hides some of a person's visible posts and returns them with their former status; empty when none are left. */
    async hideAllOf(
      tx: Transaction,
      about: { hideId: string; communityId: string; publisherId: string; reason: string; limit: number },
    ): Promise<{ id: string; status: number }[]> {
      const rows = await lockPostsOf(tx.connection, { ...about, statuses: HIDEABLE }, database.dialect)
      for (const row of rows) {
        await change(tx, row, {
          status: PostStatus.hiddenByAdmin,
          hidden_by: about.hideId,
          hidden_reason: about.reason,
          former_status: formerStatusOf(row),
          scheduled_at: 0,
          is_pinned: 0,
          pinned_at: 0,
        })
      }
      const scheduled = rows.filter(({ status }) => status === PostStatus.scheduled)
      await jobs.cancel(
        tx,
        PUBLISH_SCHEDULED,
        scheduled.map(({ id }) => id),
      )
      return rows.map((row) => ({ id: row.id, status: formerStatusOf(row) }))
    },
    /** Restores the former status of posts, except those erased or decided about since. */
    async restoreHidden(
      tx: Transaction,
      about: { hideId: string; items: { id: string; status: number }[] },
    ): Promise<void> {
      for (const { id, status } of about.items) {
        const row = await postRepository(tx.connection).lock(id, database.dialect)
        if (row?.status !== PostStatus.hiddenByAdmin || row.hidden_by !== about.hideId || isErased(row)) continue
        await restore(tx, row, { status, hidden_by: '', hidden_reason: '', former_status: 0 })
        if (status !== PostStatus.waitingForTranscript) continue
        // Captions may have arrived while it was hidden.
        const { community_id: communityId } = row
        jobs.enqueue(tx, CHECK_WAITING, { payload: { communityId, after: '' }, key: communityId })
      }
    },
  }
}

/** The status after restoring. A scheduled post becomes a draft, because its time may have passed. */
export function formerStatusOf({ status }: Pick<PostRow, 'status'>): number {
  return status === PostStatus.scheduled ? PostStatus.draft : status
}
