import { useViewer } from '@stoa/store/react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'

/** Offers visitors one-tap sign-in, if the domain enables it. Only visitors load its code. */
export function useOneTap(): void {
  const app = useHostedApp()
  const isVisitor = useViewer() === null
  const isOffered = Boolean(app.config.oneTapClientId)
  const navigate = useNavigate()
  const goOn = useRef(navigate)
  useEffect(() => {
    goOn.current = navigate
  }, [navigate])
  useEffect(() => {
    if (!isVisitor || !isOffered) return
    const controller = new AbortController()
    import('../one-tap.ts')
      .then(({ askOneTap }) => askOneTap(app, controller.signal))
      .then((path) => path && goOn.current(path))
      // Only an offer: the sign-in button is still there.
      .catch(() => {})
    return () => controller.abort()
  }, [app, isVisitor, isOffered])
}
