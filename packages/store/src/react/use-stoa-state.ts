import { useSyncExternalStore } from 'react'
import type { StoaState } from '../state.ts'
import { useStoa } from './stoa-context.tsx'

/** A part of the state, kept current. The selector must return the same reference as long as nothing has changed. */
export function useStoaState<Part>(select: (state: StoaState) => Part): Part {
  const { state, serverState } = useStoa()
  return useSyncExternalStore(
    state.subscribe,
    () => select(state.getState()),
    () => select(serverState()),
  )
}
