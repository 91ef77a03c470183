import { type ReactNode, useCallback, useState } from 'react'
import type { FailureToastProps } from './failure-toast.tsx'
import type * as takingPart from './taking-part.ts'

/** Where to show why something was refused, and the function that takes it. */
export function useFailure(): [ReactNode, (error: unknown) => void] {
  const [shown, setShown] = useState<FailureToastProps & Pick<typeof takingPart, 'FailureToast'>>()
  const tell = useCallback((error: unknown) => {
    import('./taking-part.ts').then(
      ({ FailureToast }) => setShown({ FailureToast, failure: { error } }),
      () => console.error(error),
    )
  }, [])
  return [shown && <shown.FailureToast failure={shown.failure} />, tell]
}
