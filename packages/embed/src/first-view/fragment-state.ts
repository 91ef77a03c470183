import type { ThreadPart } from '@stoa/contract'
import type { MountOptions } from '../loader/define-element.ts'

/** The part of a thread that an element shows. */
export type ThreadPartName = 'comments' | 'reactions' | 'poll'

/** The data beside the server's HTML, from which the element hydrates it. */
export interface RenderedState {
  payload: ThreadPart
  /** When it was rendered, in ms by the server's clock. Hydration formats relative times from it. */
  now: number
  /**
   * Ids of events from shortly before `now` that are already in the payload. Listeners from `now` receive them again.
   * Default: none.
   */
  recentEvents?: string[]
  /** Address of the texts in which it was rendered. Default: English. */
  texts?: string
  /** What it says if the component code doesn't load, as then nothing else may. Default: English. */
  lost?: { lang: string; text: string; retry: string }
}

/** Class of the element that contains the rendered thread. */
export const CONTAINER = 'stoa-embed'

/** Identifies the thread and its order. */
export function threadIdentity({ article, sort = 'top' }: MountOptions): string {
  return JSON.stringify([article, sort])
}
