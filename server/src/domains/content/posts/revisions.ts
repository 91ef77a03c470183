import { type CallOutput, canSeeRevisions, PAGE_SIZE, type User, type Viewer } from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { countRows, type DeletedBatch, type OldBatch, oldIdsBy } from '../../../platform/database/old-rows.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { type MediaAddresses, type MediaService, shownContent } from '../../people/media/index.ts'
import { addressesIn } from './drafts/draft-parts.ts'
import type { IsDecided } from './eraser.ts'
import type { PostReader } from './reader.ts'
import { postRepository, type RevisionRow } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'cursors'> {
  uploaded: Pick<MediaService, 'setUses'>
  accounts: Pick<AccountService, 'profilesById'>
  reader: PostReader
  media: MediaAddresses
}

type Revision = CallOutput<'postRevisionGet'>['revision']

/** Reads revisions. A row holds the post as it was before that edit. */
export function createPostRevisions({ database, cursors, accounts, reader, media, uploaded }: Dependencies) {
  async function assertSeen(viewer: Viewer, postId: string, onlyCommunity: string | null): Promise<void> {
    assertAllowed(canSeeRevisions(viewer, await reader.facts(postId, onlyCommunity)))
  }

  return {
    /**
     * Deletes some old former texts, except of posts about which a decision is pending. Uploads that only they showed
     * are no longer in use.
     */
    async deleteOldRevisions(tx: Transaction, batch: OldBatch, isDecided: IsDecided): Promise<DeletedBatch> {
      const repository = postRepository(tx.connection)
      const { idsOf, after } = await oldIdsBy(tx.connection, { table: 'post_revisions', owner: 'post_id' }, batch)
      let removed = 0
      for (const [postId, ids] of [...idsOf].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        const row = await repository.lock(postId, database.dialect)
        if (row && !(await isDecided(tx, { id: postId, communityId: row.community_id }))) continue
        removed += await repository.deleteRevisions(ids)
        if (!row) continue
        const former = await repository.revisionContents(postId)
        const contents = former.map((content) => ({ content, hero_image: null, featured_image: null }))
        await uploaded.setUses(tx, { entityId: postId, ownerIds: [] }, [row, ...contents].flatMap(addressesIn))
      }
      return { removed, after }
    },
    countRevisions: () => countRows(database.slowRead, 'post_revisions'),
    /** Edits of a post, newest first. */
    async revisions(
      viewer: Viewer,
      query: { postId: string; limit?: number | undefined; cursor?: string | undefined },
      { onlyCommunity = null }: CallScope = {},
    ): Promise<CallOutput<'postRevisionList'>> {
      const { postId, limit = PAGE_SIZE, cursor } = query
      await assertSeen(viewer, postId, onlyCommunity)
      const list = `revisions ${postId}`
      const after = cursor === undefined ? null : (cursors.decode(list, cursor) as [string])[0]
      const rows = await postRepository(database.read).revisions({ postId, after, limit: limit + 1 })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.id] })
      const profiles = await accounts.profilesById(pageRows.map((row) => row.editor_id))
      return {
        items: pageRows.map((row) => presentRevision(row, profiles)),
        ...end,
      }
    },
    /** One edit: the post before and after it. */
    async revision(
      viewer: Viewer,
      { postId, revisionId }: { postId: string; revisionId: string },
      { onlyCommunity = null }: CallScope = {},
    ): Promise<CallOutput<'postRevisionGet'>> {
      await assertSeen(viewer, postId, onlyCommunity)
      const repository = postRepository(database.read)
      const [row, next = await repository.byId(postId)] = await repository.revisionsFrom(postId, revisionId)
      if (row?.id !== revisionId || !next) throw new DomainError('REVISION_NOT_FOUND')
      const version = ({ title, content }: Pick<RevisionRow, 'title' | 'content'>) => ({
        title,
        postContent: shownContent(content, media),
      })
      const profiles = await accounts.profilesById([row.editor_id])
      return { revision: presentRevision(row, profiles), before: version(row), after: version(next) }
    },
  }
}

function presentRevision(
  row: Pick<RevisionRow, 'id' | 'editor_id' | 'created_at'>,
  profiles: Map<string, User>,
): Revision {
  const profile = profiles.get(row.editor_id)
  return {
    id: row.id,
    createdAt: row.created_at,
    editor: profile ? { userId: profile.id, displayName: profile.displayName, slugUrl: profile.slugUrl } : null,
  }
}
