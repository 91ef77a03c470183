import { type ReactNode, useCallback, useState } from 'react'
import { LostPart } from './lost-part.tsx'

/** Where to show why something was refused, and the function that takes it. */
export function useFailure(): [ReactNode, (error: unknown) => void] {
  const [shown, show] = useState<ReactNode>()
  const tell = useCallback(function tell(error: unknown) {
    import('./taking-part.ts')
      .then(({ FailureToast }) => show(<FailureToast failure={{ error }} />))
      .catch(() => show(<LostPart mayReload onRetry={() => tell(error)} />))
  }, [])
  return [shown, tell]
}
