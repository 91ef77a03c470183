import type { PostType } from '../community-limits.ts'
import type { Permission, PostKind } from '../entities.ts'
import { isHidden, isPublicPost, PostStatus } from '../status.ts'
import { canTakePart } from './communities.ts'
import { allow, type Decision, deny } from './decision.ts'
import { hasPermission, isBanned, isHiddenAbove, isOwn, moderatedStatus, type Viewer } from './viewer.ts'

/** Facts about a post for the rules. */
export interface PostFacts {
  tokenName: string
  publisherId: string
  status: number
  kind: 'story' | 'community'
  /** Whether the community requires approval of new posts. */
  approvePosts: boolean
  /** The community is archived. Default: it isn't. */
  archived?: boolean
  /** Whether its comments are locked. Default: they aren't. */
  isLocked?: boolean
  /** Who turned its comments off, moderators if both did. Default: moderators, if they are locked. */
  lockedBy?: 'author' | 'moderators' | undefined
  /** Its author has deleted it or deleted the account. Default: false. */
  isErased?: boolean
}

/** Published and unlisted posts are public. Other posts are for their author and moderators, erased ones for nobody. */
export function canSeePost(
  viewer: Viewer,
  post: Pick<PostFacts, 'status' | 'publisherId' | 'kind' | 'tokenName' | 'isErased'>,
): Decision {
  if (post.isErased) return deny('POST_NOT_FOUND')
  if (isPublicPost(post.status) || isOwn(viewer, post.publisherId)) return allow
  return moderatesPost(viewer, post) ? allow : deny('POST_NOT_FOUND')
}

/** Posts that only the publisher edits: drafts, and those hidden by the publisher. */
function isPublisherOnly(status: number): boolean {
  return status === PostStatus.draft || status === PostStatus.hiddenByPublisher
}

/** The kinds of posts that the viewer moderates in a community. Stories need a separate permission. */
export function moderatedKinds(viewer: Viewer, tokenName: string): PostKind[] {
  return (['community', 'story'] as const).filter((kind) => moderatesPost(viewer, { kind, tokenName }))
}

function moderatesPost(viewer: Viewer, { kind, tokenName }: Pick<PostFacts, 'kind' | 'tokenName'>): boolean {
  return hasPermission(viewer, tokenName, kind === 'story' ? 'hidePremiumContent' : 'hideContent')
}

/** Members post; stories are for partners (sell approval) and those who manage premium content. */
export function canCreatePost(
  viewer: Viewer,
  post: { tokenName: string; kind: 'story' | 'community'; archived?: boolean },
  now: number,
): Decision {
  if (post.archived) return deny('COMMUNITY_ARCHIVED')
  const part = canTakePart(viewer, post.tokenName, now)
  if (!part.allowed || post.kind === 'community') return part
  const isPartner = viewer?.enableSell.includes(post.tokenName) ?? false
  return isPartner || hasPermission(viewer, post.tokenName, 'hidePremiumContent') ? allow : deny('FORBIDDEN')
}

/** Others can respond to a public post if its community allows responses. */
export function canRespond(viewer: Viewer, post: PostFacts, community: { postTypes: readonly PostType[] }): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (!isPublicPost(post.status)) return deny('POST_NOT_FOUND')
  if (post.archived) return deny('COMMUNITY_ARCHIVED')
  if (isOwn(viewer, post.publisherId)) return deny('OWN_POST')
  return community.postTypes.includes('response') ? allow : deny('POST_CLOSED')
}

/** Anyone who isn't banned can post anonymously where the community allows it. */
export function canPostAnonymously(
  viewer: Viewer,
  community: { tokenName: string; anonymousComments: boolean; archived?: boolean },
  now: number,
): Decision {
  if (community.archived) return deny('COMMUNITY_ARCHIVED')
  if (isBanned(viewer, community.tokenName, now)) return deny('BANNED')
  return community.anonymousComments ? allow : deny('FORBIDDEN')
}

/** Only its author autosaves a draft; other posts are edited explicitly. */
export function canSaveDraft(viewer: Viewer, post: PostFacts, now: number): Decision {
  const decision = canManageDraft(viewer, post, now)
  if (!decision.allowed) return decision
  return post.status === PostStatus.draft ? allow : deny('POST_NOT_DRAFT')
}

/**
 * The publisher edits, except published posts where the community requires approval. Moderators of its kind and network
 * admins edit every post except drafts and posts hidden by their publisher, which they can only read.
 */
export function canEditPost(viewer: Viewer, post: PostFacts, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (isBanned(viewer, post.tokenName, now)) return deny('BANNED')
  const isAuthor = isOwn(viewer, post.publisherId)
  if (isPublisherOnly(post.status)) return isAuthor ? allow : deny('FORBIDDEN')
  if (post.archived) return deny('COMMUNITY_ARCHIVED')
  if (moderatesPost(viewer, post)) return allow
  if (!isAuthor || isHidden(post.status)) return deny('FORBIDDEN')
  return isPublicPost(post.status) && post.approvePosts ? deny('FORBIDDEN') : allow
}

/** Moderators of its kind decide pending posts. */
export function canApprovePost(viewer: Viewer, post: PostFacts, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (isBanned(viewer, post.tokenName, now)) return deny('BANNED')
  return moderatesPost(viewer, post) ? allow : deny('FORBIDDEN')
}

/**
 * The publisher hides and restores what the publisher hid. Moderators of its kind hide everything except drafts, so that
 * the publisher can't restore it, and restore what others hid. Only admins can restore what a domain admin hid. A pinned post must be unpinned first.
 */
export function canHidePost(
  viewer: Viewer,
  post: PostFacts & { isPinned: boolean },
  change: { hidden: boolean; now: number },
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (isBanned(viewer, post.tokenName, change.now)) return deny('BANNED')
  const isAuthor = isOwn(viewer, post.publisherId)
  if (isHiddenAbove(viewer, post))
    return deny(post.status === PostStatus.hiddenByDomainAdmin ? 'HIDDEN_BY_DOMAIN_ADMIN' : 'FORBIDDEN')
  const isRemoval = change.hidden && post.status === PostStatus.hiddenByPublisher
  if (!isAuthor && isPublisherOnly(post.status) && !isRemoval) return deny('FORBIDDEN')
  const isHiddenByOthers = isHidden(post.status) && post.status !== PostStatus.hiddenByPublisher
  if (!moderatesPost(viewer, post) && (!isAuthor || isHiddenByOthers)) return deny('FORBIDDEN')
  return change.hidden && post.isPinned ? deny('POST_PINNED') : allow
}

/**
 * Authors delete their posts permanently, except pinned ones and those hidden by moderators. The thread of a partner's
 * article belongs to its site.
 */
export function canDeletePost(
  viewer: Viewer,
  post: PostFacts & { isPinned: boolean; isArticle: boolean },
  now: number,
): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (isBanned(viewer, post.tokenName, now)) return deny('BANNED')
  const isHiddenByOthers = isHidden(post.status) && post.status !== PostStatus.hiddenByPublisher
  if (!isOwn(viewer, post.publisherId) || isHiddenByOthers || post.isArticle) return deny('FORBIDDEN')
  return post.isPinned ? deny('POST_PINNED') : allow
}

/** The status after this viewer hides it. */
export function hiddenPostStatus(viewer: Viewer, post: PostFacts): number {
  if (isOwn(viewer, post.publisherId)) return PostStatus.hiddenByPublisher
  return moderatedStatus(viewer, post.tokenName)
}

/** Moderators of its kind remove files of a post that others see or may come to see. */
export function canRemoveFile(viewer: Viewer, post: PostFacts, now: number): Decision {
  const decision = canApprovePost(viewer, post, now)
  return decision.allowed && isPublisherOnly(post.status) ? deny('FORBIDDEN') : decision
}

/** Holders of pinPost pin published posts. Pinned ones can always be unpinned. */
export function canPinPost(viewer: Viewer, post: PostFacts, change: { isPinned: boolean; now: number }): Decision {
  const decision = requirePermission(viewer, post, { permission: 'pinPost', now: change.now })
  if (!decision.allowed || !change.isPinned) return decision
  return post.status === PostStatus.published ? allow : deny('POST_NOT_PUBLISHED')
}

/**
 * Holders of blockChat lock and unlock the comments of a post, and authors turn off their own. What moderators have locked,
 * authors can't unlock; what authors have turned off, they alone turn on again.
 */
export function canLockPost(viewer: Viewer, post: PostFacts, change: { isLocked: boolean; now: number }): Decision {
  const decision = requirePermission(viewer, post, { permission: 'blockChat', now: change.now })
  if (decision.allowed || decision.code !== 'FORBIDDEN' || !isOwn(viewer, post.publisherId)) return decision
  const isLockedAbove = post.isLocked && post.lockedBy !== 'author'
  return isLockedAbove && !change.isLocked ? deny('COMMENTS_LOCKED') : allow
}

/** Holders of hidePremiumContent syndicate published stories. Syndication can always be undone. */
export function canSyndicatePost(
  viewer: Viewer,
  post: PostFacts,
  change: { syndicate: boolean; now: number },
): Decision {
  const decision = requirePermission(viewer, post, { permission: 'hidePremiumContent', now: change.now })
  if (!decision.allowed) return decision
  if (post.kind !== 'story') return deny('FORBIDDEN')
  return post.status === PostStatus.published || !change.syndicate ? allow : deny('POST_NOT_PUBLISHED')
}

function requirePermission(viewer: Viewer, post: PostFacts, about: { permission: Permission; now: number }): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (isBanned(viewer, post.tokenName, about.now)) return deny('BANNED')
  return hasPermission(viewer, post.tokenName, about.permission) ? allow : deny('FORBIDDEN')
}

/** Authors publish, schedule and discard their drafts. Moderators of its kind also manage a scheduled post. */
export function canManageDraft(viewer: Viewer, post: PostFacts, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (isBanned(viewer, post.tokenName, now)) return deny('BANNED')
  const moderates = post.status === PostStatus.scheduled && moderatesPost(viewer, post)
  if (!isOwn(viewer, post.publisherId) && !moderates) return deny('FORBIDDEN')
  return post.status === PostStatus.draft || post.status === PostStatus.scheduled ? allow : deny('POST_NOT_DRAFT')
}

/** Revisions of a post are for its author and moderators of its kind. */
export function canSeeRevisions(viewer: Viewer, post: PostFacts): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  return isOwn(viewer, post.publisherId) || moderatesPost(viewer, post) ? allow : deny('FORBIDDEN')
}

/** Voting requires membership and a post that isn't hidden. */
export function canVote(viewer: Viewer, post: PostFacts, now: number): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  const visibility = canSeePost(viewer, post)
  if (!visibility.allowed) return visibility
  if (!isPublicPost(post.status)) return deny('POST_DELETED')
  if (post.archived) return deny('COMMUNITY_ARCHIVED')
  return canTakePart(viewer, post.tokenName, now)
}

/** Reacting requires membership and a public post. */
export function canReactToPost(viewer: Viewer, post: PostFacts, now: number): Decision {
  return canVote(viewer, post, now)
}

/** Signed-in users can save what they can see. */
export function canSavePost(viewer: Viewer, post: PostFacts): Decision {
  return viewer ? canSeePost(viewer, post) : deny('AUTH_REQUIRED')
}

/**
 * Pending and scheduled posts of a community, and those that moderators hid, are listed for those who may decide any.
 * They see the kinds they moderate; of drafts and posts that authors hid only their own.
 */
export function canListPendingPosts(viewer: Viewer, tokenName: string): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return moderatedKinds(viewer, tokenName).length > 0 ? allow : deny('FORBIDDEN')
}

/**
 * Published responses are listed for everybody. Others are listed for their author, and as in the lists of a community
 * for those who may decide any. `tokenName`: null for all communities.
 */
export function canListResponses(
  viewer: Viewer,
  list: { status: number; userId: string | null; tokenName: string | null },
): Decision {
  if (list.status === PostStatus.published) return allow
  if (list.userId !== null && isOwn(viewer, list.userId)) return allow
  if (viewer && isPublisherOnly(list.status)) return deny('FORBIDDEN')
  return canListPendingPosts(viewer, list.tokenName ?? '')
}

/** Drafts, pending, scheduled and deleted posts of a person are listed for that person only. */
export function canListOwnPosts(viewer: Viewer, userId: string): Decision {
  if (!viewer) return deny('AUTH_REQUIRED')
  return isOwn(viewer, userId) ? allow : deny('FORBIDDEN')
}

/**
 * The initial status of a post: waiting for required captions, then pending where the community requires approval,
 * unless its author may approve.
 */
export function newPostStatus(
  viewer: Viewer,
  post: Pick<PostFacts, 'tokenName' | 'kind' | 'approvePosts'> & { saveAsDraft: boolean; lacksCaptions: boolean },
): number {
  if (post.saveAsDraft) return PostStatus.draft
  if (post.lacksCaptions) return PostStatus.waitingForTranscript
  return post.approvePosts && !moderatesPost(viewer, post) ? PostStatus.pending : PostStatus.published
}
