import { PostStatus } from '@stoa/contract'
import { DAY_MS } from '../../../../platform/clock.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { MediaService } from '../../../people/media/index.ts'
import type { ContentFindings } from '../../checks/index.ts'
import type { PollService } from '../../polls/index.ts'
import { ancestorRepository } from '../ancestors.ts'
import { type PostRow, postRepository } from '../repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  polls: Pick<PollService, 'erase'>
  uploaded: Pick<MediaService, 'setUses'>
  contentFindings: Pick<ContentFindings, 'forget'>
}

/** How long authors can restore a discarded draft. */
const KEPT_MS = 30 * DAY_MS
const DELETED_AT_ONCE = 50

/** Deletes drafts some time after their authors have discarded them. */
export function createDiscardedDrafts({ database, clock, polls, uploaded, contentFindings }: Dependencies) {
  const isDiscarded = (row: PostRow | undefined, before: number): row is PostRow =>
    row?.status === PostStatus.hiddenByPublisher && row.former_status === PostStatus.draft && row.updated_at < before

  return {
    /** Job: deletes drafts discarded 30 days ago. Returns their number. */
    async deleteDiscarded(): Promise<number> {
      const before = clock.now() - KEPT_MS
      let count = 0
      let ids: string[]
      do {
        ids = await postRepository(database.read).discardedBefore(before, DELETED_AT_ONCE)
        await database.transaction(async (tx) => {
          const repository = postRepository(tx.connection)
          for (const id of ids.toSorted()) {
            // It may have been restored meanwhile.
            if (!isDiscarded(await repository.lock(id, database.dialect), before)) continue
            await polls.erase(tx, id)
            await contentFindings.forget(tx, [id])
            await uploaded.setUses(tx, { entityId: id, ownerIds: [] }, [])
            await ancestorRepository(tx.connection).forget(id)
            await repository.deleteDraft(id)
          }
        })
        count += ids.length
      } while (ids.length === DELETED_AT_ONCE)
      return count
    },
  }
}
