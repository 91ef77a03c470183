import type { Stoa } from '@stoa/store'

/**
 * The application with its current state frozen, until `release`. Hydration doesn't change attributes, so it must
 * render what the server's HTML shows. Changes in the meantime are rendered afterward.
 */
export function holdState(stoa: Stoa): { stoa: Stoa; release(): void } {
  const { state } = stoa
  const before = state.getState()
  const listeners = new Set<Parameters<typeof state.subscribe>[0]>()
  let isHeld = true
  const getState = () => (isHeld ? before : state.getState())
  const subscribe: typeof state.subscribe = (listener) => {
    listeners.add(listener)
    const unsubscribe = state.subscribe((...change) => {
      if (!isHeld) listener(...change)
    })
    return () => {
      listeners.delete(listener)
      unsubscribe()
    }
  }
  return {
    stoa: { ...stoa, state: { ...state, getState, subscribe }, serverState: getState },
    release() {
      if (!isHeld) return
      isHeld = false
      const now = state.getState()
      if (now !== before) for (const listener of listeners) listener(now, before)
    },
  }
}
