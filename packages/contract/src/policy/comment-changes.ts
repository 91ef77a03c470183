import { CommentStatus, isHidden } from '../status.ts'
import { type CommentFacts, canSeeCommentText } from './comments.ts'
import { allow, type Decision, deny } from './decision.ts'
import { isBanned, isHiddenAbove, isOwn, moderatedStatus, moderates, type Viewer } from './viewer.ts'

/** Only the author edits, and not while it is hidden. */
export function canEditComment(viewer: Viewer, comment: CommentFacts, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (!canSeeCommentText(viewer, comment)) return deny('COMMENT_NOT_FOUND')
  if (!isOwn(viewer, comment.publisherId)) return deny('FORBIDDEN')
  if (isBanned(viewer, comment.tokenName, now)) return deny('BANNED')
  return isHidden(comment.status) ? deny('COMMENT_HIDDEN') : allow
}

/**
 * The publisher hides and restores what the publisher hid; holders of hideContent hide with a reason, and restore what
 * others hid. What a domain admin hid can only be restored by network and domain admins.
 */
export function canHideComment(
  viewer: Viewer,
  comment: CommentFacts,
  change: { hidden: boolean; now: number },
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (!canSeeCommentText(viewer, comment)) return deny('COMMENT_NOT_FOUND')
  if (isHiddenAbove(viewer, comment))
    return deny(comment.status === CommentStatus.hiddenByDomainAdmin ? 'HIDDEN_BY_DOMAIN_ADMIN' : 'FORBIDDEN')
  const isAuthor = isOwn(viewer, comment.publisherId)
  const isHiddenByPublisher = comment.status === CommentStatus.hiddenByPublisher
  if (!isAuthor && isHiddenByPublisher && !change.hidden) return deny('FORBIDDEN')
  if (moderates(viewer, comment.tokenName)) return allow
  if (!isAuthor) return deny('FORBIDDEN')
  if (isBanned(viewer, comment.tokenName, change.now)) return deny('BANNED')
  const hiddenByOthers = isHidden(comment.status) && !isHiddenByPublisher
  return hiddenByOthers ? deny('FORBIDDEN') : allow
}

/** The publisher deletes a comment permanently, unless somebody else hid it. */
export function canDeleteComment(viewer: Viewer, comment: CommentFacts, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (!canSeeCommentText(viewer, comment)) return deny('COMMENT_NOT_FOUND')
  const isHiddenByOthers = isHidden(comment.status) && comment.status !== CommentStatus.hiddenByPublisher
  if (!isOwn(viewer, comment.publisherId) || isHiddenByOthers) return deny('FORBIDDEN')
  return isBanned(viewer, comment.tokenName, now) ? deny('BANNED') : allow
}

/** The status after this viewer hides it. */
export function hiddenCommentStatus(viewer: Viewer, comment: CommentFacts): number {
  if (isOwn(viewer, comment.publisherId)) return CommentStatus.hiddenByPublisher
  return moderatedStatus(viewer, comment.tokenName)
}
