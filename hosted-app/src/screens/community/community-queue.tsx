import { canListPendingPosts } from '@stoa/contract'
import { useViewer } from '@stoa/store/react'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { ModerationQueue } from '../moderation/queue.tsx'
import { NotAllowed } from './not-allowed.tsx'

/** `tab/reports`: reports and pending items for the community's moderators. */
export function CommunityQueue({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  if (viewer === undefined) return <ListSkeleton withAvatar />
  return canListPendingPosts(viewer, tokenName).allowed ? (
    <ModerationQueue tokenName={tokenName} />
  ) : (
    <NotAllowed tokenName={tokenName} what="queue" />
  )
}
