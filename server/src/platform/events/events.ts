import { createHash } from 'node:crypto'
import type { EventName, EventOf, EventPayloads } from '@stoa/contract'
import type { Transaction } from '../database/database.ts'

/** An event with the room that hears it: `post:<id>`, `community:<tokenName>`, `article:<hash>`, `user:<id>`, `account:<id>`, `viewer:<userId>:<postId>`, or `people`, in which nobody is: such an event goes to the posts that show the person. */
export type DomainEvent = { [Name in EventName]: { name: Name; room: string; event: EventOf<Name> } }[EventName]

/** `isLate`: swept up some time after it happened, so what it holds may no longer be public; of such an event the listener may say when it has been told. */
export type EventListener = (event: DomainEvent, about: { isLate: boolean }) => unknown

/** Publishes inside a transaction: stored in the outbox with it, delivered after its commit, at least once. */
export interface Events {
  publish<Name extends EventName>(
    tx: Transaction,
    message: { name: Name; room: string; payload: EventPayloads[Name] },
  ): void
  /** Hears every event that this process commits, and those it sweeps up for a process that died. Returns the way to stop. */
  subscribe(listener: EventListener): () => void
}

export const rooms = {
  post: (id: string) => `post:${id}`,
  community: (tokenName: string) => `community:${tokenName}`,
  /** Those who have an article open that nobody has said anything about. Hashed: an address may be long. */
  article: (key: string) => `article:${createHash('sha256').update(key).digest('base64url')}`,
  /** Of no connection: who hears of a person depends on what is open. */
  people: 'people',
  /** All of one person's connections, on the forum and on partners' sites. */
  user: (id: string) => `user:${id}`,
  /** Of them those on the forum: what happens in an account is no partner's page's business. */
  account: (id: string) => `account:${id}`,
  /** Connections of a room on a domain that has but this community. */
  within: (room: string, tokenName: string) => `${room}:${tokenName}`,
  /** All connections on such domains that have an account's room. */
  oneCommunity: 'one-community',
  /** One person's connections among those that watch a post. */
  viewer: (userId: string, postId: string) => `viewer:${userId}:${postId}`,
}

const POST = rooms.post('')

/** The post whose room it is; null for another one. */
export function postOfRoom(room: string): string | null {
  return room.startsWith(POST) ? room.slice(POST.length) : null
}
