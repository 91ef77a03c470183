import { isBanned, isOwn, isPublicPost } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'

/** Whether the viewer can write a response post, at least after signing in. */
export function useMayRespond(post: StoredPost | undefined): boolean {
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  const community = useCommunity(post?.tokenName ?? '')
  if (!post || post.archived || !isPublicPost(post.status) || isOwn(viewer, post.publisherId)) return false
  return community?.postTypes.includes('response') === true && !isBanned(viewer, post.tokenName, clock())
}
