import type { PostType } from '../community-limits.ts'
import type { PostKind } from '../entities.ts'
import { allow, type Decision, deny } from './decision.ts'
import { administers, isBanned, type Viewer } from './viewer.ts'

/**
 * The post types that a community accepts decide which posts can be published. A poll changes the type of a member's
 * post.
 */
export function canPublishType(
  postTypes: readonly PostType[],
  post: { kind: PostKind; isResponse: boolean; hasPoll: boolean },
): Decision {
  const { kind, isResponse, hasPoll } = post
  const type = isResponse ? 'response' : kind === 'community' && hasPoll ? 'poll' : kind
  return postTypes.includes(type) && (!hasPoll || postTypes.includes('poll')) ? allow : deny('POST_TYPE_REFUSED')
}

/** Owners and admins archive and unarchive a community. */
export function canArchiveCommunity(viewer: Viewer, tokenName: string, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  if (isBanned(viewer, tokenName, now)) return deny('BANNED')
  return viewer.tokenOwner.includes(tokenName) || administers(viewer, tokenName) ? allow : deny('FORBIDDEN')
}
