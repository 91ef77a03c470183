import type { Mention } from '@stoa/contract'
import { MENTIONS_MAX, type NotificationTrigger } from '../../people/accounts/index.ts'
import type { Arrival } from '../checks/index.ts'
import type { PostRowFacts } from '../posts/index.ts'
import type { CommentRow } from './repository.ts'

/** Recipients of a newly visible comment: the author it replies to, or else the post's, and everybody it mentions. */
export function triggerOf(
  row: CommentRow,
  { post, to }: { post: Pick<PostRowFacts, 'publisherId'>; to: Pick<CommentRow, 'id' | 'publisher_id'> | null },
): NotificationTrigger {
  const replyTarget = to
    ? { userId: to.publisher_id, targetId: to.id }
    : { userId: post.publisherId, targetId: row.post_id }
  return { ...mentioning(row, mentionedIn(row)), answered: replyTarget, isNew: true }
}

/** The notification for moderators about a pending comment. */
export function arrivalOf({ id: subjectId, community_id: communityId, post_id: conversationId }: CommentRow): Arrival {
  return { communityId, subjectId, pendingPost: null, conversationId }
}

/** New mentions after an edit. Together with all earlier ones, no more than one comment may have. */
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

/** Ids of the people a comment mentions. */
export function mentionedIn({ mentions }: Pick<CommentRow, 'mentions'>): string[] {
  return (JSON.parse(mentions) as Mention[]).map(({ userId }) => userId)
}
