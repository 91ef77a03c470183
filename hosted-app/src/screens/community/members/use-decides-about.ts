import { canActOnMembers, isOwn } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'

/** Whether the viewer may act on the author of a post or comment: not oneself, and with a permission for it. */
export function useDecidesAbout(tokenName: string, userId: string): boolean {
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  return userId !== '' && !isOwn(viewer, userId) && canActOnMembers(viewer, tokenName, clock())
}
