import { canDeletePost, isHidden, type Me, PostStatus } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { DeletedBatch, OldBatch } from '../../../platform/database/old-rows.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { MediaService } from '../../people/media/index.ts'
import type { ContentFindings } from '../checks/index.ts'
import type { PollService } from '../polls/index.ts'
import { countUnseen, erasePost, lockPostsWithText } from './erasing-repository.ts'
import { type PostPublication, PUBLISH_SCHEDULED } from './publication/publication.ts'
import type { PostReader } from './reader.ts'
import { erasedSlug, isErased, type PostRow, postRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  polls: Pick<PollService, 'erase'>
  uploaded: Pick<MediaService, 'setUses'>
  publication: Pick<PostPublication, 'change'>
  contentFindings: Pick<ContentFindings, 'forget'>
  reader: Pick<PostReader, 'factsOf'>
}

/** Whether no decision about a post or comment is pending. */
/** Whether no report about a post awaits a decision. */
export type IsDecided = (tx: Transaction, about: { id: string; communityId: string }) => Promise<boolean>

/**
 * Erases posts, at their author's request or because the author leaves: removes their text and hides them permanently.
 */
export function createPostEraser(dependencies: Dependencies) {
  const { database, clock, jobs, polls, uploaded, publication, contentFindings, reader } = dependencies

  async function erase(tx: Transaction, row: PostRow, to: Partial<PostRow> = {}): Promise<void> {
    const slug = erasedSlug(row.id)
    await erasePost(tx.connection, { ...row, slug })
    await polls.erase(tx, row.id)
    await contentFindings.forget(tx, [row.id])
    await uploaded.setUses(tx, { entityId: row.id, ownerIds: [] }, [])
    const status = isHidden(row.status) ? row.status : PostStatus.hiddenByPublisher
    const without = { hidden_by: '', is_pinned: 0, pinned_at: 0 }
    await publication.change(tx, { ...row, slug, title: '' }, { status, ...without, ...to })
  }

  return {
    /**
     * Erases some of a person's posts, or only those nobody has seen; returns their number, 0 at the end. The thread of
     * an article remains, without an author.
     */
    async eraseOf(
      tx: Transaction,
      about: { publisherId: string; isUnseenOnly: boolean; limit: number },
    ): Promise<number> {
      const rows = await lockPostsWithText(tx.connection, about, database.dialect)
      for (const row of rows) {
        if (row.article_id !== '') await publication.change(tx, row, { publisher_id: '' })
        else await erase(tx, row)
      }
      return rows.length
    },
    /** Erases some posts that their authors have hidden, except those about which a decision is pending. */
    async eraseHidden(tx: Transaction, batch: OldBatch, isDecided: IsDecided): Promise<DeletedBatch> {
      const repository = postRepository(tx.connection)
      const ids = await repository.hiddenBefore(batch)
      let removed = 0
      for (const id of ids) {
        const row = await repository.lock(id, database.dialect)
        const isHiddenStill = row?.status === PostStatus.hiddenByPublisher && row.updated_at < batch.before
        if (!isHiddenStill || !(await isDecided(tx, { id, communityId: row.community_id }))) continue
        await erase(tx, row, { publisher_id: '', updated_at: clock.now() })
        removed += 1
      }
      return { removed, after: ids.length < batch.limit ? null : (ids.at(-1) ?? null) }
    },
    countHidden: () => postRepository(database.slowRead).countHidden({ ofDrafts: false }),
    /** Number of a person's posts that nobody else has seen. */
    countUnseenOf: (tx: Transaction, publisherId: string) => countUnseen(tx.connection, publisherId),
    /** Locks a post, so that it isn't erased before the transaction ends; throws POST_NOT_FOUND if it is erased. */
    async hold(tx: Transaction, postId: string): Promise<void> {
      const row = await postRepository(tx.connection).lock(postId, database.dialect)
      if (!row || isErased(row)) throw new DomainError('POST_NOT_FOUND')
    },
    /**
     * Erases a post at its author's request. It loses its author, so no list contains it. `assertDecided` throws while
     * a moderator's decision is pending.
     */
    async eraseOwn(
      tx: Transaction,
      viewer: Me,
      about: {
        postId: string
        tokenName: string
        assertDecided(post: { id: string; communityId: string }): Promise<void>
      },
    ): Promise<void> {
      const row = await postRepository(tx.connection).lock(about.postId, database.dialect)
      const facts = row && (await reader.factsOf(row, tx))
      if (!facts || facts.tokenName !== about.tokenName) throw new DomainError('POST_NOT_FOUND')
      const now = clock.now()
      const isArticle = row.article_id !== ''
      assertAllowed(canDeletePost(viewer, { ...facts, isPinned: Boolean(row.is_pinned), isArticle }, now))
      await about.assertDecided({ id: row.id, communityId: row.community_id })
      await jobs.cancel(tx, PUBLISH_SCHEDULED, [row.id])
      await erase(tx, row, { publisher_id: '', scheduled_at: 0, updated_at: now })
    },
  }
}
