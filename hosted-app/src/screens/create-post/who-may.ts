import { type Community, canLockPost, canTakePart, moderates, PostStatus, type Viewer } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'

/** Whether the viewer can lock the comments of a post, or unlock them. */
export function canLock(viewer: Viewer, post: StoredPost, now: number): boolean {
  const isLocked = post.isLocked && post.lockedBy !== 'author'
  return canLockPost(viewer, { ...post, approvePosts: false }, { isLocked: !isLocked, now }).allowed
}

/** Whether the community takes posts without a name. */
export function mayPostAnonymously(
  viewer: Viewer,
  { anonymousComments, membersOnly, postTypes }: Pick<Community, 'anonymousComments' | 'membersOnly' | 'postTypes'>,
): boolean {
  return viewer !== null && anonymousComments && !membersOnly && postTypes.includes('community')
}

/** Whether publishing in a community makes the viewer a member first. Until then the server takes no drafts either. */
export function mustJoin(viewer: Viewer, tokenName: string, now: number): boolean {
  const part = canTakePart(viewer, tokenName, now)
  return viewer !== null && !part.allowed && part.code === 'JOIN_REQUIRED'
}

/** What happens when a post is published, beyond its publication. */
export interface PublishingNotice {
  /** The author isn't a member, and becomes one. */
  joins: boolean
  /** A moderator approves it first. */
  isApproved: boolean
  /** Pause between two posts of a person in seconds; 0: none. */
  slowModeSeconds: number
}

/** What the author of a new post should know before publishing it. */
export function noticeFor(
  viewer: Viewer,
  { post, community, now }: { post: StoredPost | null; community: Community; now: number },
): PublishingNotice {
  const { tokenName, approvePosts, slowModeSeconds } = community
  // Neither what is out already nor what moderators write is checked.
  const isNew = (post?.status ?? PostStatus.draft) === PostStatus.draft
  const isChecked = isNew && !moderates(viewer, tokenName)
  return {
    joins: isNew && mustJoin(viewer, tokenName, now),
    isApproved: isChecked && approvePosts,
    slowModeSeconds: isChecked ? slowModeSeconds : 0,
  }
}
