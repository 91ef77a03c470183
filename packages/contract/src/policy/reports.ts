import { CommentStatus, isPublicPost } from '../status.ts'
import { type CommentFacts, canSaveComment } from './comments.ts'
import { allow, type Decision, deny } from './decision.ts'
import { canSavePost, canSeePost, type PostFacts } from './posts.ts'
import { isBanned, isOwn, moderates, type Viewer } from './viewer.ts'

/** Signed-in users who aren't banned can report others' published content. */
export function canReportPost(viewer: Viewer, post: PostFacts, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (!isPublicPost(post.status)) return deny('POST_NOT_FOUND')
  return canReportOf(viewer, { tokenName: post.tokenName, userId: post.publisherId }, now)
}

/** As for a post. A hidden comment can't be reported. */
export function canReportComment(
  viewer: Viewer,
  { post, comment }: { post: PostFacts; comment: CommentFacts },
  now: number,
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const isSeen = canSeePost(viewer, post).allowed && comment.status === CommentStatus.published
  if (!isSeen) return deny('COMMENT_NOT_FOUND')
  return canReportOf(viewer, { tokenName: comment.tokenName, userId: comment.publisherId }, now)
}

/** Nobody can report themselves. */
export function canReportOf(viewer: Viewer, about: { tokenName: string; userId: string }, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, about.tokenName, now)) return deny('BANNED')
  return isOwn(viewer, about.userId) ? deny('FORBIDDEN') : allow
}

/** Anyone who sees others' content can hide it for themselves. */
export function canHidePostForMe(viewer: Viewer, post: PostFacts): Decision {
  const decision = canSavePost(viewer, post)
  return decision.allowed && isOwn(viewer, post.publisherId) ? deny('FORBIDDEN') : decision
}

/** As for a post. */
export function canHideCommentForMe(viewer: Viewer, about: { post: PostFacts; comment: CommentFacts }): Decision {
  const decision = canSaveComment(viewer, about)
  return decision.allowed && isOwn(viewer, about.comment.publisherId) ? deny('FORBIDDEN') : decision
}

/** Reports are for those who moderate the community's content. */
export function canDecideReports(viewer: Viewer, tokenName: string): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return moderates(viewer, tokenName) ? allow : deny('FORBIDDEN')
}
