import { type CommentPreview, CommentStatus, previewText } from '@stoa/contract'
import type { Database } from '../../platform/database/database.ts'
import type { AccountService } from '../accounts/service.ts'
import { commentListRepository } from './list-repository.ts'

/** The comments that posts bring along in a feed. */
export function createCommentPreviews({ database, accounts }: { database: Database; accounts: AccountService }) {
  return {
    /** The best comments of some posts as everybody may see them, by post id: two queries, whatever the posts hold. */
    async previews(postIds: string[]): Promise<Map<string, CommentPreview[]>> {
      const rows = await commentListRepository(database.read).previews(postIds)
      // A hidden comment keeps its place in the thread while it has replies. Here it has none.
      const shown = rows.filter((row) => row.status === CommentStatus.published)
      const profiles = await accounts.profilesById(shown.map((row) => row.publisher_id))
      const byPost = new Map<string, CommentPreview[]>()
      for (const row of shown) {
        const publisher = profiles.get(row.publisher_id)
        const preview = {
          id: row.id,
          publisherId: publisher?.id ?? '',
          publisherName: publisher?.displayName ?? '',
          excerpt: previewText(row.content),
          createdAt: row.created_at,
        }
        byPost.set(row.post_id, [...(byPost.get(row.post_id) ?? []), preview])
      }
      return byPost
    },
  }
}
