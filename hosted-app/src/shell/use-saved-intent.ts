import { resumeSavedIntent } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Completes the action started before leaving this tab for sign-in, once the person is signed in and back on that page.
 */
export function useSavedIntent(onFailure: (error: unknown) => void): void {
  const stoa = useStoa()
  const viewerId = useViewer()?.id
  const { pathname } = useLocation()
  const isThere = useNavigation().state === 'idle'
  const onFailureRef = useRef(onFailure)
  useEffect(() => {
    onFailureRef.current = onFailure
  }, [onFailure])
  useEffect(() => {
    if (viewerId && isThere && pathname) resumeSavedIntent(stoa).catch((error: unknown) => onFailureRef.current(error))
  }, [stoa, viewerId, isThere, pathname])
}
