import { subscribeToCashier, throttle } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useEffect, useRef } from 'react'

/**
 * Follows what happens to the requests that wait for a community's cashiers. `isOnlyPlace`: only the place of the
 * viewer's own requests in the queue has changed.
 */
export function useCashierChanges(tokenName: string, onChange: (about: { isOnlyPlace: boolean }) => void): void {
  const stoa = useStoa()
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    let isOnlyPlace = true
    const { want, end } = throttle(() => {
      latest.current({ isOnlyPlace })
      isOnlyPlace = true
    })
    const note = (isPlace: boolean) => {
      isOnlyPlace &&= isPlace
      want()
    }
    const stop = subscribeToCashier(stoa, {
      onChange: (event) => event.tokenName === tokenName && note(event.requestId === null),
      onGap: () => note(false),
    })
    return () => {
      end()
      stop()
    }
  }, [stoa, tokenName])
}
