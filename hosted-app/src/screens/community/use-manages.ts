import { canManage } from '@stoa/contract'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'

/** Whether the viewer manages a community, as far as is known by now. Pages that load at first ask `managesCommunity`, which is smaller. */
export function useManages(tokenName: string): boolean {
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const creatorID = useCommunity(tokenName)?.creatorID ?? ''
  return canManage(viewer, { tokenName, creatorID }, clock()).allowed
}
