import { type ReactNode, useCallback, useState } from 'react'

/** Where to show why something was refused, and the function that takes it. */
export function useFailure(): [ReactNode, (error: unknown) => void] {
  const [shown, show] = useState<ReactNode>()
  const tell = useCallback((error: unknown) => {
    import('./taking-part.ts')
      .then(({ FailureToast }) => show(<FailureToast failure={{ error }} />))
      .catch(console.error)
  }, [])
  return [shown, tell]
}
