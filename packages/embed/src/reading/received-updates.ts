import type { NamedEvent } from '@stoa/store'

/** Events about a thread that arrived while the server's HTML was being read. */
export interface ReceivedUpdates {
  /** In the order of arrival; it grows until `end`. */
  readonly events: readonly NamedEvent[]
  /** Something is missing: the HTML was outdated, or events were lost. */
  readonly hasGap: boolean
  /** Stops listening. */
  end(): void
}

const KEY = Symbol.for('stoa.received-updates')

/** By element. The key is global because the component code may come from another copy of this file. */
export const receivedUpdates = {
  get: (host: object): ReceivedUpdates | undefined => (host as { [KEY]?: ReceivedUpdates })[KEY],
  set(host: object, news: ReceivedUpdates | undefined): void {
    Object.assign(host, { [KEY]: news })
  },
}
