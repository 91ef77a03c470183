import { isOwn } from '@stoa/contract'
import { useManages, useViewer } from '@stoa/store/react'

/** Whether the viewer manages the community of someone else's content, and so may act on them there. */
export function useDecidesAbout(tokenName: string, userId: string): boolean {
  const viewer = useViewer() ?? null
  const manages = useManages(tokenName)
  return userId !== '' && !isOwn(viewer, userId) && manages
}
