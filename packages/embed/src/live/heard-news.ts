import type { NamedEvent } from '@stoa/store'

/** What was heard of a thread while the server's rendering of it was being read. */
export interface News {
  /** In the order of arrival; it grows until `end`. */
  readonly events: readonly NamedEvent[]
  /** The rendering was behind when this began to listen, or events were missed. */
  readonly hasGap: boolean
  /** Hears no more. */
  end(): void
}

/** By element, for what takes the rendering over. */
export const heardNews = new WeakMap<Element, News>()
