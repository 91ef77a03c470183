import { type Comment, type CommentPreview, CommentStatus, previewText, type Viewer } from '@stoa/contract'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { AccountService } from '../accounts/service.ts'
import type { MembershipService } from '../memberships/service.ts'
import type { PostService } from '../posts/service.ts'
import { commentListRepository } from './list-repository.ts'
import type { createContextLoader } from './presenter.ts'
import { type CommentRow, commentRepository } from './repository.ts'

/** What decides whether a comment may be seen. */
export interface CommentState {
  status: number
  publisherId: string
  communityId: string
  postId: string
  editedAt: number
}

/** The words of comments, for the checks before publication: what moderators decide and what new lists are tried on. */
export function createCommentTexts({ database, posts }: { database: Database; posts: Pick<PostService, 'textOf'> }) {
  return {
    latestPublished: (communityId: string | null, limit: number): Promise<Pick<CommentRow, 'id' | 'content'>[]> =>
      commentListRepository(database.read).latestPublished(communityId, limit),
    /** Of a comment, or without one of a post; null: there are none. */
    async contentText(
      { postId, commentId }: { postId: string; commentId: string },
      tx: Transaction,
    ): Promise<string | null> {
      if (commentId === '') return posts.textOf(postId, tx)
      return (await commentRepository(tx.connection).byId(commentId))?.content ?? null
    },
  }
}

/** Comments by id as they may be seen at this moment, by everybody or by one person. */
export function createPublicComments(about: {
  database: Database
  loadContext: ReturnType<typeof createContextLoader>
}) {
  const { database, loadContext } = about
  return {
    /** Which people have published comments under which of some posts. */
    async shownUnder(
      postIds: string[],
      publisherIds: string[],
    ): Promise<Pick<CommentRow, 'post_id' | 'publisher_id'>[]> {
      return commentRepository(database.read).shownUnder(postIds, publisherIds)
    },
    /** A hidden comment is a placeholder without its text; one that waits for approval is left out, as if it were not there. */
    async publicById(commentIds: string[]): Promise<Map<string, Comment>> {
      const found = await commentRepository(database.read).byIds([...new Set(commentIds)])
      const rows = found.filter((row) => row.status !== CommentStatus.pending)
      if (rows.length === 0) return new Map()
      const { show } = await loadContext(rows)
      return new Map(rows.map((row) => [row.id, show(row)]))
    },
    /** How some comments stand; unknown ones are left out. */
    async statesById(commentIds: string[], tx?: Transaction): Promise<Map<string, CommentState>> {
      const rows = await commentRepository(database.from(tx)).statesOf(commentIds)
      return new Map(
        rows.map(({ id, status, publisher_id, community_id, post_id, edited_at }) => [
          id,
          {
            ...{ status, publisherId: publisher_id, communityId: community_id, postId: post_id },
            editedAt: Number(edited_at),
          },
        ]),
      )
    },
    /** Comments that wait for approval in some communities, or under one post there, the longest first. */
    async waiting(
      communityIds: string[],
      { postId, ...page }: { after: [at: number, id: string] | null; limit: number; postId?: string | undefined },
    ): Promise<{ id: string; at: number; postId: string }[]> {
      const rows = await commentListRepository(database.read).waiting(communityIds, page, postId)
      return rows.map(({ id, created_at, post_id }) => ({ id, at: Number(created_at), postId: post_id }))
    },
    /** Comments as this person may see them; that their posts may be seen is the caller's to check. */
    async seenBy(viewer: Viewer, commentIds: string[], tx?: Transaction): Promise<Map<string, Comment>> {
      const rows = await commentRepository(database.from(tx)).byIds([...new Set(commentIds)])
      if (rows.length === 0) return new Map()
      const { show } = await loadContext(rows, tx)
      return new Map(rows.map((row) => [row.id, show(row, viewer)]))
    },
  }
}

interface PreviewDependencies {
  database: Database
  accounts: AccountService
  memberships: Pick<MembershipService, 'rolesAmong'>
}

/** The comments that posts bring along in a feed. */
export function createCommentPreviews({ database, accounts, memberships }: PreviewDependencies) {
  return {
    /** The best comments of some posts as everybody may see them, by post id: three queries, whatever the posts hold. */
    async previews(postIds: string[]): Promise<Map<string, CommentPreview[]>> {
      const rows = await commentListRepository(database.read).previews(postIds)
      // A hidden comment keeps its place in the thread while it has replies. Here it has none.
      const shown = rows.filter((row) => row.status === CommentStatus.published)
      const profiles = await accounts.profilesById(shown.map((row) => row.publisher_id))
      const communityIds = shown.map((row) => row.community_id)
      const roleOf = await memberships.rolesAmong({ communityIds, profiles })
      const byPost = new Map<string, CommentPreview[]>()
      for (const row of shown) {
        const publisher = profiles.get(row.publisher_id)
        const role = publisher && roleOf(row.community_id, row.publisher_id)
        const preview = {
          id: row.id,
          publisherId: publisher?.id ?? '',
          publisherName: publisher?.displayName ?? '',
          ...(role ? { publisherRole: role } : {}),
          excerpt: previewText(row.content),
          createdAt: row.created_at,
        }
        byPost.set(row.post_id, [...(byPost.get(row.post_id) ?? []), preview])
      }
      return byPost
    },
  }
}
