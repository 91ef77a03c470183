import { isOwn } from '@stoa/contract'
import { useManages, useViewer } from '@stoa/store/react'

/** Whether the viewer may act on the author of a post or comment: a manager of its community, and not the author. */
export function useDecidesAbout(tokenName: string, userId: string): boolean {
  const viewer = useViewer() ?? null
  const manages = useManages(tokenName)
  return userId !== '' && !isOwn(viewer, userId) && manages
}
