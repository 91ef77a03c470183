import { createHash } from 'node:crypto'
import type { Comment, EventName, EventOf, EventPayloads, PostSummary, User } from '@stoa/contract'
import type { Transaction } from '../database/database.ts'

/**
 * An event with the room that receives it: `post:<id>`, `community:<tokenName>`, `article:<hash>`, `user:<id>`,
 * `account:<id>`, `viewer:<userId>:<postId>`, or `people`, which has no members: its events go to posts that show the
 * person.
 */
export type DomainEvent = { [Name in EventName]: { name: Name; room: string; event: EventOf<Name> } }[EventName]

/** What the outbox stores of the objects in a payload. */
interface References {
  comment: Pick<Comment, 'id' | 'parentCommentId' | 'publisherId'>
  post: Pick<PostSummary, 'id' | 'tokenName' | 'publisherId'>
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
 * is composed of what is visible then (`realtime/refresh-events.ts`).
 */
export type StoredEvent = {
  [Name in EventName]: { name: Name; room: string; event: StoredPayload<EventOf<Name>> }
}[EventName]

/** Receives events of this process right after their commit. */
export type EventListener = (event: DomainEvent) => unknown

/** Receives events swept up later for a crashed process. A rejected promise has the event swept up again. */
export type LateEventListener = (event: StoredEvent) => unknown

/** Publishes in a transaction: events are stored in the outbox and delivered after the commit, at least once. */
export interface Events {
  publish<Name extends EventName>(
    tx: Transaction,
    message: { name: Name; room: string; payload: EventPayloads[Name] },
  ): void
  /**
   * Receives every event this process commits and, with `late`, those it sweeps up for a crashed process. Returns the
   * unsubscribe function.
   */
  subscribe(listener: EventListener, late?: LateEventListener): () => void
}

const REFERENCES = {
  comment: ['id', 'parentCommentId', 'publisherId'],
  post: ['id', 'tokenName', 'publisherId'],
  user: ['id'],
  by: ['id'],
  pollValues: null,
} satisfies { [Field in keyof References]: (keyof References[Field])[] | null }

/** The payload of an event as the outbox stores it. */
export function storedPayload({ event }: DomainEvent): string {
  return JSON.stringify(event, (field, value) => {
    const kept = (REFERENCES as Record<string, readonly string[] | null>)[field]
    if (kept === undefined || value === null) return value
    return kept && Object.fromEntries(kept.map((name) => [name, value[name]]))
  })
}

export const rooms = {
  post: (id: string) => `post:${id}`,
  community: (tokenName: string) => `community:${tokenName}`,
  /** Viewers of an article without a thread yet. Hashed, since addresses may be long. */
  article: (key: string) => `article:${createHash('sha256').update(key).digest('base64url')}`,
  /** Has no connections: the receivers depend on what they have open. */
  people: 'people',
  /** All connections of a person, on the forum and on partners' sites. */
  user: (id: string) => `user:${id}`,
  /** Their connections on the forum only: account events are none of a partner's page's business. */
  account: (id: string) => `account:${id}`,
  /** Their connections on sites that embed a community. */
  onSites: (userId: string, tokenName: string) => `user:${userId}:${tokenName}`,
  /** Connections of a room on a domain limited to this community. */
  within: (room: string, tokenName: string) => `${room}:${tokenName}`,
  /** All connections on such domains that are in an account's room. */
  oneCommunity: 'one-community',
  /** A person's connections that watch a post. */
  viewer: (userId: string, postId: string) => `viewer:${userId}:${postId}`,
}

const POST = rooms.post('')

/** The post of a post room; null for other rooms. */
export function postOfRoom(room: string): string | null {
  return room.startsWith(POST) ? room.slice(POST.length) : null
}
