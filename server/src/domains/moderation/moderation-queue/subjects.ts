import type { LoggedActivity } from '../../content/activity-log/index.ts'

/** The id of the post, comment or person that a decision is about. */
export function subjectOf({ commentId, postId, personId }: Pick<LoggedActivity, 'commentId' | 'postId' | 'personId'>) {
  return commentId || postId || personId
}
