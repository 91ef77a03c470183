import type { Mention } from '@stoa/contract'
import { MENTIONS_MAX } from '../accounts/usernames.ts'
import type { Arrival } from '../checks/arrivals.ts'
import type { NotificationTrigger } from '../notification-triggers/index.ts'
import type { PostRowFacts } from '../posts/service.ts'
import type { CommentRow } from './repository.ts'

/**
 * Whom a comment concerns that everybody sees from now on: who wrote the comment that it answers, or else the post; and
 * everybody whom it names.
 */
export function triggerOf(
  row: CommentRow,
  { post, to }: { post: Pick<PostRowFacts, 'publisherId'>; to: Pick<CommentRow, 'id' | 'publisher_id'> | null },
): NotificationTrigger {
  const answered = to
    ? { userId: to.publisher_id, targetId: to.id }
    : { userId: post.publisherId, targetId: row.post_id }
  return { ...mentioning(row, mentionedIn(row)), answered }
}

/** What moderators are told of a comment that waits for them. */
export function arrivalOf({ id: subjectId, community_id: communityId, post_id: conversationId }: CommentRow): Arrival {
  return { communityId, subjectId, pendingPost: null, conversationId }
}

/** Whom a comment names since it was changed; with all whom it has named before no more than a comment may. */
export function mentionTriggerOf(row: CommentRow, before: ReadonlySet<string>): NotificationTrigger {
  const fresh = mentionedIn(row).filter((id) => !before.has(id))
  return mentioning(row, fresh.slice(0, Math.max(0, MENTIONS_MAX - before.size)))
}

function mentioning(row: CommentRow, mentioned: string[]): NotificationTrigger & { kind: 'comment' } {
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
export function mentionedIn({ mentions }: Pick<CommentRow, 'mentions'>): string[] {
  return (JSON.parse(mentions) as Mention[]).map(({ userId }) => userId)
}
