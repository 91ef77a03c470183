import type { CallOutput } from '@stoa/contract'

/** What the server puts beside the nodes that it rendered, so that the element can take them over. */
export interface RenderedState {
  payload: CallOutput<'articleThread'>
  /** When it was rendered, in ms: the element's first rendering says the same of every time. */
  now: number
}

/** Class of the element that holds a rendered thread. */
export const CONTAINER = 'stoa-embed'
