import { useCallback, useEffect, useState } from 'react'

/** Data loaded for a screen. */
export interface Loaded<Value> {
  /** Null until loaded. */
  value: Value | null
  /** Loading failed. */
  failed: boolean
  /** Reloads; the current value stays until then. */
  reload: () => void
  /** Updates the value from another response. */
  set: (change: (value: Value) => Value) => void
}

/** Loads data when the screen opens. `load` must be a stable function. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null)
  const [failed, setFailed] = useState(false)
  const reload = useCallback(() => {
    setFailed(false)
    load().then(setValue, () => setFailed(true))
  }, [load])
  useEffect(reload, [reload])
  const set = useCallback(
    (change: (value: Value) => Value) => setValue((current) => (current === null ? null : change(current))),
    [],
  )
  return { value, failed, reload, set }
}
