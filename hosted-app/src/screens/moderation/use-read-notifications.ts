import { markQueueNotificationsRead } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect } from 'react'

/**
 * While the queue of a community, or of all that the viewer moderates, is visible, marks notifications of it as read:
 * now, after returning to the page, and when there are new ones.
 */
export function useReadQueueNotifications(tokenName: string | null): void {
  const stoa = useStoa()
  useEffect(() => {
    let known = 0
    function look(): void {
      const count = stoa.state.getState().unread?.notifications ?? 0
      const hasMore = count > known
      if (document.hidden) return
      known = count
      // If it fails, they stay unread.
      if (hasMore) markQueueNotificationsRead(stoa, tokenName).catch(() => {})
    }
    look()
    const stop = stoa.state.subscribe(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', look)
    }
  }, [stoa, tokenName])
}
