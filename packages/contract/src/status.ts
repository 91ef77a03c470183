/** Status codes of a post, by name. */
export const PostStatus = {
  published: 0,
  hiddenByAdmin: 1,
  hiddenByPublisher: 2,
  hiddenByDomainAdmin: 3,
  hiddenByCategoryAdmin: 4,
  pending: 5,
  waitingForTranscript: 6,
  unlisted: 7,
  scheduled: 8,
  draft: 9,
} as const

/** Status codes of a comment, by name. */
export const CommentStatus = {
  published: 0,
  hiddenByAdmin: 1,
  hiddenByPublisher: 2,
  hiddenByDomainAdmin: 3,
  hiddenByCategoryAdmin: 4,
  pending: 5,
} as const

/** `publishStatus` of a community, by name. */
export const CommunityStatus = { published: 1, archived: 2 } as const

/** True for a public post: published, or unlisted. */
export function isPublicPost(status: number): boolean {
  return status === PostStatus.published || status === PostStatus.unlisted
}

/** Statuses of posts that only their author and moderators have ever seen. */
export const UNSEEN_POST_STATUSES: readonly number[] = [
  PostStatus.draft,
  PostStatus.scheduled,
  PostStatus.pending,
  PostStatus.waitingForTranscript,
]

/** True while a post waits for its moderators or for captions. */
export function isWaitingPost(status: number): boolean {
  return status === PostStatus.pending || status === PostStatus.waitingForTranscript
}

/** True for 1–4: hidden by somebody. */
export function isHidden(status: number): boolean {
  return status >= 1 && status <= 4
}
