import { type Comment, type CommentPreview, CommentStatus, previewText, type Viewer } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { PostService } from '../posts/index.ts'
import { commentListRepository } from './list-repository.ts'
import type { createContextLoader } from './presenter.ts'
import { type CommentRow, commentRepository } from './repository.ts'

/** Facts that decide whether a comment is visible. */
export interface CommentState {
  status: number
  publisherId: string
  communityId: string
  postId: string
  editedAt: number
}

/** Comment texts for the checks before publication: for training by moderators' decisions and for dry runs of lists. */
export function createCommentTexts({ database, posts }: { database: Database; posts: Pick<PostService, 'textOf'> }) {
  return {
    latestPublished: (communityId: string | null, limit: number): Promise<Pick<CommentRow, 'id' | 'content'>[]> =>
      commentListRepository(database.read).latestPublished(communityId, limit),
    /** The text of a comment or, without one, of a post; null if there is none. */
    async contentText(
      { postId, commentId }: { postId: string; commentId: string },
      tx: Transaction,
    ): Promise<string | null> {
      if (commentId === '') return posts.textOf(postId, tx)
      return (await commentRepository(tx.connection).byId(commentId))?.content ?? null
    },
  }
}

/** Comments by id as they are visible now, to the public or to one person. */
export function createPublicComments(about: {
  database: Database
  loadContext: ReturnType<typeof createContextLoader>
}) {
  const { database, loadContext } = about
  return {
    /** People with published comments, for each of several posts. */
    async shownUnder(
      postIds: string[],
      publisherIds: string[],
    ): Promise<Pick<CommentRow, 'post_id' | 'publisher_id'>[]> {
      return commentRepository(database.read).shownUnder(postIds, publisherIds)
    },
    /** A hidden comment is a placeholder without text; a pending one is left out. */
    async publicById(commentIds: string[]): Promise<Map<string, Comment>> {
      const allRows = await commentRepository(database.read).byIds([...new Set(commentIds)])
      const rows = allRows.filter((row) => row.status !== CommentStatus.pending)
      if (rows.length === 0) return new Map()
      const { show } = await loadContext(rows)
      return new Map(rows.map((row) => [row.id, show(row)]))
    },
    /** Statuses of comments; unknown ones are left out. */
    async statesById(commentIds: string[], tx?: Transaction): Promise<Map<string, CommentState>> {
      const rows = await commentRepository(database.from(tx)).statesOf(commentIds)
      return new Map(
        rows.map(({ id, status, publisher_id, community_id, post_id, edited_at }) => [
          id,
          {
            status,
            publisherId: publisher_id,
            communityId: community_id,
            postId: post_id,
            editedAt: Number(edited_at),
          },
        ]),
      )
    },
    /** Texts of comments, whether or not somebody may read them; unknown ones are left out. */
    async textsById(commentIds: string[], tx?: Transaction): Promise<Map<string, string>> {
      return commentRepository(database.from(tx)).textsOf(commentIds)
    },
    /** Pending comments of several communities, or under one of their posts, longest waiting first. */
    async waiting(
      communityIds: string[],
      { postId, ...page }: { after: [at: number, id: string] | null; limit: number; postId?: string | undefined },
      tx?: Transaction,
    ): Promise<{ id: string; at: number; postId: string }[]> {
      const rows = await commentListRepository(database.from(tx)).waiting(communityIds, page, postId)
      return rows.map(({ id, created_at, post_id }) => ({ id, at: Number(created_at), postId: post_id }))
    },
    /** Comments as this person may see them. The caller checks the visibility of their posts. */
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

/** Comments previewed with posts in a feed. */
export function createCommentPreviews({ database, accounts, memberships }: PreviewDependencies) {
  return {
    /** The public view of the best comments of several posts, by post id: three queries, regardless of the posts. */
    async previews(postIds: string[]): Promise<Map<string, CommentPreview[]>> {
      const rows = await commentListRepository(database.read).previews(postIds)
      // In a thread a hidden comment with replies keeps its place. A preview has no replies.
      const publishedRows = rows.filter((row) => row.status === CommentStatus.published)
      const profiles = await accounts.profilesById(publishedRows.map((row) => row.publisher_id))
      const communityIds = publishedRows.map((row) => row.community_id)
      const roleOf = await memberships.rolesAmong({ communityIds, profiles })
      const byPost = new Map<string, CommentPreview[]>()
      for (const row of publishedRows) {
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
