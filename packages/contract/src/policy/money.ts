import { isPublicPost, PostStatus } from '../status.ts'
import { type CommentFacts, canReactToComment } from './comments.ts'
import { canEditCommunity, canTakePart } from './communities.ts'
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

/** Members buy tokens of a community in which they could send them. */
export function canBuyTokens(...about: Parameters<typeof canTransfer>): Decision {
  return canTransfer(...about)
}

/** Members promote published posts, their own and those of others. Unlisted ones stay out of lists. */
export function canPromotePost(viewer: Viewer, post: PostFacts, now: number): Decision {
  const reacts = canReactToPost(viewer, post, now)
  return viewer && post.status === PostStatus.unlisted && !post.isErased ? deny('POST_NOT_PUBLISHED') : reacts
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

/** Partners who are members ask for cash-outs, banned ones too: it is their money. */
export function canCashOut(viewer: Viewer, tokenName: string): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const isMember = viewer.joinedCommunities.includes(tokenName)
  return isMember && viewer.enableSell.includes(tokenName) ? allow : deny('NOT_A_PARTNER')
}

/** Cashiers are those who may change the community's settings. */
export function canServeCashier(viewer: Viewer, tokenName: string, now: number): Decision {
  return canEditCommunity(viewer, tokenName, now)
}

/** Members withdraw what is theirs, also those who are banned, and from archived communities. */
export function canWithdraw(viewer: Viewer): Decision {
  return viewer ? allow : deny('AUTH_REQUIRED')
}
