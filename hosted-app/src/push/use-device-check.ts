import { useStoa } from '@stoa/store/react'
import { lazy } from '@stoa/ui'
import { useEffect } from 'react'
import { whenIdle } from '../preload.ts'
import { readChoice } from './choice.ts'

const deviceCode = lazy(() => import('./device.ts'))

/**
 * Compares this browser's subscription with the server's list after each start, if push was turned on here, and ends it
 * when the viewer signs out.
 */
export function useDeviceCheck(viewerId: string): void {
  const stoa = useStoa()
  useEffect(() => {
    if (!viewerId) return
    let isOver = false
    whenIdle(() => {
      if (isOver || !readChoice()) return
      // If it fails, the next start tries again.
      deviceCode
        .load()
        .then(({ checkDevice }) => checkDevice({ call: stoa.client.call, viewerId }))
        .catch(() => {})
    })
    const end = stoa.session?.onChange((change) => {
      if ((change !== 'left' && change !== 'gone') || !readChoice()) return
      // The server has ended its part by itself.
      deviceCode
        .load()
        .then(({ dropSubscription }) => dropSubscription())
        .catch(() => {})
    })
    return () => {
      isOver = true
      end?.()
    }
  }, [stoa, viewerId])
}
