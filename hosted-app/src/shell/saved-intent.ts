import { resumeSavedIntent } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useNavigating } from './navigation.ts'

/**
 * Completes the action started before leaving this tab for sign-in, once the person is signed in and back on that page.
 */
export function SavedIntent({ onFailure }: { onFailure: (error: unknown) => void }): null {
  const stoa = useStoa()
  const viewerId = useViewer()?.id
  const { pathname } = useLocation()
  const isThere = !useNavigating()
  const onFailureRef = useRef(onFailure)
  useEffect(() => {
    onFailureRef.current = onFailure
  }, [onFailure])
  useEffect(() => {
    if (viewerId && isThere && pathname) resumeSavedIntent(stoa).catch((error: unknown) => onFailureRef.current(error))
  }, [stoa, viewerId, isThere, pathname])
  return null
}
