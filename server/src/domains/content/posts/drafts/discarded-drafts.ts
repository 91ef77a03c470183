import { PostStatus } from '@stoa/contract'
import { deletedBatch, type OldData } from '../../../../platform/database/old-rows.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { MediaService } from '../../../people/media/index.ts'
import type { ContentFindings } from '../../checks/index.ts'
import type { PollService } from '../../polls/index.ts'
import { ancestorRepository } from '../ancestors.ts'
import { type PostRow, postRepository } from '../repository.ts'

interface Dependencies extends Pick<Platform, 'database'> {
  polls: Pick<PollService, 'erase'>
  uploaded: Pick<MediaService, 'setUses'>
  contentFindings: Pick<ContentFindings, 'forget'>
}

/** Deletes drafts some time after their authors have discarded them. */
export function createDiscardedDrafts({ database, polls, uploaded, contentFindings }: Dependencies) {
  const isDiscarded = (row: PostRow | undefined, before: number): row is PostRow =>
    row?.status === PostStatus.hiddenByPublisher && row.former_status === PostStatus.draft && row.updated_at < before

  return {
    /** Drafts that were discarded a while ago, until which their authors can restore them. */
    discardedDrafts: {
      async forget(tx, { before, limit }) {
        const repository = postRepository(tx.connection)
        const ids = await repository.discardedBefore(before, limit)
        for (const id of ids.toSorted()) {
          // It may have been restored meanwhile.
          if (!isDiscarded(await repository.lock(id, database.dialect), before)) continue
          await polls.erase(tx, id)
          await contentFindings.forget(tx, [id])
          await uploaded.setUses(tx, { entityId: id, ownerIds: [] }, [])
          await ancestorRepository(tx.connection).forget(id)
          await repository.deleteDraft(id)
        }
        return deletedBatch(ids.length, { before, limit, after: '' })
      },
      count: () => postRepository(database.slowRead).countHidden({ ofDrafts: true }),
    } satisfies OldData,
  }
}
