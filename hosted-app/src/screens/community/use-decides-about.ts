import { isOwn } from '@stoa/contract'
import { useManages, useViewer } from '@stoa/store/react'

/** Whether the viewer manages a community in which somebody else wrote, a member or not: they may decide about them there. */
export function useDecidesAbout(tokenName: string, userId: string): boolean {
  const viewer = useViewer() ?? null
  const manages = useManages(tokenName)
  return userId !== '' && !isOwn(viewer, userId) && manages
}
