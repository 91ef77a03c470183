import { CommentStatus, isHidden, isPublicPost } from '../status.ts'
import { canTakePart } from './communities.ts'
import { allow, type Decision, deny } from './decision.ts'
import { canSeePost, type PostFacts } from './posts.ts'
import { hasPermission, isOwn, moderates, type Viewer } from './viewer.ts'

/** Facts about a comment for the rules. */
export interface CommentFacts {
  tokenName: string
  publisherId: string
  status: number
}

/** Members can comment on a public, open post. The parent comment must not be hidden. */
export function canCreateComment(
  viewer: Viewer,
  subject: { post: PostFacts; replyTo: CommentFacts | null },
  now: number,
): Decision {
  const open = canCommentAnonymously(subject, viewer)
  return open.allowed ? canTakePart(viewer, subject.post.tokenName, now) : open
}

/** Requirements for anonymous comments, too: a public post, and a parent comment that isn't hidden. */
export function canCommentAnonymously(
  subject: { post: PostFacts; replyTo: CommentFacts | null },
  viewer: Viewer = null,
): Decision {
  const visibility = canSeePost(viewer, subject.post)
  if (!visibility.allowed) return visibility
  if (!isPublicPost(subject.post.status)) return deny('POST_CLOSED')
  if (subject.post.archived) return deny('COMMUNITY_ARCHIVED')
  if (subject.post.isLocked && !hasPermission(viewer, subject.post.tokenName, 'blockChat'))
    return deny(subject.post.lockedBy === 'author' ? 'COMMENTS_OFF' : 'COMMENTS_LOCKED')
  if (subject.replyTo && subject.replyTo.status !== CommentStatus.published) {
    return canSeeCommentText(viewer, subject.replyTo) || isHidden(subject.replyTo.status)
      ? deny('COMMENT_HIDDEN')
      : deny('COMMENT_NOT_FOUND')
  }
  return allow
}

/** The text is public when published, and always visible to its author and moderators. */
export function canSeeCommentText(viewer: Viewer, comment: CommentFacts): boolean {
  return (
    comment.status === CommentStatus.published ||
    isOwn(viewer, comment.publisherId) ||
    moderates(viewer, comment.tokenName)
  )
}

/** Reacting requires membership, a public post, and a published comment. */
export function canReactToComment(
  viewer: Viewer,
  subject: { post: PostFacts; comment: CommentFacts },
  now: number,
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, subject.post)
  if (!visibility.allowed || subject.comment.status !== CommentStatus.published) return deny('COMMENT_NOT_FOUND')
  if (!isPublicPost(subject.post.status)) return deny('POST_DELETED')
  if (subject.post.archived) return deny('COMMUNITY_ARCHIVED')
  return canTakePart(viewer, subject.comment.tokenName, now)
}

/** Signed-in users can save what they can read. */
export function canSaveComment(
  viewer: Viewer,
  { post, comment }: { post: PostFacts; comment: CommentFacts },
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return canSeePost(viewer, post).allowed && canSeeCommentText(viewer, comment) ? allow : deny('COMMENT_NOT_FOUND')
}

/** Pending comments are listed for those who may decide. */
export function canListPendingComments(viewer: Viewer, tokenName: string): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return moderates(viewer, tokenName) ? allow : deny('FORBIDDEN')
}
