import { useEffect, useRef, useState } from 'react'
import type { Lazy } from './lazy.ts'

/** What a component shows of code that loads on first use. */
export interface LazyState<Code> {
  /** The code; undefined until it has loaded. */
  code: Code | undefined
  /** Number of attempts that have failed here; 0 once it has loaded. */
  failures: number
  /** It has failed and is loading again. */
  busy: boolean
  /** Tries again. */
  retry: () => void
}

/**
 * Loads code for a component as soon as it is wanted (default: at once). The component decides what to show until then.
 * `onFailure` is called after a failed attempt. Not built on Suspense, which would drop text typed around it.
 */
export function useLazy<Code>(
  lazy: Lazy<Code>,
  isWanted = true,
  onFailure?: (error: unknown) => void,
): LazyState<Code> {
  const latest = useRef(onFailure)
  useEffect(() => {
    latest.current = onFailure
  })
  const [tries, setTries] = useState(1)
  /** Number of failed attempts. */
  const [failedTries, setFailedTries] = useState(0)
  // A state of its own, so that the code's arrival always renders.
  const [, setHasArrived] = useState(false)
  const { code } = lazy
  // Not checked again in the effect, as the code may have arrived after rendering without it.
  const isLoaded = code !== undefined
  useEffect(() => {
    if (isLoaded || !isWanted) return
    let isShown = true
    lazy.load().then(
      () => isShown && setHasArrived(true),
      (error: unknown) => {
        if (!isShown) return
        setFailedTries(tries)
        latest.current?.(error)
      },
    )
    return () => {
      isShown = false
    }
  }, [lazy, isLoaded, isWanted, tries])
  const failures = isLoaded ? 0 : failedTries
  return { code, failures, busy: failures > 0 && failures < tries, retry: () => setTries(tries + 1) }
}
