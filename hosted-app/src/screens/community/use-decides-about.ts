import { isOwn, managesCommunity } from '@stoa/contract'
import { useCommunity, useViewer } from '@stoa/store/react'

/** Whether the viewer manages a community in which somebody else wrote, a member or not: they may decide about them there. */
export function useDecidesAbout(tokenName: string, userId: string): boolean {
  const viewer = useViewer() ?? null
  const creatorID = useCommunity(tokenName)?.creatorID ?? ''
  return userId !== '' && !isOwn(viewer, userId) && managesCommunity(viewer, { tokenName, creatorID }, Date.now())
}
