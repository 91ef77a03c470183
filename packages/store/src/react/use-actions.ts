import { type Actions, createActions } from '../actions.ts'
import { useStoa } from './stoa-context.tsx'

/** What a viewer can do. The functions stay the same; they reject with `StoaError` after rolling back. */
export function useActions(): Actions {
  return useStoa().part(createActions)
}
