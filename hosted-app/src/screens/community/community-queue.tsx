import { canListPendingPosts } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { ModerationQueue } from '../moderation/queue.tsx'
import { Refused } from './refused.tsx'

/** `tab/reports`: what waits for the moderators of a community: reports, and what needs approval. */
export function CommunityQueue({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  if (viewer === undefined) return <ListSkeleton withAvatar />
  return canListPendingPosts(viewer, tokenName).allowed ? <ModerationQueue tokenName={tokenName} /> : <Refused />
}
