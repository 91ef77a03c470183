import { createHash } from 'node:crypto'
import type { EventName, EventOf, EventPayloads } from '@stoa/contract'
import type { Transaction } from '../database/database.ts'

/**
 * An event with the room that receives it: `post:<id>`, `community:<tokenName>`, `article:<hash>`, `user:<id>`,
 * `account:<id>`, `viewer:<userId>:<postId>`, or `people`, which has no members: its events go to posts that show the
 * person.
 */
export type DomainEvent = { [Name in EventName]: { name: Name; room: string; event: EventOf<Name> } }[EventName]

/**
 * `isLate`: swept up some time after it happened, so its content may no longer be public. The listener may then report
 * when it has delivered the event.
 */
export type EventListener = (event: DomainEvent, about: { isLate: boolean }) => unknown

/** Publishes in a transaction: events are stored in the outbox and delivered after the commit, at least once. */
export interface Events {
  publish<Name extends EventName>(
    tx: Transaction,
    message: { name: Name; room: string; payload: EventPayloads[Name] },
  ): void
  /**
   * Receives every event this process commits and those it sweeps up for a crashed process. Returns the unsubscribe
   * function.
   */
  subscribe(listener: EventListener): () => void
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
