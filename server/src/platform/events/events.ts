import type { Comment, EventName, EventOf, EventPayloads, PostSummary, User } from '@stoa/contract'
import type { Transaction } from '../database/database.ts'

/** An event with the room that receives it. */
export type DomainEvent = { [Name in EventName]: { name: Name; room: string; event: EventOf<Name> } }[EventName]

/** What the outbox stores of the objects in a payload. */
interface References {
  comment: Pick<Comment, 'id' | 'parentCommentId' | 'publisherId'>
  post: Pick<PostSummary, 'id' | 'tokenName' | 'publisherId' | 'isSyndicated'>
  user: Pick<User, 'id'>
  by: Pick<User, 'id'>
  pollValues: unknown
}

type StoredPayload<Payload> = {
  [Field in keyof Payload]: Field extends keyof References
    ? References[Field] | Extract<Payload[Field], null>
    : Payload[Field]
}

/**
 * An event as the outbox stores it: objects are reduced to ids, so that it holds no names and texts. Delivered later, it
 * is composed of what is visible then (`declarations.ts`).
 */
export type StoredEvent = { [Name in EventName]: { name: Name; room: string; event: Stored<Name> } }[EventName]

export type Stored<Name extends EventName> = StoredPayload<EventOf<Name>>

/** Receives events of this process right after their commit. */
export type EventListener = (event: DomainEvent) => unknown

/** Receives events swept up later for a crashed process. A rejected promise has the event swept up again. */
export type LateEventListener = (event: StoredEvent) => unknown

/** Publishes in a transaction: events are stored in the outbox and delivered after the commit, at least once. */
export interface Events {
  /** `room`: another one than the event's usual room (`declarations.ts`). */
  publish<Name extends EventName>(
    tx: Transaction,
    message: { name: Name; payload: EventPayloads[Name]; room?: string },
  ): void
  /**
   * Receives every event this process commits and, with `late`, those it sweeps up for a crashed process. Returns the
   * unsubscribe function.
   */
  subscribe(listener: EventListener, late?: LateEventListener): () => void
}

const REFERENCES = {
  comment: ['id', 'parentCommentId', 'publisherId'],
  post: ['id', 'tokenName', 'publisherId', 'isSyndicated'],
  user: ['id'],
  by: ['id'],
  pollValues: null,
} satisfies { [Field in keyof References]: (keyof References[Field])[] | null }

/** The payload of an event as the outbox stores it. */
export function storedPayload({ event }: DomainEvent): string {
  return JSON.stringify(event, (field, value) => {
    const referenceFields = (REFERENCES as Record<string, readonly string[] | null>)[field]
    if (referenceFields === undefined || value === null) return value
    return referenceFields && Object.fromEntries(referenceFields.map((name) => [name, value[name]]))
  })
}
