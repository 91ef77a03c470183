import { pageStorage } from '@stoa/client'
import { openOutbox } from '@stoa/store'
import { useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { useEffect } from 'react'
import { VIEWER_KEY } from '../remember-viewer.ts'

/** Opens the outbox for members. Returns how many of its entries wait for the network, and how many for their writer. */
export function useOutbox(): { waiting: number; unsent: number; isMember: boolean } {
  const stoa = useStoa()
  const viewer = useViewer()
  const outbox = useStoaState((state) => state.outbox)
  const isKnown = viewer !== undefined
  const isMember = Boolean(viewer)
  useEffect(() => {
    // Without network the page doesn't learn who the viewer is.
    const mayBeMember = isMember || (!isKnown && pageStorage('local').getItem(VIEWER_KEY) !== null)
    // Without it, writing reports errors as before. The next page tries again.
    if (mayBeMember) stoa.singleton(openOutbox).catch(() => {})
  }, [stoa, isKnown, isMember])
  const waiting = outbox.filter(({ state }) => state === 'waiting').length
  const unsent = outbox.filter(({ state }) => state === 'refused' || state === 'expired').length
  return { waiting, unsent, isMember }
}
