import type { Mention } from '@stoa/contract'
import { MENTIONS_MAX } from '../../lib/mentions.ts'
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

/** Whom a comment names since it was changed; with all whom it has named before no more than a comment may. */
export function renamingOf(row: CommentRow, before: ReadonlySet<string>): Happening {
  const fresh = namedIn(row).filter((id) => !before.has(id))
  return mentioning(row, fresh.slice(0, Math.max(0, MENTIONS_MAX - before.size)))
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

/** Whom a comment names. */
export function namedIn({ mentions }: Pick<CommentRow, 'mentions'>): string[] {
  return (JSON.parse(mentions) as Mention[]).map(({ userId }) => userId)
}
