import { isPublicPost } from '../status.ts'
import { type CommentFacts, canReactToComment } from './comments.ts'
import { canTakePart } from './communities.ts'
import { allow, type Decision, deny } from './decision.ts'
import { canReactToPost, type PostFacts } from './posts.ts'
import { isOwn, type Viewer } from './viewer.ts'

/**
 * Members tip the author of a public post or comment, never themselves under any of their accounts. What has no author
 * can't be tipped.
 */
export function canTip(
  viewer: Viewer,
  { post, comment }: { post: PostFacts; comment: CommentFacts | null },
  now: number,
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const reacts = comment ? canReactToComment(viewer, { post, comment }, now) : canReactToPost(viewer, post, now)
  const { publisherId } = comment ?? post
  // Their own, hidden or not, is nothing to hide from them.
  if (isOwn(viewer, publisherId) && isPublicPost(post.status)) return deny('OWN_TIP')
  if (!reacts.allowed) return reacts
  return publisherId === '' || post.isErased ? deny('RECEIVER_REFUSED') : allow
}

/** Members send balance to others in a community that isn't archived. */
export function canTransfer(
  viewer: Viewer,
  community: { tokenName: string; archived: boolean },
  now: number,
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return community.archived ? deny('COMMUNITY_ARCHIVED') : canTakePart(viewer, community.tokenName, now)
}

/** Members withdraw what is theirs, also those who are banned, and from archived communities. */
export function canWithdraw(viewer: Viewer): Decision {
  return viewer ? allow : deny('AUTH_REQUIRED')
}
