import { canSeePost, type Me } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'

interface Dependencies {
  posts: Pick<PostService, 'factsById'>
  comments: Pick<CommentService, 'postsOf'>
}

/** What a payment links to: ids of a post and of its comment, or null. */
interface Links {
  postId: string | null
  commentId: string | null
}

export type ReferenceReader = ReturnType<typeof createReferenceReader>

/** Finds what payments were for, as far as a person may see it. */
export function createReferenceReader({ posts, comments }: Dependencies) {
  return async (viewer: Me, references: readonly string[], tx?: Transaction): Promise<(id: string) => Links> => {
    const ids = references.filter((id) => id !== '')
    const postOfComment = await comments.postsOf(ids, tx)
    const facts = await posts.factsById(
      ids.map((id) => postOfComment.get(id) ?? id),
      null,
      tx,
    )
    return (id) => {
      const post = facts.get(postOfComment.get(id) ?? id)
      const isSeen = post !== undefined && canSeePost(viewer, post).allowed
      return { postId: isSeen ? post.id : null, commentId: isSeen && postOfComment.has(id) ? id : null }
    }
  }
}
