import type { StoaState } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect } from 'react'

const NAME = 'stoa.unread'

interface SharedCounts {
  viewerId: string
  unread: StoaState['unread']
}

/** Shares the unread counts with the viewer's other tabs, so that all show the same number and few request it. */
export function useSharedCounts(viewerId: string): void {
  const { state } = useStoa()
  useEffect(() => {
    if (!viewerId || typeof BroadcastChannel !== 'function') return
    const channel = new BroadcastChannel(NAME)
    let received: StoaState['unread'] = null
    channel.onmessage = ({ data }: MessageEvent<SharedCounts>) => {
      if (data.viewerId !== viewerId) return
      received = data.unread
      state.setState({ unread: received })
    }
    const end = state.subscribe(({ unread, viewer }, before) => {
      if (unread === before.unread || unread === received || viewer?.id !== viewerId) return
      channel.postMessage({ viewerId, unread } satisfies SharedCounts)
    })
    return () => {
      end()
      channel.close()
    }
  }, [state, viewerId])
}
