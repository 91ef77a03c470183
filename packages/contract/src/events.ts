import type { z } from 'zod'
import type * as schemas from './schemas/events.ts'

/** Common fields of events: the time, and a unique, ordered id, which makes repeats harmless. */
export interface EventHeader {
  id: string
  at: number
}

/** A person as shown with posts and comments; all public. */
export type ShownPerson = z.output<typeof schemas.shownPerson>

type PayloadSchemas = typeof schemas.eventPayloads

/** Payloads of the events, as `schemas/events.ts` declares them. */
export type EventPayloads = { [Name in keyof PayloadSchemas]: z.output<PayloadSchemas[Name]> }

export type EventName = keyof EventPayloads

export type EventOf<Name extends EventName> = EventHeader & EventPayloads[Name]

/** Events from the server, for socket.io's typed server and client. */
export type ServerToClientEvents = { [Name in EventName]: (event: EventOf<Name>) => void } & {
  /** Some events since `lastEventId` are lost. Reload what is shown. */
  'resume.gap': () => void
  /** All missed events were sent; `lastEventId` is the newest, `at` the server's time. */
  'resume.done': (state: { lastEventId: string; at: number }) => void
}

/** What a client subscribes to. */
export interface Watch {
  postIds?: string[]
  communities?: string[]
  /** Articles without a thread yet (`articleKey`). */
  articles?: string[]
  /** The server's time of the client's data. Later events are sent. */
  since?: number
}

/** Key of an article in `Watch`: the community's token name, and the address from `articleThread`. */
export function articleKey(tokenName: string, articleUrl: string): string {
  return `${tokenName} ${articleUrl}`
}

/** Messages from the client. */
export interface ClientToServerEvents {
  watch: (rooms: Watch) => void
  unwatch: (rooms: Watch) => void
}

/** `auth` of the socket.io handshake. */
export interface SocketAuth {
  token?: string
  visitorId: string
  lastEventId?: string
}
