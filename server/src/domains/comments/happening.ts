import type { Mention } from '@stoa/contract'
import type { Happening } from '../notifications/happenings.ts'
import type { PostRowFacts } from '../posts/service.ts'
import type { CommentRow } from './repository.ts'

/**
 * Whom a comment concerns that everybody sees from now on: who wrote the comment that it answers, or else the post; and
 * everybody whom it names.
 */
export function happeningOf(
  row: CommentRow,
  { post, to }: { post: Pick<PostRowFacts, 'publisherId'>; to: Pick<CommentRow, 'id' | 'publisher_id'> | null },
): Happening {
  const answered = to
    ? { userId: to.publisher_id, targetId: to.id }
    : { userId: post.publisherId, targetId: row.post_id }
  return { ...mentioning(row, namedIn(row)), answered }
}

/** Whom a comment names since it was changed. */
export function renamingOf(row: CommentRow, before: Pick<CommentRow, 'mentions'>): Happening {
  const known = new Set(namedIn(before))
  return mentioning(
    row,
    namedIn(row).filter((id) => !known.has(id)),
  )
}

function mentioning(row: CommentRow, mentioned: string[]): Happening & { kind: 'comment' } {
  return {
    kind: 'comment',
    commentId: row.id,
    postId: row.post_id,
    communityId: row.community_id,
    actorId: row.publisher_id,
    answered: null,
    mentioned,
  }
}

function namedIn({ mentions }: Pick<CommentRow, 'mentions'>): string[] {
  return (JSON.parse(mentions) as Mention[]).map(({ userId }) => userId)
}
