import { useCallback, useEffect, useState } from 'react'

/** Something of the server's that a screen shows. */
export interface Loaded<Value> {
  /** Null as long as it is not there. */
  value: Value | null
  /** It could not be loaded. */
  failed: boolean
  /** Loads it again; what is shown stays until then. */
  reload: () => void
  /** Takes what another answer said of it. */
  set: (change: (value: Value) => Value) => void
}

/** Loads something when the screen opens. `load` must stay the same function. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null)
  const [failed, setFailed] = useState(false)
  const reload = useCallback(() => {
    setFailed(false)
    load().then(setValue, () => setFailed(true))
  }, [load])
  useEffect(reload, [reload])
  const set = useCallback(
    (change: (value: Value) => Value) => setValue((shown) => (shown === null ? null : change(shown))),
    [],
  )
  return { value, failed, reload, set }
}
